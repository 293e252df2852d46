internal import Foundation

/// A `Set-Cookie` value, parsed as browsers do (RFC 6265bis, section 5.6) but not checked against its origin.
struct SetCookie: Equatable, Sendable {
  var name: String
  var value: String
  /// The `Expires` date.
  var expires: Date?
  /// In seconds, never negative. Takes precedence over `expires`.
  var maxAge: TimeInterval?
  /// Lower case without a leading dot; empty if the attribute is missing.
  var domain = ""
  /// `nil` unless the attribute begins with a slash.
  var path: String?
  var isSecure = false
  var isHTTPOnly = false
  var sameSite: Cookie.SameSite?

  /// Maximum number of bytes of name and value together, and of each attribute value.
  static let pairLimit = 4096
  static let attributeLimit = 1024

  init(_ line: String) throws(CookieRefusal) {
    if line.hasControlCharacter { throw .controlCharacter }
    let line = SetCookieLine(line)
    (name, value) = (line.name, line.value)
    if name.isEmpty && value.isEmpty { throw .empty }
    if name.utf8.count + value.utf8.count > Self.pairLimit { throw .tooLarge(limit: Self.pairLimit) }
    for attribute in line.attributes where attribute.value.utf8.count <= Self.attributeLimit {
      setAttribute(attribute.name.lowercased(), attribute.value)
    }
  }

  /// Applies an attribute. The last of several wins.
  private mutating func setAttribute(_ attribute: String, _ value: String) {
    switch attribute {
    case "expires": expires = CookieDate.parse(value) ?? expires
    case "max-age": maxAge = Self.seconds(value) ?? maxAge
    case "domain":
      domain = (value.unicodeScalars.first == "." ? String(value.unicodeScalars.dropFirst()) : value).lowercased()
    case "path": path = value.unicodeScalars.first == "/" ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
    default: break
    }
  }

  private static func seconds(_ text: String) -> TimeInterval? {
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return isNegative ? 0 : Double(String(text))
  }
}

/// Parses `Expires` dates (RFC 6265bis, section 5.1.1).
enum CookieDate {
  /// Returns `nil` if a time, day, month or year is missing, or the day does not exist.
  static func parse(_ text: String) -> Date? {
    var found = Fields()
    for token in text.utf8.split(whereSeparator: isDelimiter) { found.parse(Array(token)) }
    guard let time = found.time, let day = found.day, let month = found.month, var year = found.year else { return nil }
    if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
    guard year >= 1601 else { return nil }
    return UTCTime(year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])?.date
  }

  /// Each field is the first matching token that is not used for another field.
  private struct Fields {
    var time: [Int]?
    var day, month, year: Int?

    mutating func parse(_ token: [UInt8]) {
      if time == nil, let value = CookieDate.time(token) {
        time = value
      } else if day == nil, let value = CookieDate.number(token, digits: 1...2) {
        day = value
      } else if month == nil, let value = CookieDate.month(token) {
        month = value
      } else if year == nil, let value = CookieDate.number(token, digits: 2...4) {
        year = value
      }
    }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Parses `1:2:3`, ignoring a suffix that does not begin with a digit.
  private static func time(_ token: [UInt8]) -> [Int]? {
    let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(Array(parts[0]), digits: 1...2, alone: true),
      let minute = number(Array(parts[1]), digits: 1...2, alone: true),
      let second = number(Array(parts[2]), digits: 1...2)
    else { return nil }
    return [hour, minute, second]
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func month(_ token: [UInt8]) -> Int? {
    months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased()).map { $0 + 1 }
  }

  /// The number at the start of `token` if its number of digits is in range.
  private static func number(_ token: [UInt8], digits: ClosedRange<Int>, alone: Bool = false) -> Int? {
    let number = token.prefix { (0x30...0x39).contains($0) }
    guard digits.contains(number.count), !alone || number.count == token.count else { return nil }
    return Int(String(decoding: number, as: UTF8.self))
  }
}
