/// The phases of a hop as in HAR: in milliseconds, -1 for a phase that did not happen, and with TLS included in
/// connect.
struct HARTimings {
  let value: JSONValue
  /// The sum of all phases, with TLS counted once.
  let total: JSONValue

  init(_ phases: Timeline.Phases) {
    let connect = phases.connect.map { $0 + (phases.tls ?? .zero) } ?? phases.tls
    value = [
      "blocked": Self.optional(phases.queue), "dns": Self.optional(phases.dns), "connect": Self.optional(connect),
      "send": Self.milliseconds(phases.send ?? .zero), "wait": Self.milliseconds(phases.wait ?? .zero),
      "receive": Self.milliseconds(phases.receive ?? .zero), "ssl": Self.optional(phases.tls),
    ]
    total = Self.milliseconds(phases.total)
  }

  private static func optional(_ duration: Duration?) -> JSONValue { duration.map(milliseconds) ?? -1 }

  /// Rounds to microseconds and writes no exponent.
  private static func milliseconds(_ duration: Duration) -> JSONValue {
    let microseconds = Int64(max(0, duration / .microseconds(1)).rounded())
    let fraction = (microseconds % 1000).padded(to: 3)
    return .number(JSONNumber(text: "\(microseconds / 1000)" + (fraction == "000" ? "" : "." + fraction)))
  }
}
