internal import Foundation

/// A time as terms for its year, month, day, hour and minute, for finding ranges by a few terms.
enum TimeTerms {
  private static let kinds: [SearchTerms.Kind] = [.year, .month, .day, .hour, .minute]

  /// From the year to the minute, in UTC.
  static func terms(of date: Date) -> [String] {
    let minute = Minute(date)
    return kinds.indices.map { minute.term($0) }
  }

  /// The terms of which every time in the range has one. Times in the same minute as a bound may lie outside.
  static func terms(from start: Date, to end: Date) -> [String] {
    let (first, last) = (Minute(start), Minute(end))
    guard first.fields.lexicographicallyPrecedes(last.fields) else { return [first.term(4)] }
    let common = zip(first.fields, last.fields).prefix { $0 == $1 }.count
    var terms = [first.term(4), last.term(4)]
    // Whole units between the bounds, from the shared unit down to the minutes on both sides.
    terms += first.next(common).units(common, before: last)
    for level in kinds.indices where level > common {
      terms += first.next(level).unitsToEnd(level)
      terms += last.start(of: level).units(level, before: last)
    }
    return terms
  }

  /// A minute as year, month, day, hour and minute.
  private struct Minute {
    var fields: [Int]

    init(_ date: Date) {
      let time = UTCTime(date)
      fields = [time.year, time.month, time.day, time.hour, time.minute]
    }

    func term(_ level: Int) -> String {
      let digits = fields[1...].prefix(level).map { $0.padded(to: 2) }.joined()
      return SearchTerms.term(kinds[level], "\(fields[0])\(digits)")
    }

    /// Adds one at a level. The result may exceed the unit's range.
    func next(_ level: Int) -> Minute { with(self) { $0.fields[level] += 1 } }

    func start(of level: Int) -> Minute { with(self) { $0.fields[level] = level == 0 || level > 2 ? 0 : 1 } }

    /// The units from this one to the one before `end`.
    func units(_ level: Int, before end: Minute) -> [String] {
      terms(level, fields[level]..<max(fields[level], end.fields[level]))
    }

    /// The units from this one to the last of the next larger unit.
    func unitsToEnd(_ level: Int) -> [String] {
      let end = [0, 13, 32, 24, 60][level]
      return terms(level, fields[level]..<max(fields[level], end))
    }

    private func terms(_ level: Int, _ range: Range<Int>) -> [String] {
      range.map { value in with(self) { $0.fields[level] = value }.term(level) }
    }
  }
}
