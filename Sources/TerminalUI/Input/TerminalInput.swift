/// What a person does at a terminal.
package enum TerminalInput: Equatable, Sendable {
  case key(Key)
  /// Text from a bracketed paste: it is inserted where text is edited and never read as keys.
  case paste(String)
  case mouse(Mouse)
}

/// A click or a turn of the wheel.
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
