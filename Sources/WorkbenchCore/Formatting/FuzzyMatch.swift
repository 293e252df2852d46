/// Finds typed words in a list of names, letter by letter.
struct FuzzyMatch {
  private struct Word {
    let text: Substring
    let count: Int
  }

  private let text: String
  private let words: [Word]

  init(_ text: String) {
    self.text = text.lowercased()
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Word(text: $0, count: $0.count) }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The rank of a word that the path contains, and that of a misspelled one, which is that of spread letters.
  private static let (contained, misspelled) = (4, 5)
  /// Added where a word is misspelled or its letters are spread, so that such rows follow those that have every word.
  static let inexact = 1000

  /// Whether a row of this rank has every typed word as it was typed.
  static func isExact(_ rank: Int) -> Bool { rank < inexact }

  /// How well a row matches: the lower, the better; `nil` if it does not.
  ///
  /// Every typed word must be found in the title or the path, its letters in order. The title that was typed comes
  /// first, then titles that begin with a word, those that have it, rows whose first keyword begins with it, titles with
  /// it inside of a word, paths that contain it and further keywords that begin with it.
  /// Letters that are spread or a word that is misspelled come last, whatever the other words are.
  func rank(in title: String, _ path: String, keywords: String = "", misspelled: Bool = false) -> Int? {
    let (title, path) = (title.lowercased(), path.lowercased())
    // A pasted page is longer than any title, which is seen at once.
    let longest = max(title.utf8.count, path.utf8.count, keywords.utf8.count)
    if title == text { return -1 }
    var (total, isExact) = (0, true)
    for word in words {
      guard word.count <= longest else { return nil }
      let spelled = Self.rank(ofWord: word.text, title, path, keywords)
      let isMisspelled = spelled == nil && misspelled && Spelling.isTypo(word.text, in: "\(title) \(keywords)")
      guard let rank = spelled ?? (isMisspelled ? Self.misspelled : nil) else { return nil }
      total += rank
      isExact = isExact && rank <= Self.contained
    }
    return isExact ? total : Self.inexact + total
  }

  private static func rank(ofWord word: Substring, _ title: String, _ path: String, _ keywords: String) -> Int? {
    if title.hasPrefix(word) { return 0 }
    if title.contains(word), (" " + title + " ").contains(" " + word + " ") { return 1 }
    if keywords.hasPrefix(word) { return 2 }
    if title.contains(word) { return 3 }
    if path.contains(word) || (" " + keywords).contains(" " + word) { return Self.contained }
    if contains(title, lettersOf: word) { return misspelled }
    return keywords.isEmpty && contains(path, lettersOf: word) ? misspelled + 1 : nil
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
