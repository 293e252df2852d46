internal import Foundation

/// A time in the formats of moment, in English.
struct DateText {
  let fields: UTCTime
  private let date: Date
  /// Seconds of the zone east of UTC; `nil` for UTC itself, which has a name.
  private let offset: Int?

  /// - Parameter zone: `nil` for UTC.
  init(_ date: Date, in zone: TimeZone?) {
    self.date = date
    offset = zone?.secondsFromGMT(for: date)
    fields = UTCTime(date + Double(offset ?? 0))
  }

  func text(_ format: String) -> String {
    var rest = Self.expanded(format)[...]
    var text = ""
    while let first = rest.first {
      if let end = Self.endOfBrackets(rest) {
        text.unicodeScalars.append(contentsOf: rest[..<end].dropFirst().dropLast())
        rest = rest[end...]
        continue
      }
      // A backslash makes a token text.
      let isEscaped = first == "\\"
      if isEscaped { rest = rest.dropFirst() }
      if let token = Self.token(at: rest, Self.tokens) {
        text += isEscaped ? token : value(of: token)
        rest = rest.dropFirst(token.unicodeScalars.count)
      } else if let scalar = rest.popFirst(), scalar != "\\" {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The format with the short names of formats, such as `L`, replaced.
  private static func expanded(_ format: String) -> [Unicode.Scalar] {
    var rest = Array(format.unicodeScalars)[...]
    var result: [Unicode.Scalar] = []
    while let first = rest.first {
      let end = endOfBrackets(rest)
      let isEscaped = end == nil && first == "\\"
      if isEscaped { rest = rest.dropFirst() }
      if let end {
        result += rest[..<end]
        rest = rest[end...]
      } else if let name = token(at: rest, longNames) {
        result += isEscaped ? Array(("\\" + name).unicodeScalars) : Array((longFormats[name] ?? name).unicodeScalars)
        rest = rest.dropFirst(name.unicodeScalars.count)
      } else {
        if isEscaped { result.append("\\") }
        if !isEscaped, let scalar = rest.popFirst() { result.append(scalar) }
      }
    }
    return result
  }

  /// The end of text in brackets, which has no opening bracket and may have closing ones.
  private static func endOfBrackets(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
    guard text.first == "[" else { return nil }
    let inner = text.dropFirst().prefix { $0 != "[" }
    return inner.lastIndex(of: "]").map { $0 + 1 }
  }

  private static func token(at text: ArraySlice<Unicode.Scalar>, _ names: [String]) -> String? {
    names.first { text.starts(with: $0.unicodeScalars) }
  }

  // MARK: Tokens

  /// Longer ones first.
  private static let longNames = ["LTS", "LT", "LLLL", "LLL", "LL", "L", "llll", "lll", "ll", "l"]
  private static let longFormats = [
    "LTS": "h:mm:ss A", "LT": "h:mm A", "L": "MM/DD/YYYY", "LL": "MMMM D, YYYY", "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A", "l": "M/D/YYYY", "ll": "MMM D, YYYY", "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
  ]

  /// Longer ones first.
  private static let tokens = [
    "YYYYYY", "YYYYY", "YYYY", "YY", "Y", "MMMM", "MMM", "MM", "Mo", "M", "DDDD", "DDDo", "DDD", "DD", "Do", "D",
    "dddd", "ddd", "dd", "do", "d", "E", "e", "HH", "H", "hh", "h", "kk", "k", "mm", "m", "ss", "s", "SSSSSSSSS",
    "SSSSSSSS", "SSSSSSS", "SSSSSS", "SSSSS", "SSSS", "SSS", "SS", "S", "ZZ", "Z", "zz", "z", "A", "a", "Qo", "Q",
    "X", "x", "wo", "ww", "w", "Wo", "WW", "W", "ggggg", "gggg", "gg", "GGGGG", "GGGG", "GG", "yyyy", "yyy", "yy",
    "yo", "y", "NNNNN", "NNNN", "NNN", "NN", "N",
  ]

  private func value(of token: String) -> String {
    switch token.first {
    case "Y", "y", "N": yearValue(of: token)
    case "w", "W", "g", "G": weekValue(of: token)
    case "M", "Q": monthValue(of: token)
    case "D", "d", "E", "e": dayValue(of: token)
    default: timeValue(of: token)
    }
  }

  private func yearValue(of token: String) -> String {
    switch token {
    case "YYYYYY": "+" + fields.year.padded(to: 6)
    case "YYYYY": fields.year.padded(to: 5)
    case "YYYY", "Y": fields.year.padded(to: 4)
    case "YY": (fields.year % 100).padded(to: 2)
    case "yo": ordinal(fields.year)
    case "NNNN": "Anno Domini"
    case _ where token.hasPrefix("N"): "AD"
    default: fields.year.padded(to: token.count)
    }
  }

  private func weekValue(of token: String) -> String {
    let isISO = token.hasPrefix("W") || token.hasPrefix("G")
    let (year, week) = weekOfYear(startsOnMonday: isISO)
    return switch token {
    case "w", "W": String(week)
    case "wo", "Wo": ordinal(week)
    case "ww", "WW": week.padded(to: 2)
    case "gg", "GG": (year % 100).padded(to: 2)
    default: year.padded(to: token.count)
    }
  }

  private func monthValue(of token: String) -> String {
    switch token {
    case "Q": String((fields.month + 2) / 3)
    case "Qo": ordinal((fields.month + 2) / 3)
    case "MMMM": Self.months[fields.month - 1]
    case "MMM": String(Self.months[fields.month - 1].prefix(3))
    case "MM": fields.month.padded(to: 2)
    case "Mo": ordinal(fields.month)
    default: String(fields.month)
    }
  }

  private func dayValue(of token: String) -> String {
    switch token {
    case "DDDD": dayOfYear.padded(to: 3)
    case "DDDo": ordinal(dayOfYear)
    case "DDD": String(dayOfYear)
    case "DD": fields.day.padded(to: 2)
    case "Do": ordinal(fields.day)
    case "D": String(fields.day)
    case "dddd": Self.weekdays[weekday]
    case "ddd": String(Self.weekdays[weekday].prefix(3))
    case "dd": String(Self.weekdays[weekday].prefix(2))
    case "do": ordinal(weekday)
    case "E": String(weekday == 0 ? 7 : weekday)
    default: String(weekday)
    }
  }

  private func timeValue(of token: String) -> String {
    let hour = (fields.hour + 11) % 12 + 1
    let night = fields.hour == 0 ? 24 : fields.hour
    return switch token {
    case "HH": fields.hour.padded(to: 2)
    case "H": String(fields.hour)
    case "hh": hour.padded(to: 2)
    case "h": String(hour)
    case "kk": night.padded(to: 2)
    case "k": String(night)
    case "mm": fields.minute.padded(to: 2)
    case "m": String(fields.minute)
    case "ss": fields.second.padded(to: 2)
    case "s": String(fields.second)
    case "A": fields.hour < 12 ? "AM" : "PM"
    case "a": fields.hour < 12 ? "am" : "pm"
    default: fractionOrZone(token)
    }
  }

  private func fractionOrZone(_ token: String) -> String {
    switch token {
    case "SS": (milliseconds / 10).padded(to: 2)
    case "S": String(milliseconds / 100)
    case "Z": zone(separator: ":")
    case "ZZ": zone(separator: "")
    // Of other zones, moment has no names.
    case "z": offset == nil ? "UTC" : ""
    case "zz": offset == nil ? "Coordinated Universal Time" : ""
    case "X": String(Int(date.timeIntervalSince1970.rounded(.down)))
    case "x": String(allMilliseconds)
    default: milliseconds.padded(to: 3) + String(repeating: "0", count: token.count - 3)
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// From 0 for Sunday.
  var weekday: Int {
    let days = Int((fields.date.timeIntervalSince1970 / 86_400).rounded(.down))
    return ((days + 4) % 7 + 7) % 7
  }

  var dayOfYear: Int {
    guard let first = UTCTime(year: fields.year, month: 1, day: 1) else { return fields.day }
    return Int((fields.date.timeIntervalSince(first.date) / 86_400).rounded(.down)) + 1
  }

  private var milliseconds: Int { (allMilliseconds % 1000 + 1000) % 1000 }

  /// Since 1970. A double has fractions of a millisecond only roughly.
  private var allMilliseconds: Int { Int((date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)) }

  private func zone(separator: String) -> String {
    let offset = offset ?? 0
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + separator + (minutes % 60).padded(to: 2)
  }

  private func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let endings = [1: "st", 2: "nd", 3: "rd"]
    return "\(number)" + (isTeen ? "th" : endings[number % 10] ?? "th")
  }
}
