extension String {
  /// The `://` after the scheme of a URL (RFC 3986, 3.1), which may contain variables; `nil` without a scheme. A later one
  /// belongs to another URL, such as one in the query. The characters of the scheme are not checked.
  package var schemeMark: Range<String.Index>? {
    guard containsExactly("://") else { return nil }
    var depth = 0
    for index in utf8.indices {
      switch utf8[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= depth > 0 ? 1 : 0
      case _ where depth > 0: continue
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
      case UInt8(ascii: ":"):
        return utf8[index...].starts(with: "://".utf8) ? index..<utf8.index(index, offsetBy: 3) : nil
      default: continue
      }
    }
    return nil
  }
}
