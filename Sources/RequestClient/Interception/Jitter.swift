/// Spreads delays, so that clients that failed together do not come back together.
public struct Jitter: Sendable {
  private let spread: @Sendable (Duration) -> Duration

  /// - Parameter spread: Makes a delay of the one that was computed.
  public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

  /// Delays as they are computed.
  public static let none = Jitter { $0 }
  /// From half the delay to the whole, so that the server has its rest in any case.
  public static let equal = equal(using: { Double.random(in: 0...1) })
  /// From nothing to the whole delay.
  public static let full = full(using: { Double.random(in: 0...1) })

  /// From half the delay to the whole.
  ///
  /// - Parameter randomness: A number from 0 to 1.
  public static func equal(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * (0.5 + randomness() / 2) }
  }

  /// From nothing to the whole delay.
  ///
  /// - Parameter randomness: A number from 0 to 1.
  public static func full(using randomness: @escaping @Sendable () -> Double) -> Jitter {
    Jitter { $0 * randomness() }
  }

  /// The delay to wait instead of `delay`.
  public func callAsFunction(_ delay: Duration) -> Duration { spread(delay) }
}
