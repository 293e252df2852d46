/// A key, with its modifiers.
package enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case alt(Character)
  case enter, altEnter, controlEnter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// Movement keys with Control.
  case controlLeft, controlRight, controlHome, controlEnd, controlUp, controlDown
  case controlDelete
  /// Movement keys with Shift, and with both.
  case shiftUp, shiftDown, shiftLeft, shiftRight, shiftHome, shiftEnd, shiftPageUp, shiftPageDown
  case controlShiftLeft, controlShiftRight, controlShiftHome, controlShiftEnd
  case altUp, altDown, altLeft, altRight, altShiftUp, altShiftDown
  case function(Int)
}

extension Key: CustomStringConvertible {
  /// The name in the footer, the help screen and the documentation: `Ctrl+S`, `F5`, `⏎`.
  package var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl+" + character.uppercased()
    case .alt(let character): "Alt+" + String(character)
    case .enter: "⏎"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backspace: "⌫"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    default: Self.modifiedNames[self] ?? ""
    }
  }

  private static let modifiedNames: [Key: String] = {
    let prefixes: [(modifier: Int, text: String)] = [(4, "Ctrl+"), (2, "Alt+"), (1, "Shift+")]
    var names: [Key: String] = [:]
    for (modifiers, keys) in modified {
      let prefix = prefixes.filter { $0.modifier & modifiers != 0 }.map(\.text).joined()
      for (plain, key) in keys { names[key] = prefix + plain.description }
    }
    return names
  }()
}

// Keys with modifiers.
extension Key {
  /// The keys by their modifiers and the plain key. As in xterm, Shift is 1, Alt is 2, and Control is 4.
  static let modified: [Int: [Key: Key]] = [
    1: [
      .left: .shiftLeft, .right: .shiftRight, .up: .shiftUp, .down: .shiftDown, .home: .shiftHome, .end: .shiftEnd,
      .pageUp: .shiftPageUp, .pageDown: .shiftPageDown, .tab: .backTab,
    ],
    2: [.left: .altLeft, .right: .altRight, .up: .altUp, .down: .altDown, .enter: .altEnter],
    3: [.up: .altShiftUp, .down: .altShiftDown],
    4: [
      .left: .controlLeft, .right: .controlRight, .up: .controlUp, .down: .controlDown, .home: .controlHome,
      .end: .controlEnd, .delete: .controlDelete, .enter: .controlEnter,
    ],
    5: [.left: .controlShiftLeft, .right: .controlShiftRight, .home: .controlShiftHome, .end: .controlShiftEnd],
  ]

  /// The same key without Shift; `nil` for keys without it, and for those with Alt.
  var withoutShift: Key? { Self.unshifted[self] }

  private static let unshifted: [Key: Key] = {
    var keys: [Key: Key] = [:]
    for (plain, key) in modified[1] ?? [:] { keys[key] = plain }
    for (plain, key) in modified[5] ?? [:] { keys[key] = modified[4]?[plain] }
    return keys
  }()
}
