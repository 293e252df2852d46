/// Recognizes misspelled words.
enum Spelling {
  /// Shorter words have too many neighbours.
  private static let shortest = 4
  /// Words of this length may have two mistakes.
  private static let long = 8

  /// Whether a typed word misspells a word of a text, or its beginning.
  static func isTypo(_ typed: Substring, in text: String) -> Bool {
    let typed = Array(typed.utf8)
    // Longer texts are pasted, not typed.
    guard (shortest...40).contains(typed.count) else { return false }
    let allowed = typed.count < long ? 1 : 2
    return words(of: text).contains { word in
      guard word.count + allowed >= typed.count else { return false }
      let beginning = word.prefix(typed.count)
      return isNear(typed, beginning, allowed) || beginning.count < word.count && isNear(typed, word, allowed)
    }
  }

  private static func words(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      return text.split { !$0.isLetter && !$0.isNumber }.map { ArraySlice(Array($0.utf8)) }
    }
    return bytes.split { byte in
      let letter = byte | 0x20
      return !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
    }
  }

  private static func isNear(_ a: [UInt8], _ b: ArraySlice<UInt8>, _ allowed: Int) -> Bool {
    guard abs(a.count - b.count) <= allowed else { return false }
    // A mistake changes two letters at most, so words with more different letters need not be compared further.
    guard (letters(of: a[...]) ^ letters(of: b)).nonzeroBitCount <= 2 * allowed else { return false }
    return distance(a, Array(b)) <= allowed
  }

  /// The letters in a word, one bit each.
  private static func letters(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 0x3F) }
  }

  /// The number of letters to insert, remove, replace or swap with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for row in 1...a.count {
      var current = [row]
      for column in 1...b.count {
        let replaced = last[column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
        var best = min(replaced, last[column] + 1, current[column - 1] + 1)
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[b.count]
  }
}
