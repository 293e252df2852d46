/// Something that can be typed for the user.
package struct CompletionItem: Hashable, Sendable {
  /// What a second column says of an item.
  package enum Detail: Hashable, Sendable {
    case none
    case text(String)
    /// The value and the origin of the variable of this name, looked up when the row is drawn.
    case variable
  }

  /// What is shown, and found by typing.
  package var text: String
  package var detail: Detail

  package init(_ text: String, _ detail: Detail = .none) { (self.text, self.detail) = (text, detail) }

  package init(_ text: String, _ detail: String) { self.init(text, .text(detail)) }
}
