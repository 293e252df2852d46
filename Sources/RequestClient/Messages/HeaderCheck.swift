extension Header {
  /// What keeps a header from being sent.
  public enum Problem: Hashable, Sendable {
    /// There is nothing before the colon.
    case emptyName
    /// A character that RFC 9110 does not allow in a name.
    case nameCharacter
    /// CR, LF, NUL or another control character but the tab.
    case valueCharacter
  }

  var problem: Problem? {
    if name.isEmpty { return .emptyName }
    if !name.isToken { return .nameCharacter }
    return value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } ? .valueCharacter : nil
  }
}

extension HTTPHeaders {
  /// The first header that cannot be sent.
  var firstProblem: (Header, Header.Problem)? {
    for header in self {
      if let problem = header.problem { return (header, problem) }
    }
    return nil
  }
}

extension String {
  /// Whether it may name a header or a method (RFC 9110, section 5.6.2).
  var isToken: Bool {
    !utf8.isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Self.delimiters[Int($0)] }
  }

  private static let delimiters: [Bool] = (0..<128).map { "\"(),/:;<=>?@[\\]{}".utf8.contains(UInt8($0)) }
}
