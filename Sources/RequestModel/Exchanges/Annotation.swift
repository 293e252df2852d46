/// The user's tags, note and pin for an exchange.
package struct Annotation: Hashable, Sendable {
  /// In alphabetical order.
  package var tags: [String]
  /// Never empty.
  package var note: String?
  /// Pinned exchanges are kept when old ones are pruned.
  package var isPinned: Bool

  package init(tags: [String] = [], note: String? = nil, isPinned: Bool = false) {
    self.tags = tags
    self.note = note
    self.isPinned = isPinned
  }
}
