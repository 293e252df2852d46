internal import Foundation

/// How far a time is away: `-1 d`, with the units of moment.
struct TimeOffset {
  private let count: Int
  private let unit: String

  private static let seconds = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
  private static let months = ["M": 1, "Q": 3, "y": 12]

  /// - Returns: `nil` for other arguments than a whole number and a unit.
  init?(_ arguments: [DynamicCall.Argument]) {
    guard arguments.count == 2, let count = Int(arguments[0].text), abs(Double(count)) < 1e15 else { return nil }
    (self.count, unit) = (count, arguments[1].text)
    if Self.seconds[unit] == nil, Self.months[unit] == nil { return nil }
  }

  /// Days and longer units keep the time of day in the zone.
  ///
  /// - Returns: `nil` outside of the years 1 to 9999.
  func applied(to date: Date, in zone: TimeZone) -> Date? {
    if let months = Self.months[unit] { return moved(date, months, zone) }
    let seconds = Double(count) * (Self.seconds[unit] ?? 0)
    let moved = unit == "d" || unit == "w" ? Self.atSameTime(date, seconds, zone) : date + seconds
    return Self.isWritable(moved) ? moved : nil
  }

  private static func isWritable(_ date: Date) -> Bool {
    (-62_135_000_000..<253_402_000_000).contains(date.timeIntervalSince1970)
  }

  private static func atSameTime(_ date: Date, _ seconds: Double, _ zone: TimeZone) -> Date {
    let offset = Double(zone.secondsFromGMT(for: date))
    let local = date + offset + seconds
    guard isWritable(local) else { return local }
    return local - Double(zone.secondsFromGMT(for: local - offset))
  }

  private func moved(_ date: Date, _ months: Int, _ zone: TimeZone) -> Date? {
    guard abs(count) < 200_000 else { return nil }
    let local = date + Double(zone.secondsFromGMT(for: date))
    let fields = UTCTime(local)
    let month = fields.year * 12 + fields.month - 1 + count * months
    guard month >= 12 else { return nil }
    // The last day of a shorter month.
    for day in stride(from: fields.day, to: 0, by: -1) {
      guard let moved = UTCTime(year: month / 12, month: month % 12 + 1, day: day) else { continue }
      let days = (moved.date.timeIntervalSince1970 - Self.midnight(fields).timeIntervalSince1970)
      let result = Self.atSameTime(date, days, zone)
      return Self.isWritable(result) ? result : nil
    }
    return nil
  }

  private static func midnight(_ fields: UTCTime) -> Date {
    var fields = fields
    (fields.hour, fields.minute, fields.second) = (0, 0, 0)
    return fields.date
  }
}
