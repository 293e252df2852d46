/// One spelling of a secret that texts are searched for. Escapes of it need none of their own: `EscapeDecoding` sees
/// through them.
struct SecretPattern: Hashable, Sendable {
  enum Spelling: Hashable, Sendable {
    /// The characters themselves; letters of ASCII match in both cases, as hosts and header names lose theirs.
    case plain
    case base64
    case hexadecimal
  }

  /// In lower case where case does not matter.
  let bytes: [UInt8]
  let spelling: Spelling
  /// Whether it matches only where it is a whole value.
  let isWhole: Bool
  /// Whether the character before belongs to the secret in part, as base64 packs three bytes into four characters.
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

  /// Both cases of a byte where case does not matter.
  func cases(of byte: UInt8) -> [UInt8] {
    ignoresCase && (0x61...0x7A).contains(byte) ? [byte, byte & ~0x20] : [byte]
  }
}
