/// A quick test for the names of credentials. Texts without them need not be parsed.
enum CredentialNames {
  private static let names = (LiteralSecrets.words + LiteralSecrets.parameters).map { Array($0.utf8) }

  /// Those of the names in both cases, and of what may hide one: an escape or a non-ASCII character.
  private static let beginnings: WordBeginnings = {
    var beginnings = WordBeginnings([])
    for name in names {
      for first in cases(name[0]) {
        for second in cases(name[1]) { beginnings.insert(first, second) }
      }
    }
    for first in UInt8.min ... .max where mayHide(first) {
      for second in UInt8.min ... .max { beginnings.insert(first, second) }
    }
    beginnings.insert(UInt8(ascii: "\\"), UInt8(ascii: "u"))
    return beginnings
  }()

  private static func cases(_ byte: UInt8) -> [UInt8] {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? [byte, byte & 0xDF] : [byte]
  }

  private static func mayHide(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == UInt8(ascii: "%") }

  /// Whether the text may contain a name. `true` for texts with escapes or non-ASCII characters, which may hide one.
  static func mayBe(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.last.map(mayHide) == true { return true }
      var start = 0
      while let place = beginnings.place(in: bytes, from: start) {
        if mayHide(bytes[place]) || bytes[place] == UInt8(ascii: "\\") || hasName(at: place, bytes) { return true }
        start = place + 1
      }
      return false
    }
  }

  private static func hasName(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    names.contains { name in
      place + name.count <= bytes.count && name.indices.allSatisfy { lowercase(bytes[place + $0]) == name[$0] }
    }
  }

  /// Whether a string or one of several lines may contain a name. `true` for other JSON.
  ///
  /// No escape but that of any character by its number can be part of a name: strings are not decoded.
  static func mayBe(in text: JSONValue) -> Bool { isAnyLine(of: text) { mayBe(in: $0.escaped) } }

  /// Whether a string or one of several lines may contain a name, or has a token. `true` for other JSON.
  ///
  /// Most lines of JSON have escaped quotes, which end a word as quotes do: they are not decoded.
  static func orTokensMayBe(in text: JSONValue) -> Bool {
    isAnyLine(of: text) { line in
      if mayBe(in: line.escaped) { return true }
      return line.isReadable ? TokenShape.isAny(in: line.escaped) : TokenShape.isAny(inEscaped: line.value)
    }
  }

  private static func isAnyLine(of text: JSONValue, _ test: (JSONString) -> Bool) -> Bool {
    switch text {
    case .string(let line): test(line)
    case .array(let lines): lines.contains { isAnyLine(of: $0, test) }
    default: true
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}

extension JSONString {
  /// Whether all escapes are those of quotes.
  fileprivate var isReadable: Bool {
    var text = escaped
    return text.withUTF8 { bytes in
      bytes.indices.allSatisfy { index in
        bytes[index] != UInt8(ascii: "\\") || index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "\"")
      }
    }
  }
}
