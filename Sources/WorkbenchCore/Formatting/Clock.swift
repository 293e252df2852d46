package import Foundation

/// Dates as a person reads them, by arithmetic alone: the zone's offset is told once, at the start.
package struct Clock: Equatable, Sendable {
  /// Seconds east of Greenwich.
  package var offset: Int

  package init(offset: Int) { self.offset = offset }

  /// `14:03` on the day of `now`, `2026-11-20` on any other: as short as it can be told apart.
  package func text(_ date: Date, now: Date) -> String {
    let then = Moment(date, offset)
    return then.day == Moment(now, offset).day ? then.time(seconds: false) : then.date
  }

  /// `2026-11-20 14:03:07`.
  package func fullText(_ date: Date) -> String {
    let moment = Moment(date, offset)
    return moment.date + " " + moment.time(seconds: true)
  }

  private struct Moment {
    let day: Int
    let second: Int

    init(_ date: Date, _ offset: Int) {
      let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + offset
      day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
      second = seconds - day * 86_400
    }

    func time(seconds: Bool) -> String {
      let text = two(second / 3600) + ":" + two(second / 60 % 60)
      return seconds ? text + ":" + two(second % 60) : text
    }

    /// The proleptic Gregorian date of a day number, after Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
    var date: String {
      let shifted = day + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
      let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
      return "\(year)-\(two(month))-\(two(dayOfMonth))"
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
  }
}
