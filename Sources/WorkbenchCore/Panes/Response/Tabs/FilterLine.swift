package import TerminalUI

/// The line in which a filter is typed: a JSONPath, or a command after `|`.
package struct FilterLine: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case running(TaskID)
    case failed(String)
  }

  package var editor: TextEditor
  package var isOpen = true
  package var state = State.idle
  /// Which of the earlier filters is shown; `nil` while something new is typed.
  private var recalled: Int?

  package init(_ text: String = "") { editor = TextEditor(text) }

  var task: TaskID? { if case .running(let task) = state { task } else { nil } }
  var isRunning: Bool { task != nil }

  /// Goes through the filters that were used before, the newest last.
  mutating func recall(_ step: Int, of history: [String]) {
    guard !history.isEmpty else { return }
    let index = min(max(-1, (recalled ?? -1) + step), history.count - 1)
    recalled = index < 0 ? nil : index
    editor = TextEditor(index < 0 ? "" : history[history.count - 1 - index])
  }
}
