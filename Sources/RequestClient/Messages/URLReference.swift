/// A URL or a part of one, split by RFC 3986, appendix B; non-ASCII characters and spaces are escaped on the way.
struct URLReference {
  var scheme: Substring?
  var authority: Substring?
  var path: String
  var query: String?
  var fragment: String?

  /// - Parameter isTail: Whether it is what follows an authority, so that `//` begins a path.
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
        result += byte < 16 ? "%0" : "%"
        result += String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension RequestURL {
  /// The URL that `reference` means when it stands in an answer from this one (RFC 3986, section 5.2).
  ///
  /// A fragment is inherited where the reference has none (RFC 9110, section 10.2.2).
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
      result.path = Self.removingDots(part.path)
      result.query = part.query
    } else if part.path.isEmpty {
      result.query = part.query ?? query
    } else {
      let base = part.path.hasPrefix("/") ? "" : path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      result.path = Self.removingDots(base + part.path)
      result.query = part.query
    }
    return result
  }

  /// Takes `.` and `..` out of a path (RFC 3986, section 5.2.4).
  private static func removingDots(_ path: String) -> String {
    var segments: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        _ = segments.popLast()
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
