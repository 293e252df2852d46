package import BodyDocument
import RequestModel
package import TerminalUI

/// A search in the rows of a tab, run from the first letter on.
package struct RowSearch: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case searching
    case counted(SearchHits)
    case failed(String)
  }

  package var editor: TextEditor
  /// The search before this one; Enter in an empty field repeats it.
  package var former: String
  package var isRegularExpression = false
  /// Whether it is being typed.
  package var isOpen = true
  /// The row that the search starts from while it is typed, and that Escape returns to.
  package var origin: Int
  /// The hit shown last.
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

  /// The pattern to search for; `nil` if nothing was typed or it is invalid.
  package var search: BodySearch? { try? BodySearch(pattern) }

  /// `3 of 17`, or why there is no hit.
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
