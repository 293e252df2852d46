extension HTTPHeader {
  /// What keeps a header from being sent.
  public enum Problem: Hashable, Sendable {
    /// There is nothing before the colon.
    case emptyName
    /// A character that RFC 9110 does not allow in a name.
    case nameCharacter
    /// CR, LF, NUL or another control character but the tab.
    case valueCharacter
    /// The `Content-Length` is not the body's, which has that many bytes; `nil` for a stream without a length.
    case wrongLength(body: Int?)
    /// There is another `Content-Length` or `Transfer-Encoding`.
    case secondLength
    /// The only `Transfer-Encoding` that can be sent is `chunked`, with a body.
    case transferEncoding
  }

  var problem: Problem? {
    if name.isEmpty { return .emptyName }
    if !name.isToken { return .nameCharacter }
    return value.hasOnly { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } ? nil : .valueCharacter
  }
}

extension HTTPHeaders {
  /// The first header that cannot be sent.
  var firstProblem: (HTTPHeader, HTTPHeader.Problem)? {
    for header in self {
      if let problem = header.problem { return (header, problem) }
    }
    return nil
  }
}

extension String {
  /// Whether it may name a header or a method (RFC 9110, section 5.6.2).
  var isToken: Bool {
    !utf8.isEmpty && hasOnly { $0.isTokenByte }
  }

  /// Whether every byte is as it shall be. Looks at them where they lie: it runs for every header of every message.
  @inline(__always)
  fileprivate func hasOnly(_ isFine: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) } ?? utf8.allSatisfy(isFine)
  }
}

extension UInt8 {
  fileprivate var isTokenByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
