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
    case .controlLeft: "Ctrl+←"
    case .controlRight: "Ctrl+→"
    case .controlHome: "Ctrl+Home"
    case .controlEnd: "Ctrl+End"
    case .controlUp: "Ctrl+↑"
    case .controlDown: "Ctrl+↓"
    case .shiftUp: "Shift+↑"
    case .shiftDown: "Shift+↓"
    case .shiftLeft: "Shift+←"
    case .shiftRight: "Shift+→"
    case .controlDelete: "Ctrl+Del"
    case .shiftHome: "Shift+Home"
    case .shiftEnd: "Shift+End"
    case .shiftPageUp: "Shift+PgUp"
    case .shiftPageDown: "Shift+PgDn"
    case .controlShiftLeft: "Ctrl+Shift+←"
    case .controlShiftRight: "Ctrl+Shift+→"
    case .controlShiftHome: "Ctrl+Shift+Home"
    case .controlShiftEnd: "Ctrl+Shift+End"
    case .altUp: "Alt+↑"
    case .altDown: "Alt+↓"
    case .altLeft: "Alt+←"
    case .altRight: "Alt+→"
    case .altShiftUp: "Alt+Shift+↑"
    case .altShiftDown: "Alt+Shift+↓"
    case .function(let number): "F\(number)"
    }
  }
}
