/// Finding and replacing in the open text.
package struct FindBar: Equatable, Sendable {
  package var pattern: TextEditor
  package var replacement = TextEditor("")
  /// Whether the replacement gets the keys.
  package var isReplacing = false
  package var isRegularExpression = false
  /// The matches, at most `mostHits`.
  fileprivate(set) var hits: [Range<Int>] = []
  fileprivate(set) var problem: String?
  /// The number of matches replaced since the pattern was typed.
  private(set) var replaced = 0
  /// Where the search began.
  let origin: Int

  static let mostHits = 100_000

  init(_ text: String, origin: Int) {
    pattern = TextEditor(text)
    self.origin = origin
  }

  private func search() throws(RegularExpressionProblem) -> BodySearch? {
    try BodySearch(SearchPattern(pattern.text, isRegularExpression: isRegularExpression))
  }

  /// Finds all matches again, perhaps after some were replaced.
  mutating func refresh(_ buffer: TextBuffer, afterReplacing count: Int? = nil) {
    (hits, problem, replaced) = ([], nil, count.map { replaced + $0 } ?? 0)
    do throws(RegularExpressionProblem) {
      hits = try search()?.matches(in: buffer.bytes(in: 0..<buffer.count), limit: Self.mostHits) ?? []
    } catch {
      problem = error.sentence
    }
  }

  func next(from offset: Int) -> Range<Int>? { hits.first { $0.lowerBound >= offset } ?? hits.first }

  func previous(before offset: Int) -> Range<Int>? { hits.last { $0.lowerBound < offset } ?? hits.last }

  /// The replacement of the match at `range`, or those of all matches if `range` is `nil`.
  func replacements(in buffer: TextBuffer, only range: Range<Int>? = nil) -> [BodySearch.Replacement] {
    let template = ReplacementTemplate(replacement.text, isRegularExpression ? .dollar : .literal)
    let bytes = buffer.bytes(in: 0..<buffer.count)
    // The error is shown already.
    let all = (try? search()?.replacements(in: bytes, with: template)) ?? []
    return all.filter { range.map($0.range.elementsEqual) ?? true }
  }

  /// `3 of 17`, or why nothing matches.
  func status(selection: Range<Int>?) -> (text: String, isProblem: Bool) {
    if let problem { return (problem, true) }
    if pattern.buffer.count == 0 { return ("", false) }
    if hits.isEmpty, replaced > 0 { return ("\(Formatting.number(replaced)) replaced", false) }
    if hits.isEmpty { return ("no match", true) }
    let total = Formatting.number(hits.count) + (hits.count == Self.mostHits ? "+" : "")
    if let index = selection.flatMap({ hits.firstIndex(of: $0) }) {
      return ("\(Formatting.number(index + 1)) of \(total)", false)
    }
    return (hits.count == 1 ? "1 match" : "\(total) matches", false)
  }

  // MARK: Drawing

  /// The rows that it takes at the bottom of the text.
  static func rows(of height: Int) -> Int { height >= 6 ? 2 : 1 }

  func draw(selection: Range<Int>?, into canvas: inout Canvas) {
    let (text, isProblem) = status(selection: selection)
    let kind = isRegularExpression ? "Ctrl+R text" : "Ctrl+R regex"
    let status = [
      Span(text, isProblem ? .warning : .hint), Span(text.isEmpty ? "" : " · "), Span(kind, .hint),
    ]
    let rows = [
      (isRegularExpression ? "/regex/ " : "Find    ", pattern, status, !isReplacing),
      ("Replace ", replacement, [Span("⏎ one · Alt+⏎ all", .hint)], isReplacing),
    ]
    let shown = canvas.size.rows > 1 ? rows : [rows[isReplacing ? 1 : 0]]
    for (row, line) in shown.enumerated() {
      canvas.draw(in: Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)) {
        FilterField.draw(line.0, line.1, isOpen: line.3, status: line.2, into: &$0)
      }
    }
  }
}
