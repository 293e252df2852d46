/// A suggestion in the completion list.
package struct CompletionItem: Hashable, Sendable {
  /// The content of an item's second column.
  package enum Detail: Hashable, Sendable {
    case none
    case text(String)
    /// The value and the origin of the variable of this name, looked up when the row is drawn.
    case variable
  }

  /// The text that is shown and matched.
  package var text: String
  package var detail: Detail

  package init(_ text: String, _ detail: Detail = .none) { (self.text, self.detail) = (text, detail) }

  package init(_ text: String, _ detail: String) { self.init(text, .text(detail)) }

  /// Words with their meaning, or with an empty text.
  static func list(_ words: KeyValuePairs<String, String>) -> [CompletionItem] {
    words.map { CompletionItem($0.key, $0.value.isEmpty ? .none : .text($0.value)) }
  }
}
