/// The first two bytes of words, to look for many of them in one pass: few pairs of a text are the beginning of one.
package struct WordBeginnings: Sendable {
  private var isBeginning = [Bool](repeating: false, count: 1 << 16)

  /// - Precondition: Each word has at least two bytes.
  package init(_ words: [[UInt8]]) {
    for word in words { insert(word[0], word[1]) }
  }

  package mutating func insert(_ first: UInt8, _ second: UInt8) { isBeginning[Int(first) << 8 | Int(second)] = true }

  /// The first place from `start` on at which a word may begin.
  package func place(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    isBeginning.withUnsafeBufferPointer { isBeginning in
      var place = start
      while place + 1 < bytes.count {
        if isBeginning[Int(bytes[place]) << 8 | Int(bytes[place + 1])] { return place }
        place += 1
      }
      return nil
    }
  }
}
