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
    case .altEnter: "Alt+⏎"
    case .controlEnter: "Ctrl+⏎"
    case .tab: "Tab"
    case .backTab: "Shift+Tab"
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
    default: Self.movements[self] ?? ""
    }
  }

  /// Movement keys with modifiers.
  private static let movements: [Key: String] = [
    .controlLeft: "Ctrl+←",
    .controlRight: "Ctrl+→",
    .controlHome: "Ctrl+Home",
    .controlEnd: "Ctrl+End",
    .controlUp: "Ctrl+↑",
    .controlDown: "Ctrl+↓",
    .shiftUp: "Shift+↑",
    .shiftDown: "Shift+↓",
    .shiftLeft: "Shift+←",
    .shiftRight: "Shift+→",
    .controlDelete: "Ctrl+Del",
    .shiftHome: "Shift+Home",
    .shiftEnd: "Shift+End",
    .shiftPageUp: "Shift+PgUp",
    .shiftPageDown: "Shift+PgDn",
    .controlShiftLeft: "Ctrl+Shift+←",
    .controlShiftRight: "Ctrl+Shift+→",
    .controlShiftHome: "Ctrl+Shift+Home",
    .controlShiftEnd: "Ctrl+Shift+End",
    .altUp: "Alt+↑",
    .altDown: "Alt+↓",
    .altLeft: "Alt+←",
    .altRight: "Alt+→",
    .altShiftUp: "Alt+Shift+↑",
    .altShiftDown: "Alt+Shift+↓",
  ]
}
