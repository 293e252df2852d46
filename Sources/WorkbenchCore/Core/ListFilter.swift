package import TerminalUI

/// The line that narrows a list.
package struct ListFilter: Equatable, Sendable {
  package var editor = TextEditor("")
  /// Whether it takes the keys; a closed one stays in force.
  package var isOpen = true

  package var text: String { editor.text }

  /// What a key means.
  enum Outcome { case changed, moved(Int), kept, dropped, nothing }

  mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .escape: return .dropped
    case .enter: return text.isEmpty ? .dropped : .kept
    case .up: return .moved(-1)
    case .down: return .moved(1)
    default: return editor.handle(key) ? .changed : .nothing
    }
  }
}
