/// A quick test for the names of credentials. Texts without them need not be parsed.
enum CredentialNames {
  private static let names = (LiteralSecrets.words + LiteralSecrets.parameters).map { Array($0.utf8) }

  /// Whether a name begins with two bytes. Few pairs of a text are the beginning of one.
  private static let beginnings: [Bool] = {
    var beginnings = [Bool](repeating: false, count: 1 << 16)
    for name in names { beginnings[pair(name[0], name[1])] = true }
    return beginnings
  }()

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }

  /// Whether the text may contain a name. `true` for texts with escapes or non-ASCII characters, which may hide one.
  static func mayBe(in text: String) -> Bool {
    let beginnings = beginnings
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { index in
        let byte = bytes[index]
        if byte >= 0x80 || byte == UInt8(ascii: "%") { return true }
        guard index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "u") { return true }
        guard beginnings[pair(lowercase(byte), lowercase(next))] else { return false }
        return names.contains { name in
          index + name.count <= bytes.count && name.indices.allSatisfy { lowercase(bytes[index + $0]) == name[$0] }
        }
      }
    }
  }

  /// Whether a string or one of several lines may contain a name. `true` for other JSON.
  static func mayBe(in text: JSONValue) -> Bool { any(of: text) { mayBe(in: $0) } }

  /// Whether a string or one of several lines passes a test for words. `true` for other JSON.
  ///
  /// Most lines of JSON have escaped quotes, which end a word as quotes do: they are tested without being decoded.
  static func any(of text: JSONValue, _ test: (String) -> Bool) -> Bool {
    switch text {
    case .string(let line): test(line.isReadable ? line.escaped : line.value)
    case .array(let lines): lines.contains { any(of: $0, test) }
    default: true
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension JSONString {
  /// Whether all escapes are those of quotes and backslashes.
  fileprivate var isReadable: Bool {
    var text = escaped
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
          index += 1
          continue
        }
        let escape = bytes[index + 1]
        guard escape == UInt8(ascii: "\"") || escape == UInt8(ascii: "\\") else { return false }
        index += 2
      }
      return true
    }
  }
}
