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
    return text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains { word in
      let word = Array(word.utf8)
      guard word.count + allowed >= typed.count else { return false }
      return [word, Array(word.prefix(typed.count))].contains { distance(typed, $0) <= allowed }
    }
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
