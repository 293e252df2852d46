/// A spelling of a secret to search for. Escaped spellings need no pattern; `EscapeDecoding` decodes them.
struct SecretPattern: Hashable, Sendable {
  enum Spelling: Hashable, Sendable {
    /// The characters themselves. ASCII letters match in both cases, as host and header names are lower-cased.
    case plain
    case base64
    case hexadecimal
  }

  /// The bytes, in lower case if case is ignored.
  let bytes: [UInt8]
  let spelling: Spelling
  /// Whether it matches only a complete value.
  let isWhole: Bool
  /// Whether the character before also encodes a part of the secret, as base64 packs three bytes into four characters.
  var sharesFirst = false
  var sharesLast = false

  init(_ bytes: some Sequence<UInt8>, _ spelling: Spelling, isWhole: Bool = false) {
    self.spelling = spelling
    self.isWhole = isWhole
    ignoresCase = spelling != .base64 && !isWhole
    self.bytes = ignoresCase ? bytes.map(Self.lowercased) : Array(bytes)
  }

  let ignoresCase: Bool

  static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Returns both cases of a byte if case is ignored.
  func cases(of byte: UInt8) -> [UInt8] {
    ignoresCase && (0x61...0x7A).contains(byte) ? [byte, byte & ~0x20] : [byte]
  }
}
