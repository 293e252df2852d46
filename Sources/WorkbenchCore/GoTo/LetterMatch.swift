/// Scores how well a typed word fits a name: whole, as a part, or letter by letter. All texts are lower-case UTF-8.
enum LetterMatch {
  /// The scores of a name that equals the word, begins with it, has it at the beginning of a part, or contains it
  /// elsewhere.
  static let whole = 150
  static let prefix = 100
  static let atBoundary = 85
  static let inside = 60
  /// The best score of spread letters.
  static let spread = 50

  /// - Returns: `nil` if the name does not have all letters in order.
  static func score(_ word: [UInt8], in name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard word.count <= name.count, let first = word.first else { return word.isEmpty ? 0 : nil }
    var best: Int?
    var index = name.startIndex
    let last = name.endIndex - word.count
    while index <= last {
      if name[index] == first, matches(word, name, at: index) {
        if index == name.startIndex { return word.count == name.count ? whole : prefix }
        if !isLetter(name[index - 1]) { return atBoundary }
        best = inside
      }
      index += 1
    }
    return best ?? spreadScore(word, in: name)
  }

  private static func matches(_ word: [UInt8], _ name: Slice<UnsafeBufferPointer<UInt8>>, at start: Int) -> Bool {
    for offset in 1..<max(1, word.count) where name[start + offset] != word[offset] { return false }
    return true
  }

  /// Whether a letter after this byte is inside of a part: `orders` in `new-orders` is not.
  static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isASCIIAlphanumeric }

  /// Letters in order, the better the closer they are and the more of them begin a part.
  private static func spreadScore(_ word: [UInt8], in name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var letter = 0
    var index = name.startIndex
    while index < name.endIndex, letter < word.count {
      if name[index] == word[letter] { letter += 1 }
      index += 1
    }
    guard letter == word.count else { return nil }
    // Go back from the last letter to find the shortest part that ends there.
    let end = index
    var (starts, runs, previous) = (0, 0, -1)
    repeat {
      index -= 1
      guard name[index] == word[letter - 1] else { continue }
      letter -= 1
      if index == name.startIndex || !isLetter(name[index - 1]) { starts += 1 }
      if previous == index + 1 { runs += 1 }
      previous = index
    } while letter > 0
    let gaps = end - index - word.count
    return max(1, min(spread, 24 + starts * 6 + runs * 3 - gaps))
  }

  /// The places of a word's letters in a name, in bytes; empty if it does not fit.
  static func places(of word: [UInt8], in name: [UInt8]) -> [Range<Int>] {
    guard !word.isEmpty, word.count <= name.count else { return [] }
    let starts = (0...(name.count - word.count)).filter { name[$0..<($0 + word.count)].elementsEqual(word) }
    if let start = starts.first(where: { $0 == 0 || !isLetter(name[$0 - 1]) }) ?? starts.first {
      return [start..<(start + word.count)]
    }
    var (letter, index) = (0, 0)
    while index < name.count, letter < word.count {
      if name[index] == word[letter] { letter += 1 }
      index += 1
    }
    guard letter == word.count else { return [] }
    var places: [Range<Int>] = []
    while letter > 0 {
      index -= 1
      guard name[index] == word[letter - 1] else { continue }
      letter -= 1
      places.append(index..<(index + 1))
    }
    return places.reversed()
  }
}
