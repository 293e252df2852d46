/// The first two bytes of words, to look for many of them in one pass: few pairs of a text are the beginning of one.
package struct WordBeginnings: Sendable {
  private var isBeginning = [Bool](repeating: false, count: 1 << 16)

  /// - Precondition: Each word has at least two bytes.
  package init(_ words: [[UInt8]]) {
    for word in words { isBeginning[Self.pair(word[0], word[1])] = true }
  }

  package func contains(_ first: UInt8, _ second: UInt8) -> Bool { isBeginning[Self.pair(first, second)] }

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
}
