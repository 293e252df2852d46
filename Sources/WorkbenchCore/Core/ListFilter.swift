/// The text field that filters a list.
package struct ListFilter: Equatable, Sendable {
  package var editor = TextEditor("")
  /// What a closed one shows in place of its text.
  var label: String?
  /// Whether it gets the keys. A closed filter still applies.
  package var isOpen = true

  package var text: String { editor.text }

  /// The effect of a key.
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
