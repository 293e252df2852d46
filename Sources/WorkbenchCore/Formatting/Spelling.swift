/// Recognizes misspelled words.
enum Spelling {
  /// Shorter words have too many neighbours.
  private static let shortest = 4
  /// Words of this length may have two mistakes.
  private static let long = 8

  /// Whether a typed word misspells a word of a text, or its beginning.
  static func isTypo(_ typed: Substring, in text: String) -> Bool {
    let typed = Array(typed.utf8)
    let allowed = mistakes(in: typed.count)
    guard allowed > 0 else { return false }
    let letters = letters(of: typed[...])
    return hasWord(in: text) { word in
      guard word.count + allowed >= typed.count else { return false }
      let beginning = word.prefix(typed.count)
      return isNear(typed, letters, beginning, allowed)
        || beginning.count < word.count && isNear(typed, letters, word, allowed)
    }
  }

  /// The most mistakes in a word of that many bytes.
  static func mistakes(in count: Int) -> Int {
    // Longer texts are pasted, not typed.
    (shortest...40).contains(count) ? count < long ? 1 : 2 : 0
  }

  private static func hasWord(in text: String, that fits: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      return text.split { !$0.isLetter && !$0.isNumber }.contains { fits(ArraySlice(Array($0.utf8))) }
    }
    var start = 0
    for end in 0...bytes.count where end == bytes.count || !bytes[end].isASCIIAlphanumeric {
      if start < end, fits(bytes[start..<end]) { return true }
      start = end + 1
    }
    return false
  }

  private static func isNear(_ a: [UInt8], _ letters: UInt64, _ b: ArraySlice<UInt8>, _ allowed: Int) -> Bool {
    guard abs(a.count - b.count) <= allowed else { return false }
    // A mistake changes two letters at most, so words with more different letters need not be compared further.
    guard (letters ^ Self.letters(of: b)).nonzeroBitCount <= 2 * allowed else { return false }
    return NearestName.edits(a, Array(b)) <= allowed
  }

  /// The letters in a word, one bit each.
  private static func letters(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 0x3F) }
  }
}
