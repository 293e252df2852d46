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

/// A time in the formats of moment, in English.
struct DateText {
  private let fields: UTCTime
  private let date: Date
  /// Seconds of the zone east of UTC.
  private let offset: Int

  init(_ date: Date, in zone: TimeZone) {
    self.date = date
    offset = zone.secondsFromGMT(for: date)
    fields = UTCTime(date + Double(offset))
  }

  /// - Returns: `nil` for a format with tokens that are not known here, such as those of other languages.
  func text(_ format: String) -> String? {
    var rest = format.unicodeScalars[...]
    var text = ""
    let lastBracket = rest.lastIndex(of: "]") ?? rest.startIndex
    while let first = rest.first {
      if first == "[", rest.startIndex < lastBracket, let end = rest.firstIndex(of: "]") {
        text.unicodeScalars.append(contentsOf: rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      } else if let token = Self.tokens.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        guard let value = value(of: token) else { return nil }
        text += value
        rest = rest.dropFirst(token.unicodeScalars.count)
      } else {
        text.unicodeScalars.append(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Longer ones first. Those in the last line have no value here.
  private static let tokens = [
    "YYYYYY", "YYYYY", "YYYY", "YY", "MMMM", "MMM", "MM", "Mo", "M", "DDDD", "DDDo", "DDD", "DD", "Do", "D", "dddd",
    "ddd", "dd", "do", "d", "E", "HH", "H", "hh", "h", "kk", "k", "mm", "m", "ss", "s", "SSSSSSSSS", "SSSSSSSS",
    "SSSSSSS", "SSSSSS", "SSSSS", "SSSS", "SSS", "SS", "S", "ZZ", "Z", "A", "a", "Qo", "Q", "X", "x",
    "Y", "y", "L", "l", "N", "G", "g", "W", "w", "e", "z",
  ]

  private func value(of token: String) -> String? {
    switch token {
    case "YYYYYY": "+" + padded(fields.year, 6)
    case "YYYYY": padded(fields.year, 5)
    case "YYYY": padded(fields.year, 4)
    case "YY": padded(fields.year % 100, 2)
    case "Q": String((fields.month + 2) / 3)
    case "Qo": ordinal((fields.month + 2) / 3)
    case "MMMM": Self.months[fields.month - 1]
    case "MMM": String(Self.months[fields.month - 1].prefix(3))
    case "MM": padded(fields.month, 2)
    case "Mo": ordinal(fields.month)
    case "M": String(fields.month)
    case "DDDD": padded(dayOfYear, 3)
    case "DDDo": ordinal(dayOfYear)
    case "DDD": String(dayOfYear)
    case "DD": padded(fields.day, 2)
    case "Do": ordinal(fields.day)
    case "D": String(fields.day)
    case "dddd": Self.weekdays[weekday]
    case "ddd": String(Self.weekdays[weekday].prefix(3))
    case "dd": String(Self.weekdays[weekday].prefix(2))
    case "do": ordinal(weekday)
    case "d": String(weekday)
    case "E": String(weekday == 0 ? 7 : weekday)
    case _ where token.hasPrefix("SSS"): padded(milliseconds, 3) + String(repeating: "0", count: token.count - 3)
    default: timeValue(of: token)
    }
  }

  private func timeValue(of token: String) -> String? {
    let hour = (fields.hour + 11) % 12 + 1
    let night = fields.hour == 0 ? 24 : fields.hour
    return switch token {
    case "HH": padded(fields.hour, 2)
    case "H": String(fields.hour)
    case "hh": padded(hour, 2)
    case "h": String(hour)
    case "kk": padded(night, 2)
    case "k": String(night)
    case "mm": padded(fields.minute, 2)
    case "m": String(fields.minute)
    case "ss": padded(fields.second, 2)
    case "s": String(fields.second)
    case "SS": padded(milliseconds / 10, 2)
    case "S": String(milliseconds / 100)
    case "A": fields.hour < 12 ? "AM" : "PM"
    case "a": fields.hour < 12 ? "am" : "pm"
    case "Z": zone(separator: ":")
    case "ZZ": zone(separator: "")
    case "X": String(Int(date.timeIntervalSince1970.rounded(.down)))
    case "x": String(allMilliseconds)
    default: nil
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// From 0 for Sunday.
  private var weekday: Int {
    let days = Int((fields.date.timeIntervalSince1970 / 86_400).rounded(.down))
    return ((days + 4) % 7 + 7) % 7
  }

  private var dayOfYear: Int {
    guard let first = UTCTime(year: fields.year, month: 1, day: 1) else { return fields.day }
    return Int((fields.date.timeIntervalSince(first.date) / 86_400).rounded(.down)) + 1
  }

  private var milliseconds: Int { (allMilliseconds % 1000 + 1000) % 1000 }

  /// Since 1970. A double has fractions of a millisecond only roughly.
  private var allMilliseconds: Int { Int((date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)) }

  private func zone(separator: String) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + separator + padded(minutes % 60, 2)
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let endings = [1: "st", 2: "nd", 3: "rd"]
    return "\(number)" + (isTeen ? "th" : endings[number % 10] ?? "th")
  }
}
