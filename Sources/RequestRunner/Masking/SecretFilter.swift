/// Rules out most places of a text by looking at two or three bytes.
struct SecretFilter: Sendable {
  private enum Verdict {
    static let impossible: UInt8 = 0
    static let lookAtThird: UInt8 = 1
    static let possible: UInt8 = 2
  }

  /// Indexed by two bytes.
  private var pairs = [UInt8](repeating: Verdict.impossible, count: 1 << 16)
  /// Indexed by a hash of three bytes.
  private var triples = [Bool](repeating: false, count: 1 << 16)

  init(_ patterns: [SecretPattern]) {
    for pattern in patterns {
      for first in pattern.cases(of: pattern.bytes[0]) { allow(first, pattern) }
    }
    allowEscapes(of: Set(patterns.flatMap { $0.cases(of: $0.bytes[0]) }))
  }

  /// Returns the next place where a secret may begin. The last byte always may.
  func next(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < text.count, let bytes = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    let last = text.count - 1
    return pairs.withUnsafeBufferPointer { pairs in
      triples.withUnsafeBufferPointer { triples in
        guard let pairs = pairs.baseAddress, let triples = triples.baseAddress else { return last }
        var (place, first) = (start, Int(bytes[start]))
        while place < last {
          let second = Int(bytes[place + 1])
          let verdict = pairs[first << 8 | second]
          if verdict != Verdict.impossible {
            if verdict == Verdict.possible || place + 1 == last { return place }
            if triples[Self.number(first, second, Int(bytes[place + 2]))] { return place }
          }
          (place, first) = (place + 1, second)
        }
        return last
      }
    }
  }

  @inline(__always)
  private static func number(_ first: Int, _ second: Int, _ third: Int) -> Int {
    ((first &* 0x9E37 &+ second) &* 0x79B9 &+ third &* 0x2F0B) >> 3 & 0xFFFF
  }

  // MARK: Building

  /// Bytes that may occur inside a pattern: escape introducers, and the line breaks of base64.
  private static let interrupting = Array(#"\%&=+"#.utf8) + [0x0A, 0x0D]

  private mutating func allow(_ first: UInt8, _ pattern: SecretPattern) {
    guard pattern.bytes.count > 2 else { return allow(first, before: 0...255) }
    for byte in Self.interrupting { allow(first, before: byte...byte) }
    for second in pattern.cases(of: pattern.bytes[1]) {
      let pair = Int(first) << 8 | Int(second)
      pairs[pair] = max(pairs[pair], Verdict.lookAtThird)
      for third in pattern.cases(of: pattern.bytes[2]) + Self.interrupting {
        triples[Self.number(Int(first), Int(second), Int(third))] = true
      }
    }
  }

  private mutating func allow(_ first: UInt8, before seconds: ClosedRange<UInt8>) {
    for second in seconds { pairs[Int(first) << 8 | Int(second)] = Verdict.possible }
  }

  /// Allows the escapes of a pattern's first byte and of other introducers.
  private mutating func allowEscapes(of firsts: Set<UInt8>) {
    guard !firsts.isEmpty else { return }
    let codes = Set(firsts.union(#"\%&=+"#.utf8).flatMap { Array(String($0 >> 4, radix: 16).utf8) })
    for code in codes {
      for digit in Set([code, code & ~0x20].filter { $0 >= 0x30 }) {
        allow(UInt8(ascii: "%"), before: digit...digit)
        allow(UInt8(ascii: "="), before: digit...digit)
      }
    }
    for letter in "uU".utf8 { allow(UInt8(ascii: "%"), before: letter...letter) }
    for second in Set(#"ux\%&"#.utf8).union(firsts.map(Self.escaping)) {
      allow(UInt8(ascii: "\\"), before: second...second)
    }
    for second in "#%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8 {
      allow(UInt8(ascii: "&"), before: second...second)
    }
    for end: UInt8 in [0x0A, 0x0D] { allow(UInt8(ascii: "="), before: end...end) }
    if firsts.contains(0x20) { allow(UInt8(ascii: "+"), before: 0...255) }
  }

  /// Returns the character that represents `byte` after a backslash.
  private static func escaping(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    default: byte
    }
  }
}
