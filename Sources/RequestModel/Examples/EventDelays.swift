/// The delays before the events or lines of a stream: the `delays` of an example.
package struct EventDelays: Equatable, Sendable {
  /// At least one number. The last one is used for all events that follow.
  private let milliseconds: [Double]

  /// The limits of each delay, also of those before a response or a message, in milliseconds.
  package static let limits = 0.0...3_600_000

  /// - Returns: `nil` unless the value is a list of numbers within the limits.
  package init?(_ value: JSONValue) {
    let numbers = (value.array ?? []).map { $0.number?.double ?? -1 }
    guard !numbers.isEmpty, numbers.allSatisfy({ Self.limits.contains($0) }) else { return nil }
    milliseconds = numbers
  }

  /// The same delay before each of them.
  package init(seconds: Double) { milliseconds = [seconds * 1000] }

  /// - Parameter number: The index of the event or line, from 0.
  package func delay(before number: Int) -> Duration {
    .milliseconds(milliseconds[min(number, milliseconds.count - 1)])
  }
}
