/// Items prepared for a fast search, the most useful ones first.
package struct CompletionList: Equatable, Sendable {
  package let items: [CompletionItem]
  /// The lower-case texts of all items, one after the other as bytes.
  private let letters: [UInt8]
  private let ends: [Int]

  package init(_ items: [CompletionItem]) {
    self.items = items
    var letters: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(items.count)
    for item in items {
      letters.append(contentsOf: item.text.utf8)
      ends.append(letters.count)
    }
    letters.withUnsafeMutableBufferPointer { bytes in
      for index in bytes.indices where Self.isCapital(bytes[index]) { bytes[index] |= 0x20 }
    }
    (self.letters, self.ends) = (letters, ends)
  }

  /// Compares only the items; everything else is derived from them.
  package static func == (a: CompletionList, b: CompletionList) -> Bool { a.items == b.items }

  /// The positions of the items that match, the best first: those that begin with what was typed, then those that have
  /// it at the start of a word, anywhere, or its letters in order. Equal ones keep their order.
  ///
  /// - Parameter limit: The largest number of each kind.
  package func matches(_ typed: String, limit: Int = 200) -> [Int] {
    let wanted = typed.utf8.map { Self.isCapital($0) ? $0 | 0x20 : $0 }
    guard let first = wanted.first else { return Array(items.indices.prefix(limit)) }
    var found = [[Int]](repeating: [], count: Rank.allCases.count)
    letters.withUnsafeBufferPointer { letters in
      var start = 0
      for index in ends.indices {
        let text = UnsafeBufferPointer(rebasing: letters[start..<ends[index]])
        start = ends[index]
        guard text.count >= wanted.count, let rank = Self.rank(wanted, first, in: text) else { continue }
        if found[rank.rawValue].count < limit { found[rank.rawValue].append(index) }
      }
    }
    return Array(found.joined().prefix(limit))
  }

  private enum Rank: Int, CaseIterable { case prefix, word, contained, spread }

  private static func rank(_ wanted: [UInt8], _ first: UInt8, in text: UnsafeBufferPointer<UInt8>) -> Rank? {
    var best: Rank?
    var previous: UInt8 = 0
    for index in 0...(text.count - wanted.count) {
      let byte = text[index]
      defer { previous = byte }
      guard byte == first, starts(with: wanted, text, at: index) else { continue }
      if index == 0 { return .prefix }
      if !LetterMatch.isLetter(previous) { return .word }
      best = .contained
    }
    return best ?? (isSpread(wanted, in: text) ? .spread : nil)
  }

  private static func starts(with wanted: [UInt8], _ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for index in 1..<max(1, wanted.count) where text[start + index] != wanted[index] { return false }
    return true
  }

  /// Whether the text has the letters in order, the first one at the start of a word.
  private static func isSpread(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard wanted.count > 1 else { return false }
    var next = 0
    var previous: UInt8 = 0
    for byte in text {
      if byte == wanted[next], next > 0 || !LetterMatch.isLetter(previous) {
        next += 1
        if next == wanted.count { return true }
      }
      previous = byte
    }
    return false
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
}
