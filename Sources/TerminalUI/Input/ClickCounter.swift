/// Counts consecutive presses of the mouse at one position: two are a double click.
package struct ClickCounter: Sendable {
  private var last: (point: Point, time: ContinuousClock.Instant, clicks: Int)?

  /// The longest time between the presses of a double click.
  private static let pause = Duration.milliseconds(400)

  package init() {}

  /// Returns the input with its number of clicks.
  package mutating func counting(_ input: TerminalInput, at time: ContinuousClock.Instant) -> TerminalInput {
    guard case .mouse(var mouse) = input, mouse.action == .press else {
      // A drag begins and ends at different places.
      return input
    }
    let continues = last.map { $0.point == mouse.point && time - $0.time <= Self.pause } ?? false
    mouse.clicks = continues ? (last?.clicks ?? 0) % 3 + 1 : 1
    last = (mouse.point, time, mouse.clicks)
    return .mouse(mouse)
  }
}
