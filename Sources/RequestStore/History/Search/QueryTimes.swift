package import Foundation

/// The reference for relative and local times in a query.
package struct QueryTimes: Sendable {
  package var now: Date
  /// Seconds east of Greenwich.
  package var offset: Int

  package init(now: Date = Date(), offset: Int = TimeZone.current.secondsFromGMT()) {
    self.now = now
    self.offset = offset
  }

  /// The beginning of a moment that is a span.
  func start(of moment: HistoryQuery.Moment) -> Date { date(moment, past: 0) }

  /// The end of a moment: of its year, month, day, hour, minute or second.
  func end(of moment: HistoryQuery.Moment) -> Date { date(moment, past: 1) }

  private func date(_ moment: HistoryQuery.Moment, past count: Int) -> Date {
    switch moment {
    case .ago(let seconds): return now.addingTimeInterval(-seconds)
    case .daysBeforeToday(let days):
      let today = UTCTime(now.addingTimeInterval(Double(offset)))
      return local([today.year, today.month, today.day - days + count])
    case .calendar(var fields):
      if !fields.isEmpty { fields[fields.count - 1] += count }
      return local(fields)
    }
  }

  /// Returns a local time. A field may exceed its unit.
  private func local(_ fields: [Int]) -> Date {
    func field(_ index: Int, or missing: Int) -> Int { index < fields.count ? fields[index] : missing }
    var time = UTCTime(Date(timeIntervalSince1970: 0))
    (time.year, time.month, time.day) = (field(0, or: 1970), field(1, or: 1), field(2, or: 1))
    (time.hour, time.minute, time.second) = (field(3, or: 0), field(4, or: 0), field(5, or: 0))
    return time.date.addingTimeInterval(Double(-offset))
  }
}
