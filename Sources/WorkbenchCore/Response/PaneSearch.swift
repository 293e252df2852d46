package import BodyDocument
import RequestModel
package import TerminalUI

/// What is looked for in the rows of an answer, from the first letter on.
package struct PaneSearch: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case searching
    case counted(SearchHits)
    case failed(String)
  }

  package var editor: TextEditor
  /// What was looked for before; Enter in the empty field looks for it again.
  package var former: String
  package var isRegularExpression = false
  /// Whether it is being typed.
  package var isOpen = true
  /// The row from which it looks while it is typed, and to which Escape goes back.
  package var origin: Int
  /// The hit that was gone to last.
  package var current: Int?
  package var ticket: TaskID?
  package var state = State.idle

  package init(_ text: String = "", former: String = "", isRegularExpression: Bool = false, origin: Int) {
    editor = TextEditor(text)
    self.former = former
    self.isRegularExpression = isRegularExpression
    self.origin = origin
  }

  package var pattern: SearchPattern { SearchPattern(editor.text, isRegularExpression: isRegularExpression) }

  /// What to look for; `nil` where nothing was typed or it is no pattern.
  package var search: BodySearch? { try? BodySearch(pattern) }

  /// `3 of 17`, or why there is none.
  func status(in row: Range<Int>?) -> (text: String, isProblem: Bool) {
    switch state {
    case .idle: return ("", false)
    case .searching: return ("…", false)
    case .failed(let sentence): return (sentence, true)
    case .counted(let hits):
      if hits.count == 0 { return ("no hit", true) }
      let place = current.flatMap { hits.index(in: $0..<$0 + 1) } ?? row.flatMap { hits.index(in: $0) }
      let count = Formatting.count(hits.count, "hit")
      return (place.map { "\(Formatting.number($0 + 1)) of \(Formatting.number(hits.count))" } ?? count, false)
    }
  }
}
