extension DateText {
  /// The week, and the year that it belongs to.
  ///
  /// - Parameter startsOnMonday: By ISO 8601, where the first week has the first Thursday. Else weeks begin on Sunday,
  ///   and the first one has 1 January.
  func weekOfYear(startsOnMonday: Bool) -> (year: Int, week: Int) {
    let start = startsOnMonday ? 1 : 0
    let dayOfWeek = (weekday - start + 7) % 7
    // The day of this week that is in the week's year.
    let day = dayOfYear + (startsOnMonday ? 3 : 6) - dayOfWeek
    if day < 1 { return (fields.year - 1, (day + Self.dayCount(of: fields.year - 1) + 6) / 7) }
    let count = Self.dayCount(of: fields.year)
    return day > count ? (fields.year + 1, (day - count + 6) / 7) : (fields.year, (day + 6) / 7)
  }

  private static func dayCount(of year: Int) -> Int {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365
  }
}
