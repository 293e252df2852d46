extension RequestURL {
  /// Parses the form that nearly all URLs have: visible ASCII, a scheme in small letters, a plain host, perhaps a port.
  ///
  /// - Returns: The same as the thorough way, or `nil` to ask for that.
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
