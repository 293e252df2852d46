/// URIs (RFC 3986) and IRIs (RFC 3987).
enum URIFormat {
  static func isURI(_ text: String, isInternational: Bool) -> Bool {
    SchemaURI(text).scheme != nil && isReference(text, isInternational: isInternational)
  }

  static func isReference(_ text: String, isInternational: Bool) -> Bool {
    let uri = SchemaURI(text)
    func has(_ part: String?, _ others: String) -> Bool {
      part.map { isMadeOf($0, others, isInternational) } ?? true
    }
    if let scheme = uri.scheme {
      let bytes = Array(scheme.utf8)
      guard let first = bytes.first, first | 0x20 >= 97, first | 0x20 <= 122, first >= 65,
        bytes.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
      else { return false }
    }
    guard has(uri.path, ":@/"), has(uri.query, ":@/?"), has(uri.fragment, ":@/?") else { return false }
    return uri.authority.map { isAuthority($0, isInternational) } ?? true
  }

  private static func isAuthority(_ text: String, _ isInternational: Bool) -> Bool {
    var rest = text
    if let at = rest.unicodeScalars.firstIndex(of: "@") {
      guard isMadeOf(String(rest[..<at]), ":", isInternational) else { return false }
      rest = String(rest[rest.unicodeScalars.index(after: at)...])
    }
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return false }
      let literal = String(rest[rest.index(after: rest.startIndex)..<end])
      let port = rest[rest.index(after: end)...]
      let isFuture = literal.hasPrefix("v") || literal.hasPrefix("V")
      return (isFuture || AddressFormat.isIPv6(literal))
        && (port.isEmpty || (port.hasPrefix(":") && isPort(port.dropFirst())))
    }
    guard let colon = rest.lastIndex(of: ":") else { return isMadeOf(rest, "", isInternational) }
    return isMadeOf(String(rest[..<colon]), "", isInternational) && isPort(rest[rest.index(after: colon)...])
  }

  private static func isPort(_ text: Substring) -> Bool { text.utf8.allSatisfy { 48...57 ~= $0 } }

  private static func isMadeOf(_ text: String, _ others: String, _ isInternational: Bool) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "%" {
        guard index + 2 < scalars.count, Character(scalars[index + 1]).isHexDigit,
          Character(scalars[index + 2]).isHexDigit
        else { return false }
        index += 3
        continue
      }
      let isFine =
        scalar.isASCII
        ? UInt8(scalar.value).isASCIIAlphanumeric || "-._~!$&'()*+,;=".unicodeScalars.contains(scalar)
          || others.unicodeScalars.contains(scalar)
        : isInternational && scalar.value >= 0xA0
      guard isFine else { return false }
      index += 1
    }
    return true
  }
}
