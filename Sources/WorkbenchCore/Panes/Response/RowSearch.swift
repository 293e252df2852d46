/// An incremental search in the rows of a tab.
package struct RowSearch: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case searching
    case counted(SearchHits)
    case failed(String)
  }

  package var editor: TextEditor
  /// The previous search; Enter in an empty field repeats it.
  package var former: String
  package var isRegularExpression = false
  /// Whether its field is open.
  package var isOpen = true
  /// The row that the search starts from and Escape returns to.
  package var origin: Int
  /// The last match shown.
  package var current: Int?
  package var task: TaskID?
  package var state = State.idle

  package init(_ text: String = "", former: String = "", isRegularExpression: Bool = false, origin: Int) {
    editor = TextEditor(text)
    self.former = former
    self.isRegularExpression = isRegularExpression
    self.origin = origin
  }

  package var pattern: SearchPattern { SearchPattern(editor.text, isRegularExpression: isRegularExpression) }

  /// The search; `nil` if the pattern is empty or invalid.
  package var search: BodySearch? { try? BodySearch(pattern) }

  /// Whether there is more than one match.
  var hasOtherMatches: Bool { if case .counted(let hits) = state { hits.count > 1 } else { false } }

  /// `3 of 17`, or why nothing matches.
  func status(in row: Range<Int>?) -> (text: String, isProblem: Bool) {
    switch state {
    case .idle: return ("", false)
    case .searching: return ("…", false)
    case .failed(let sentence): return (sentence, true)
    case .counted(let hits):
      if hits.count == 0 { return ("no match", true) }
      let place = current.flatMap { hits.index(in: $0..<$0 + 1) } ?? row.flatMap { hits.index(in: $0) }
      let count = Formatting.count(hits.count, "match", plural: "matches")
      return (place.map { "\(Formatting.number($0 + 1)) of \(Formatting.number(hits.count))" } ?? count, false)
    }
  }
}
