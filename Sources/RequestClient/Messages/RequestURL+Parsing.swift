import Foundation

extension RequestURL {
  /// - Throws: `RequestError.invalidURL`, which says why.
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
    guard let mark = text.unicodeScalars.firstRange(of: "://".unicodeScalars), isScheme(text[..<mark.lowerBound]) else {
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
    // libcurl converts by the locale, which a program may not have set; Foundation's way needs none.
    var components = URLComponents()
    components.host = String(text)
    guard let ascii = components.encodedHost, ascii.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x25 }) else {
      throw .badHost(String(text))
    }
    return ascii
  }
}
