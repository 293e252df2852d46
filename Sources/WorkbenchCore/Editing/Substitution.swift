/// Vim's `:s`: replaces the matches of a regular expression in some lines.
struct Substitution: Equatable {
  enum Lines: Equatable {
    case current, all
    /// Counted from 1.
    case range(Int, Int)
  }

  var lines: Lines
  var pattern: String
  var replacement: String
  /// Whether all matches of a line are replaced, not only the first one.
  var isGlobal: Bool

  /// Reads `s/a/b/g` after an optional `%`, `3`, `3,7`, `.` or `$`; `nil` if the line is another command.
  init?(_ text: String, lastLine: Int, currentLine: Int) {
    let address = text.prefix { $0 != "s" }
    let rest = text.dropFirst(address.count + 1)
    guard text.dropFirst(address.count).first == "s", let mark = rest.first, mark.isPunctuation || mark.isSymbol,
      let lines = Self.lines(address, lastLine, currentLine)
    else { return nil }
    let parts = Self.split(rest.dropFirst(), at: mark)
    guard parts.count >= 2 || parts.count == 1, !parts[0].isEmpty else { return nil }
    self.lines = lines
    pattern = parts[0]
    replacement = parts.count > 1 ? parts[1] : ""
    isGlobal = parts.count > 2 && parts[2].contains("g")
  }

  private static func lines(_ address: Substring, _ last: Int, _ current: Int) -> Lines? {
    if address.isEmpty { return .current }
    if address == "%" { return .all }
    let numbers = address.split(separator: ",").map { $0 == "$" ? last : $0 == "." ? current : Int($0) }
    guard let first = numbers.first ?? nil, let end = numbers.last ?? nil, numbers.count <= 2 else { return nil }
    return .range(min(first, end), max(first, end))
  }

  /// Splits a text at marks without a backslash before them.
  private static func split(_ text: Substring, at mark: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == mark, !isEscaped {
        parts.append("")
      } else {
        if isEscaped, character != mark { parts[parts.count - 1] += "\\" }
        if character != "\\" || isEscaped { parts[parts.count - 1].append(character) }
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  /// Replaces as one undo step.
  ///
  /// - Returns: The number of replacements.
  func run(in editor: inout TextEditor) throws(RegularExpressionProblem) -> Int {
    guard let search = try BodySearch(SearchPattern(pattern, isRegularExpression: true)) else { return 0 }
    let template = ReplacementTemplate(replacement, .vim)
    let buffer = editor.buffer
    let bytes = buffer.bytes(in: 0..<buffer.count)
    var found: [BodySearch.Replacement] = []
    if lines == .all, isGlobal {
      found = try search.replacements(in: bytes, with: template)
    } else {
      for line in range(in: editor) {
        let range = buffer.range(ofLine: line)
        found += try search.replacements(in: bytes, range, with: template, limit: isGlobal ? .max : 1)
      }
    }
    editor.replaceAll(found.map { ($0.range, $0.text) })
    return found.count
  }

  private func range(in editor: TextEditor) -> Range<Int> {
    switch lines {
    case .current: editor.row..<(editor.row + 1)
    case .all: 0..<editor.lineCount
    case .range(let first, let last):
      min(
        max(1, first) - 1, editor.lineCount)..<max(
          min(max(1, first) - 1, editor.lineCount), min(last, editor.lineCount))
    }
  }
}
