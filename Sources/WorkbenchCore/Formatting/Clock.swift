package import Foundation

/// Formats dates in the local time zone, whose offset is read once at start.
package struct Clock: Equatable, Sendable {
  /// Seconds east of Greenwich.
  package var offset: Int

  package init(offset: Int) { self.offset = offset }

  /// `14:03` on the day of `now`, `2026-11-20` otherwise.
  package func text(_ date: Date, now: Date) -> String {
    let then = local(date)
    return then.dayText == local(now).dayText ? String(then.timeText.prefix(5)) : then.dayText
  }

  /// `2026-11-20 14:03:07`.
  package func fullText(_ date: Date) -> String {
    let then = local(date)
    return then.dayText + " " + then.timeText
  }

  private func local(_ date: Date) -> UTCTime { UTCTime(date.addingTimeInterval(Double(offset))) }
}
