/// Finds typed words in a list of names, letter by letter.
struct FuzzyMatch {
  private struct Word {
    let text: Substring
    let count: Int
  }

  private let words: [Word]

  init(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Word(text: $0, count: $0.count) }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The rank of a word that the path contains.
  static let contained = 2

  /// How well a row matches: the lower, the better; `nil` if it does not.
  ///
  /// Every typed word must be found in the title or the path, its letters in order. Titles that begin with a word come
  /// first, then those that contain it, then paths that do, then letters that are spread.
  func rank(in title: String, _ path: String) -> Int? {
    let (title, path) = (title.lowercased(), path.lowercased())
    // A pasted page is longer than any title, which is seen at once.
    let longest = max(title.utf8.count, path.utf8.count)
    var total = 0
    for word in words {
      guard word.count <= longest, let rank = Self.rank(ofWord: word.text, title, path) else { return nil }
      total += rank
    }
    return total
  }

  private static func rank(ofWord word: Substring, _ title: String, _ path: String) -> Int? {
    if title.hasPrefix(word) { return 0 }
    if title.contains(word) { return 1 }
    if path.contains(word) { return Self.contained }
    if contains(title, lettersOf: word) { return 3 }
    return contains(path, lettersOf: word) ? 4 : nil
  }

  private static func contains(_ text: String, lettersOf word: Substring) -> Bool {
    var rest = text[...]
    for letter in word {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
