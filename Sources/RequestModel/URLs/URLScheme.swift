extension String {
  /// The `://` after the scheme of a URL (RFC 3986, 3.1), which may have variables; `nil` without a scheme. One after the
  /// host belongs to another URL, as in a query.
  package var schemeMark: Range<String.Index>? {
    guard containsExactly("://") else { return nil }
    var depth = 0
    for index in utf8.indices {
      let byte = utf8[index]
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case _ where depth > 0: continue
      case UInt8(ascii: ":"):
        let rest = utf8[index...]
        return rest.starts(with: "://".utf8) ? index..<utf8.index(index, offsetBy: 3) : nil
      case _ where !Self.isOfScheme(byte): return nil
      default: continue
      }
    }
    return nil
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "+-. ".utf8.contains(byte)
  }
}
