import Foundation

/// An absolute http or https URL, sent as written. Only non-ASCII characters are changed: they are percent-encoded, or
/// in the host converted to Punycode.
public struct RequestURL: Hashable, Sendable {
  /// `http` or `https`.
  public internal(set) var scheme: String
  /// As written, including percent escapes.
  public internal(set) var user: String?
  /// As written, including percent escapes. Never part of a description.
  public internal(set) var password: String?
  /// IPv6 addresses are in brackets.
  public internal(set) var host: String
  /// `nil` if the URL has no explicit port.
  public internal(set) var port: Int?
  /// Begins with a slash.
  public internal(set) var path: String
  /// Without the question mark; `nil` if the URL has no query.
  public internal(set) var query: String?
  /// Without its `#`; it is not sent.
  public internal(set) var fragment: String?

  /// The reason a text is not a valid URL.
  public enum Problem: Error, Hashable, Sendable {
    /// A required part is missing.
    case empty, noScheme, noHost
    /// Neither http nor https.
    case unsupportedScheme(String)
    /// The text is not a host name or address.
    case badHost(String)
    /// The text is not a number from 1 to 65535.
    case badPort(String)
    /// A space, which must be escaped.
    case space
    /// A character that could end the request line.
    case controlCharacter
  }

  /// The port, or the scheme's default.
  public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

  var isSecure: Bool { scheme == "https" }

  /// Scheme, host and port.
  var origin: String { "\(scheme)://\(host.lowercased()):\(effectivePort)" }

  var withoutCredentials: RequestURL {
    var url = self
    url.user = nil
    url.password = nil
    return url
  }

  /// The target of the request line.
  var pathAndQuery: String { query.map { path + "?" + $0 } ?? path }

  /// Host and port for the `Host` header.
  var authority: String { port.map { host + ":" + String($0) } ?? host }

  /// Returns the URL with another host, unless `host` is `nil`.
  func named(_ host: String?) -> RequestURL {
    var url = self
    if let host { url.host = host }
    return url
  }

  /// The URL for the transport, without credentials and fragment.
  var target: String {
    let start = scheme + "://" + host
    return (port.map { start + ":" + String($0) } ?? start) + pathAndQuery
  }
}

extension RequestURL: CustomStringConvertible {
  /// The URL without `user:password@`.
  public var description: String { description(of: target) }

  /// Returns the description for a known `target`.
  func description(of target: String) -> String { fragment.map { target + "#" + $0 } ?? target }
}

extension RequestURL {
  /// Parses a URL.
  ///
  /// - Throws: `RequestError.invalidURL`
  public init(_ text: String) throws(RequestError) {
    if let url = Self.parseQuickly(text) {
      self = url
      return
    }
    do {
      self = try Self.parse(text)
    } catch {
      throw .invalidURL(text, error)
    }
  }

  static func parse(_ text: String) throws(Problem) -> RequestURL {
    if text.isEmpty { throw .empty }
    try checkCharacters(text)
    guard let mark = text.firstRangeExactly(of: "://"), isScheme(text[..<mark.lowerBound]) else {
      throw .noScheme
    }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
    let rest = text[mark.upperBound...]
    let end = rest.unicodeScalars.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let tail = URLReference(rest[end...], isTail: true)
    var url = RequestURL(
      scheme: scheme, host: "", path: tail.path.isEmpty ? "/" : tail.path, query: tail.query, fragment: tail.fragment)
    try url.setAuthority(rest[..<end])
    return url
  }

  static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func checkCharacters(_ text: String) throws(Problem) {
    for byte in text.utf8 {
      if byte == 0x20 { throw .space }
      if byte < 0x20 || byte == 0x7F { throw .controlCharacter }
    }
  }

  mutating func setAuthority(_ authority: Substring) throws(Problem) {
    var hostAndPort = authority
    if let at = authority.unicodeScalars.lastIndex(of: "@") {
      let login = authority[..<at].unicodeScalars
      let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
      user = parts[0].removingPercentEncoding ?? parts[0]
      password = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : nil
      hostAndPort = authority[authority.unicodeScalars.index(after: at)...]
    }
    let scalars = hostAndPort.unicodeScalars
    let isBracketed = scalars.first == "["
    let hostEnd: Substring.Index
    if isBracketed {
      guard let bracket = scalars.firstIndex(of: "]") else { throw .badHost(String(hostAndPort)) }
      hostEnd = scalars.index(after: bracket)
    } else {
      hostEnd = scalars.firstIndex(of: ":") ?? hostAndPort.endIndex
    }
    host = try Self.asciiHost(hostAndPort[..<hostEnd])
    port = try Self.port(hostAndPort[hostEnd...])
  }

