package import Foundation

/// How fast bytes move, as the average of the last seconds.
package struct TransferRate: Equatable, Sendable {
  private struct Sample: Equatable, Sendable {
    var time: Date
    var bytes: Int
  }

  private var samples: [Sample] = []

  /// The seconds that count, and the seconds before a first rate is worth telling.
  private static let span = 3.0
  private static let least = 0.4

  package init() {}

  /// - Parameter bytes: All bytes so far.
  package mutating func note(_ bytes: Int, at time: Date) {
    if let last = samples.last, bytes < last.bytes || time < last.time { samples = [] }
    // Ten samples a second are enough.
    if let last = samples.last, samples.count > 1, time.timeIntervalSince(last.time) < 0.09 { return }
    samples.append(Sample(time: time, bytes: bytes))
    while samples.count > 2, time.timeIntervalSince(samples[1].time) >= Self.span { samples.removeFirst() }
  }

  /// Bytes per second; `nil` before enough is known.
  package var perSecond: Double? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let time = last.time.timeIntervalSince(first.time)
    return time < Self.least ? nil : Double(last.bytes - first.bytes) / time
  }

  /// The description of a transfer: `12.0 MB of 100 MB`, `3.2 MB/s`, `28 s left`.
  package func facts(bytes: Int, of total: Int?) -> [String] {
    let size = total.map { " of " + Formatting.bytes($0) } ?? ", length unknown"
    guard let rate = perSecond else { return [Formatting.bytes(bytes) + size] }
    let left = total.flatMap { Self.timeLeft(max(0, $0 - bytes), rate) }
    return [Formatting.bytes(bytes) + size, Formatting.bytes(Int(rate)) + "/s"] + (left.map { [$0 + " left"] } ?? [])
  }

  /// - Returns: `nil` if nothing moves, or for longer than a day.
  private static func timeLeft(_ bytes: Int, _ rate: Double) -> String? {
    let seconds = (Double(bytes) / rate).rounded(.up)
    guard rate > 0, seconds < 86_400 else { return nil }
    let whole = Int(seconds)
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
