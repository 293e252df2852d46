package import TerminalUI

/// The line in which a filter of the body is typed: a JSONPath, or a command behind `|`.
package struct PaneFilter: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case running(TaskID)
    case failed(String)
  }

  package var editor: TextEditor
  package var isOpen = true
  package var state = State.idle
  /// Which of the earlier filters is shown; `nil` while something new is typed.
  package var recalled: Int?

  package init(_ text: String = "") { editor = TextEditor(text) }

  package var isRunning: Bool { if case .running = state { true } else { false } }
}
