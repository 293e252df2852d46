import Foundation

/// A date as `--time-cond` takes it: day, month by name, year and time in any order, or `YYYYMMDD`.
enum CurlDate {
  /// Returns the date in HTTP's format; `nil` if the text is not a date.
  static func header(_ text: String) -> String? {
    guard let date = date(text) else { return nil }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  /// Hours behind Greenwich.
  private static let zones = [
    "gmt": 0, "utc": 0, "z": 0, "wet": 0, "est": 5, "edt": 4, "cst": 6, "cdt": 5, "mst": 7, "mdt": 6, "pst": 8,
    "pdt": 7, "cet": -1, "cest": -2, "eet": -2, "eest": -3, "jst": -9,
  ]

  private static func date(_ text: String) -> Date? {
    var components = DateComponents()
    components.timeZone = TimeZone(secondsFromGMT: 0)
    var offset = 0
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).flatMap(words) {
      if word.contains(":") {
        guard set(time: word, &components) else { return nil }
      } else if let sign = word.first, "+-".contains(sign), components.hour != nil, word.count == 5,
        let zone = Int(word)
      {
        offset = -(zone / 100 * 3600 + zone % 100 * 60)
      } else if let number = Int(word.drop { $0 == "-" || $0 == "+" }) {
        guard set(number: number, word.count, &components) else { return nil }
      } else if !set(name: word.lowercased(), &components, &offset) {
        return nil
      }
    }
    guard components.day != nil, components.month != nil, components.year != nil else { return nil }
    return Calendar(identifier: .gregorian).date(from: components)?.addingTimeInterval(Double(offset))
  }

  /// `06-Nov-94` is three words.
  private static func words(_ text: Substring) -> [Substring] {
    text.contains(where: \.isLetter) && text.contains("-") ? text.split(separator: "-") : [text]
  }

  private static func set(time: Substring, _ components: inout DateComponents) -> Bool {
    let numbers = time.split(separator: ":").map { Int($0) }
    guard (2...3).contains(numbers.count), !numbers.contains(nil) else { return false }
    (components.hour, components.minute) = (numbers[0], numbers[1])
    components.second = numbers.count > 2 ? numbers[2] : 0
    return true
  }

  private static func set(number: Int, _ digits: Int, _ components: inout DateComponents) -> Bool {
    if digits == 8, components.year == nil {
      (components.year, components.month, components.day) = (number / 10_000, number / 100 % 100, number % 100)
    } else if components.day == nil, (1...31).contains(number) {
      components.day = number
    } else if components.year == nil {
      components.year = number > 99 ? number : number > 70 ? 1900 + number : 2000 + number
    } else {
      return false
    }
    return true
  }

  private static func set(name: String, _ components: inout DateComponents, _ offset: inout Int) -> Bool {
    if let month = months.firstIndex(of: String(name.prefix(3))) {
      components.month = month + 1
    } else if let zone = zones[name] {
      offset = zone * 3600
    } else if !days.contains(String(name.prefix(3))) {
      return false
    }
    return true
  }
}
