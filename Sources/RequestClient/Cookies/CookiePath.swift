/// The rules on paths (RFC 6265bis, section 5.1.4).
enum CookiePath {
  /// The folder that the path of a request stands in.
  static func folder(of path: String) -> String {
    guard path.unicodeScalars.first == "/", let slash = path.unicodeScalars.lastIndex(of: "/"), slash != path.startIndex
    else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a request for `path` is at or below `cookiePath`.
  static func matches(_ path: String, _ cookiePath: String) -> Bool {
    guard path.utf8.starts(with: cookiePath.utf8) else { return false }
    return cookiePath.hasSuffix("/") || path.utf8.count == cookiePath.utf8.count
      || path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
  }
}
