package enum TerminalInput: Equatable, Sendable {
  case key(Key)
  /// Text from a bracketed paste, which is inserted into text fields and never runs as keys.
  case paste(String)
  case mouse(Mouse)
  /// The bytes of the next input, or of unknown input; only while keys are traced.
  case bytes([UInt8])
}

/// A mouse button or wheel event.
package struct Mouse: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// The left button: pressed, moved while pressed, released.
    case press, drag, release
    case wheelUp, wheelDown
  }

  package var action: Action
  package var point: Point
  /// The number of consecutive presses at this position: 2 is a double click.
  package var clicks: Int

  package init(_ action: Action, at point: Point, clicks: Int = 1) {
    self.action = action
    self.point = point
    self.clicks = clicks
  }
}
