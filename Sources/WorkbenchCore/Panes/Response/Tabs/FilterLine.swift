package import TerminalUI

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
  /// The index of the earlier filter shown; `nil` while typing a new one.
  private var recalled: Int?

  package init(_ text: String = "") { editor = TextEditor(text) }

  var task: TaskID? { if case .running(let task) = state { task } else { nil } }
  var isRunning: Bool { task != nil }

  /// Recalls an earlier filter.
  mutating func recall(_ step: Int, of history: [String]) {
    guard !history.isEmpty else { return }
    let index = min(max(-1, (recalled ?? -1) + step), history.count - 1)
    recalled = index < 0 ? nil : index
    editor = TextEditor(index < 0 ? "" : history[history.count - 1 - index])
  }
}
