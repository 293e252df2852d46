internal import Foundation
internal import RequestBasics

/// One `Set-Cookie` value, read as browsers read it (RFC 6265bis, section 5.6); what it means depends on who sent it.
struct SetCookie: Equatable, Sendable {
  var name: String
  var value: String
  /// As written.
  var expires: Date?
  /// Wins over `expires`; seconds, never negative.
  var maxAge: TimeInterval?
  /// In lower case without a leading dot; empty where there is none.
  var domain = ""
  /// `nil` where there is none that begins with a slash.
  var path: String?
  var isSecure = false
  var isHTTPOnly = false
  var sameSite: Cookie.SameSite?

  /// Bytes of the name and the value together, and of one attribute's value.
  static let pairLimit = 4096
  static let attributeLimit = 1024

  init(_ line: String) throws(CookieRefusal) {
    if line.hasControlCharacter { throw .controlCharacter }
    let line = SetCookieLine(line)
    (name, value) = (line.name, line.value)
    if name.isEmpty && value.isEmpty { throw .empty }
    if name.utf8.count + value.utf8.count > Self.pairLimit { throw .tooLarge(limit: Self.pairLimit) }
    for attribute in line.attributes where attribute.value.utf8.count <= Self.attributeLimit {
      take(attribute.name.lowercased(), attribute.value)
    }
  }

  /// The last of several counts.
  private mutating func take(_ attribute: String, _ value: String) {
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
