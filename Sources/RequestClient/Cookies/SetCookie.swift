internal import Foundation

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
    let parts = line.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = Self.pair(parts[0])
    self.name = name ?? ""
    self.value = value
    if self.name.isEmpty && value.isEmpty { throw .empty }
    if self.name.utf8.count + value.utf8.count > Self.pairLimit { throw .tooLarge(limit: Self.pairLimit) }
    for part in parts.dropFirst() {
      let (name, value) = Self.pair(part)
      // A flag is all name, where a cookie is all value.
      let attribute = name ?? value
      let text = name == nil ? "" : value
      if text.utf8.count <= Self.attributeLimit { take(attribute.lowercased(), text) }
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

  /// The name is `nil` where there is no `=`.
  private static func pair(_ text: Substring.UnicodeScalarView) -> (name: String?, value: String) {
    guard let mark = text.firstIndex(of: "=") else { return (nil, trimmed(text)) }
    return (trimmed(text[..<mark]), trimmed(text[text.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func seconds(_ text: String) -> TimeInterval? {
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return isNegative ? 0 : Double(String(text))
  }
}
