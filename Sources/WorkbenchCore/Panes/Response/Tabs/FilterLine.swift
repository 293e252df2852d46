/// The field for a filter: a JSONPath, or a command after `|`.
package struct FilterLine: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case running(TaskID)
    case failed(String)
  }

  package var editor: TextEditor
  package var isOpen = true
  package var state = State.idle
  private var recall = Recall()

  package init(_ text: String = "") { editor = TextEditor(text) }

  var task: TaskID? { if case .running(let task) = state { task } else { nil } }
  var isRunning: Bool { task != nil }

  /// Whether the text is not a filter.
  var isBlank: Bool { editor.text.allSatisfy { $0 == " " || $0 == "|" || $0 == "$" || $0 == "." } }

  func hints(history: [String], isFiltered: Bool) -> [(key: String, label: String)] {
    [("⏎", isBlank ? (isFiltered ? "show all" : "close") : "filter")]
      + (recall.hasEarlier(than: editor.text, in: history) ? [("↑", "earlier")] : [])
      + (recall.isAtTyped ? [] : [("↓", "later")]) + [("Esc", "cancel")]
  }

  /// Shows an earlier or later filter.
  mutating func showRecalled(_ step: Int, of history: [String]) {
    if let text = recall.move(by: step, in: history, from: editor.text) { editor = TextEditor(text) }
  }
}
