package import Foundation

/// A Gregorian date and time in UTC with a resolution of one second. Needs no locale, time zone or formatter.
package struct UTCTime: Equatable, Sendable {
  package var year, month, day, hour, minute, second: Int

  /// Rounds `date` down to a second and clamps it to the years 1 to 9999.
  package init(_ date: Date) {
    // The order of arguments matters: it turns NaN into the latest date.
    var seconds = time_t(max(-62_135_596_800, min(253_402_300_799, date.timeIntervalSince1970.rounded(.down))))
    var fields = tm()
    gmtime_r(&seconds, &fields)
    (year, month, day) = (Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday))
    (hour, minute, second) = (Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_sec))
  }

  /// Returns `nil` for a nonexistent day or time, including leap seconds.
  package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    // `timegm` turns the 31st of a shorter month into the 1st of the next.
    guard UTCTime(date).day == day else { return nil }
  }

  package var date: Date {
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    return Date(timeIntervalSince1970: Double(timegm(&fields)))
  }
}

// ISO 8601.
extension UTCTime {
  /// `20150830T123600Z`.
  package var basic: String { extended.filter { $0 != "-" && $0 != ":" } }

  /// `2015-08-30T12:36:00Z`.
  package var extended: String { "\(dayText)T\(timeText)Z" }

  /// `2015-08-30`.
  package var dayText: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

  /// `12:36:00`.
  package var timeText: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))" }

  /// `2026-11-21T11:03:20.123Z`, as JavaScript's `toISOString` writes it.
  /// Clamped as `init(_:)` does.
  package static func milliseconds(_ date: Date) -> String {
    let latest = 253_402_300_799.999
    let seconds = max(-62_135_596_800, min(latest, date.timeIntervalSince1970))
    let milliseconds = Int((seconds * 1000).rounded(.down))
    let fraction = (milliseconds % 1000 + 1000) % 1000
    let whole = UTCTime(Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1000)))
    return "\(whole.dayText)T\(whole.timeText).\(fraction.padded(to: 3))Z"
  }

  /// Parses exactly the extended form.
  package init?(extended text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, [4, 7, 10, 13, 16, 19].map({ bytes[$0] }) == Array("--T::Z".utf8) else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: bytes[range], as: UTF8.self)) : nil
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}