  private static func port(_ text: Substring) throws(Problem) -> Int? {
    guard let colon = text.unicodeScalars.first else { return nil }
    let digits = Substring(text.unicodeScalars.dropFirst())
    guard colon == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .badPort(String(text)) }
    if digits.isEmpty { return nil }
    guard let port = Int(digits), (1...65535).contains(port) else { throw .badPort(String(digits)) }
    return port
  }

  private static func asciiHost(_ text: Substring) throws(Problem) -> String {
    if text.isEmpty { throw .noHost }
    if text.unicodeScalars.first == "[" {
      let inside = text.unicodeScalars.dropFirst().dropLast()
      let isAddress = inside.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.isASCIIHexDigit || ":.%".unicodeScalars.contains($0)
      }
      guard inside.contains(":"), isAddress else {
        throw .badHost(String(text))
      }
      return String(text)
    }
    let forbidden = "<>\"{}|\\^`[]%".unicodeScalars
    if text.unicodeScalars.contains(where: { forbidden.contains($0) }) { throw .badHost(String(text)) }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return String(text) }
    // libcurl's conversion depends on the locale; Foundation's does not.
    var components = URLComponents()
    components.host = String(text)
    guard let ascii = components.encodedHost, ascii.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x25 }) else {
      throw .badHost(String(text))
    }
    return ascii
  }

  /// Parses common URLs only: visible ASCII, a lower-case scheme, a plain host and an optional port.
  ///
  /// - Returns: The same as `parse`, or `nil` for other URLs.
  static func parseQuickly(_ text: String) -> RequestURL? {
    text.utf8.withContiguousStorageIfAvailable { (bytes) -> RequestURL? in
      guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = scheme(of: bytes) else { return nil }
      let hostStart = scheme.utf8.count + 3
      var end = hostStart
      while end < bytes.count, isPlainHostByte(bytes[end]) { end += 1 }
      if end == hostStart { return nil }
      let host = Self.text(bytes, hostStart..<end)
      var port: Int?
      if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
        let start = end + 1
        end = start
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
        guard end - start <= 5, let number = Int(Self.text(bytes, start..<end)), (1...65535).contains(number) else {
          return nil
        }
        port = number
      }
      return tail(bytes, from: end).map { path, query, fragment in
        RequestURL(scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment)
      }
    } ?? nil
  }

  private static func scheme(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if bytes.starts(with: "http://".utf8) { return "http" }
    return bytes.starts(with: "https://".utf8) ? "https" : nil
  }

  private static func isPlainHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
    default: false
    }
  }

  private static func tail(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (path: String, query: String?, fragment: String?)? {
    guard start < bytes.count else { return ("/", nil, nil) }
    guard [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(bytes[start]) else { return nil }
    let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let mark = bytes[start..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
    return (
      mark == start ? "/" : text(bytes, start..<mark), mark < hash ? text(bytes, mark + 1..<hash) : nil,
      hash < bytes.count ? text(bytes, hash + 1..<bytes.count) : nil
    )
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}

/// A URL reference, split as in RFC 3986, appendix B, with non-ASCII characters and spaces escaped.
struct URLReference {
  var scheme: Substring?
  var authority: Substring?
  var path: String
  var query: String?
  var fragment: String?

  /// - Parameter isTail: Whether the text follows an authority; in that case `//` begins a path.
  init(_ text: Substring, isTail: Bool = false) {
    var rest = text
    if let hash = rest.unicodeScalars.firstIndex(of: "#") {
      fragment = Self.escape(rest[rest.unicodeScalars.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.unicodeScalars.firstIndex(of: "?") {
      query = Self.escape(rest[rest.unicodeScalars.index(after: mark)...])
      rest = rest[..<mark]
    }
    if isTail {
      path = Self.escape(rest)
      return
    }
    if let colon = rest.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == "/" }), rest.unicodeScalars[colon] == ":",
      RequestURL.isScheme(rest[..<colon])
    {
      scheme = rest[..<colon]
      rest = rest[rest.unicodeScalars.index(after: colon)...]
    }
    if rest.unicodeScalars.starts(with: "//".unicodeScalars) {
      rest = Substring(rest.unicodeScalars.dropFirst(2))
      let end = rest.unicodeScalars.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = Self.escape(rest)
  }

  static func escape(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else { return String(text) }
    var result = ""
    for byte in text.utf8 {
      if byte > 0x20 && byte < 0x7F {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        PercentEncoding.append(byte, to: &result)
      }
    }
    return result
  }
}

extension RequestURL {
  /// The URL with the characters escaped that a URL cannot have and that browsers escape, such as quotes (WHATWG, URL).
  var escapingAsBrowsers: RequestURL {
    var url = self
    url.path = Self.escape(path, "\"<>`{}")
    url.query = query.map { Self.escape($0, "\"<>'") }
    return url
  }

  private static func escape(_ text: String, _ characters: String) -> String {
    guard text.utf8.contains(where: { characters.utf8.contains($0) }) else { return text }
    var result = ""
    for byte in text.utf8 {
      if characters.utf8.contains(byte) {
        PercentEncoding.append(byte, to: &result)
      } else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return result
  }

  /// Resolves `reference` against this URL (RFC 3986, section 5.2).
  ///
  /// A reference without a fragment inherits this one's (RFC 9110, section 10.2.2).
  func resolving(_ reference: String) throws(Problem) -> RequestURL {
    let part = URLReference(Substring(reference))
    var result = self
    result.fragment = part.fragment ?? fragment
    if let scheme = part.scheme?.lowercased() {
      guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
      guard part.authority != nil else { throw .noHost }
      result.scheme = scheme
    }
    if let authority = part.authority {
      result.user = nil
      result.password = nil
      try result.setAuthority(authority)
      result.path = part.path.isEmpty ? "/" : part.path.removingDotSegments
      result.query = part.query
    } else if part.path.isEmpty {
      result.query = part.query ?? query
    } else {
      let base = part.path.hasPrefix("/") ? "" : path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      result.path = (base + part.path).removingDotSegments
      result.query = part.query
    }
    return result
  }
}
