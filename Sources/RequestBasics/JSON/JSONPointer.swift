/// JSON Pointers (RFC 6901).
package enum JSONPointer {
  package static func text(_ tokens: [String]) -> String { tokens.map { "/" + escaped($0) }.joined() }

  package static func tokens(_ pointer: String) -> [String] {
    pointer.parts(separatedBy: "/").dropFirst().map { unescaped($0) }
  }

  /// The tokens of a pointer that is the fragment of a URL, where it may be percent-encoded.
  package static func tokens(fragment: String) -> [String] {
    tokens(String(decoding: PercentEncoding.decode(fragment), as: UTF8.self))
  }

  package static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    return token.replacingExactly("~", with: "~0").replacingExactly("/", with: "~1")
  }

  package static func unescaped(_ token: String) -> String {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
    return token.replacingExactly("~1", with: "/").replacingExactly("~0", with: "~")
  }

  package static func value(at tokens: [String], in value: JSONValue) -> JSONValue? {
    var value = value
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
