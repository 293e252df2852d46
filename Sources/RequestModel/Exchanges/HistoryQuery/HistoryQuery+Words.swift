extension HistoryQuery {
  /// A word of a query text: everything up to white space outside of quotes.
  struct Word: Equatable {
    /// The offset of its first character.
    var start: Int
    /// The offset behind its last character.
    var end: Int
    var isNegated = false
    /// The text before the first colon outside of quotes.
    var key: String?
    /// The offset of the value's first character, quotes included.
    var valueStart: Int
    /// The value's alternatives, separated by `,` or `|` outside of quotes, without quotes.
    var alternatives: [String]
    /// Whether any of the word is quoted.
    var isQuoted = false
    /// The word as typed, without quotes and minus sign.
    var text: String

    /// The value of a key that has no alternatives.
    var value: String
  }

  /// Splits a query text. A quote without its end reaches to the end of the text; `\` takes a quote or itself literally.
  static func words(of text: String) -> [Word] {
    var reader = WordReader(text)
    var words: [Word] = []
    while let word = reader.next() { words.append(word) }
    return words
  }
}

private struct WordReader {
  private let characters: [Character]
  private var index = 0

  init(_ text: String) { characters = Array(text) }

  mutating func next() -> HistoryQuery.Word? {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    guard index < characters.count else { return nil }
    var word = HistoryQuery.Word(
      start: index, end: index, valueStart: index, alternatives: [""], text: "", value: "")
    if characters[index] == "-", index + 1 < characters.count, !characters[index + 1].isWhitespace {
      word.isNegated = true
      index += 1
    }
    word.valueStart = index
    var isInQuotes = false
    while index < characters.count, isInQuotes || !characters[index].isWhitespace {
      readCharacter(into: &word, &isInQuotes)
      index += 1
    }
    word.end = index
    return word
  }

  private mutating func readCharacter(into word: inout HistoryQuery.Word, _ isInQuotes: inout Bool) {
    let character = characters[index]
    switch character {
    case "\"":
      isInQuotes.toggle()
      word.isQuoted = true
    case "\\" where index + 1 < characters.count && ["\"", "\\"].contains(characters[index + 1]):
      index += 1
      word.append(characters[index])
    case ":" where !isInQuotes && !word.isQuoted && word.key == nil && !word.text.isEmpty:
      word.key = word.text
      word.text.append(":")
      (word.alternatives, word.value, word.valueStart) = ([""], "", index + 1)
    case ",", "|":
      guard !isInQuotes else { return word.append(character) }
      word.alternatives.append("")
      word.text.append(character)
      word.value.append(character)
    default: word.append(character)
    }
  }
}

extension HistoryQuery.Word {
  fileprivate mutating func append(_ character: Character) {
    text.append(character)
    value.append(character)
    alternatives[alternatives.count - 1].append(character)
  }
}
