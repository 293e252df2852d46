internal import RequestModel

/// The named HTML entities for ASCII and Latin-1, keyed by a number made of their letters.
enum HTMLEntities {
  static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Appends a letter to a name's key, six bits per letter.
  static func appending(_ byte: UInt8, to name: UInt64) -> UInt64 {
    let code =
      switch byte {
      case 0x30...0x39: byte - 0x30 + 1
      case 0x41...0x5A: byte - 0x41 + 11
      default: byte - 0x61 + 37
      }
    return name << 6 | UInt64(code)
  }

  static func scalar(named name: UInt64) -> UInt32? { scalars[name] }

  private static let scalars: [UInt64: UInt32] = {
    var scalars: [UInt64: UInt32] = [:]
    for (name, scalar) in ascii { scalars[key(name)] = scalar }
    for (index, name) in HTMLEntityNames.latin1.enumerated() { scalars[key(name)] = 0xA0 + UInt32(index) }
    return scalars
  }()

  private static func key(_ name: some StringProtocol) -> UInt64 {
    name.utf8.reduce(0) { appending($1, to: $0) }
  }

  private static let ascii: [(String, UInt32)] = [
    ("Tab", 0x09), ("NewLine", 0x0A), ("excl", 0x21), ("quot", 0x22), ("QUOT", 0x22), ("num", 0x23),
    ("dollar", 0x24), ("percnt", 0x25), ("amp", 0x26), ("AMP", 0x26), ("apos", 0x27), ("lpar", 0x28), ("rpar", 0x29),
    ("ast", 0x2A), ("midast", 0x2A), ("plus", 0x2B), ("comma", 0x2C), ("period", 0x2E), ("sol", 0x2F),
    ("colon", 0x3A), ("semi", 0x3B), ("lt", 0x3C), ("LT", 0x3C), ("equals", 0x3D), ("gt", 0x3E), ("GT", 0x3E),
    ("quest", 0x3F), ("commat", 0x40), ("lsqb", 0x5B), ("lbrack", 0x5B), ("bsol", 0x5C), ("rsqb", 0x5D),
    ("rbrack", 0x5D), ("Hat", 0x5E), ("lowbar", 0x5F), ("UnderBar", 0x5F), ("grave", 0x60), ("lcub", 0x7B),
    ("lbrace", 0x7B), ("verbar", 0x7C), ("vert", 0x7C), ("rcub", 0x7D), ("rbrace", 0x7D),
  ]
}
