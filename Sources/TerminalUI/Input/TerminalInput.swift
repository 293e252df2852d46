/// User input at a terminal.
package enum TerminalInput: Equatable, Sendable {
  case key(Key)
  /// Text from a bracketed paste, which is inserted into text fields and never runs as keys.
  case paste(String)
  case mouse(Mouse)
}

/// A mouse click or wheel event.
package struct Mouse: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case press, wheelUp, wheelDown
  }

  package var action: Action
  package var point: Point

  package init(_ action: Action, at point: Point) {
    self.action = action
    self.point = point
  }
}
