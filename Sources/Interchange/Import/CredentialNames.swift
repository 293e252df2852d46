internal import RequestModel

/// A quick test for the names of credentials. Texts without them need not be parsed.
enum CredentialNames {
  /// The names by their first byte.
  private static let namesByLetter: [[[UInt8]]] = {
    var names = [[[UInt8]]](repeating: [], count: 256)
    for name in LiteralSecrets.words + LiteralSecrets.parameters {
      guard let first = name.utf8.first else { continue }
      names[Int(first)].append(Array(name.utf8))
    }
    return names
  }()

  /// Whether the text may contain a name. `true` for texts with escapes or non-ASCII characters, which may hide one.
  static func mayBe(in text: String) -> Bool {
    let namesByLetter = namesByLetter
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { index in
        let byte = bytes[index]
        if byte >= 0x80 || byte == UInt8(ascii: "%") { return true }
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") { return true }
        return namesByLetter[Int(lowercase(byte))].contains { name in
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
    var bytes = escaped.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "\\"), let escape = bytes.next() else { continue }
      if escape != UInt8(ascii: "\""), escape != UInt8(ascii: "\\") { return false }
    }
    return true
  }
}
