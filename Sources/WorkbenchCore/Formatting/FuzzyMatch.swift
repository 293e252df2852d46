/// Finds typed words in a list of names, letter by letter.
struct FuzzyMatch {
  private struct Word {
    let text: Substring
    let count: Int
    /// Whether equal texts have equal bytes, which are compared faster.
    let isASCII: Bool

    init(_ text: Substring) { (self.text, count, isASCII) = (text, text.count, text.utf8.allSatisfy { $0 < 0x80 }) }

    func begins(_ name: String) -> Bool { isASCII ? name.startsExactly(with: text) : name.hasPrefix(text) }

    func isIn(_ name: String) -> Bool { isASCII ? name.containsExactly(text) : name.contains(text) }

    /// Whether it begins a word of a list.
    func beginsWord(in list: String) -> Bool {
      begins(list) || (isASCII ? list.containsExactly(" " + text) : list.contains(" " + text))
    }

    /// Whether it is a whole word of a name.
    func isWhole(in name: String) -> Bool { (" " + name + " ").contains(" " + text + " ") }
  }

  private let text: String
  private let words: [Word]

  init(_ text: String) {
    self.text = text.lowercased()
    // Pasted lines may repeat a word hundreds of times.
    var known: Set<Substring> = []
    words = self.text.split(whereSeparator: \.isWhitespace).filter { known.insert($0).inserted }.map { Word($0) }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The ranks of a word in the path, of a misspelled word or spread letters, and of a word that is only in the text
  /// beside a title with keywords.
  private static let (contained, misspelled, beside) = (4, 5, 7)
  /// Added where a word is misspelled or its letters are spread, so that such rows follow those that have every word.
  static let inexact = 1000

  /// Whether a row of this rank has every typed word as it was typed.
  static func isExact(_ rank: Int) -> Bool { rank < inexact }

  /// How well a row matches: the lower, the better; `nil` if it does not.
  ///
  /// Every typed word must be found in the title or the path, its letters in order. The title that was typed comes
  /// first, then titles that begin with a word, those that have it, rows whose first keyword begins with it, titles with
  /// it inside of a word, paths that contain it and further keywords that begin with it. Beside a command, the path is
  /// its pane and its keys, which count less than any keyword.
  /// Letters that are spread or a word that is misspelled come last, whatever the other words are.
  func rank(in title: String, _ path: String, keywords: String = "", misspelled: Bool = false) -> Int? {
    let (title, path) = (title.lowercased(), path.lowercased())
    // A pasted page is longer than any title, which is seen at once.
    let longest = max(title.utf8.count, path.utf8.count, keywords.utf8.count)
    if title == text { return -1 }
    var (total, isExact) = (0, true)
    for word in words {
      guard word.count <= longest else { return nil }
      let spelled = Self.rank(of: word, title, path, keywords)
      let isMisspelled = spelled == nil && misspelled && Spelling.isTypo(word.text, in: "\(title) \(keywords)")
      guard let rank = spelled ?? (isMisspelled ? Self.misspelled : nil) else { return nil }
      total += rank
      isExact = isExact && (rank <= Self.contained || rank == Self.beside)
    }
    return isExact ? total : Self.inexact + total
  }

  /// Whether every typed word begins a word of the title or the keywords, and one of them a word of the title.
  func names(_ title: String, keywords: String) -> Bool {
    let title = title.lowercased()
    return words.contains { $0.beginsWord(in: title) }
      && words.allSatisfy { $0.beginsWord(in: title) || $0.beginsWord(in: keywords) }
  }

  private static func rank(of word: Word, _ title: String, _ path: String, _ keywords: String) -> Int? {
    if word.begins(title) { return 0 }
    let isInTitle = word.isIn(title)
    if isInTitle, word.isWhole(in: title) { return 1 }
    if word.begins(keywords) { return 2 }
    if isInTitle { return 3 }
    if word.beginsWord(in: keywords) { return contained }
    if word.isIn(path) { return keywords.isEmpty ? contained : beside }
    if contains(title, lettersOf: word.text) { return misspelled }
    return keywords.isEmpty && contains(path, lettersOf: word.text) ? misspelled + 1 : nil
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
