/// A request as it would be sent, secrets masked.
package struct PreviewText: Equatable, Sendable {
  /// The HTTP text.
  package var lines: [String]
  /// Unresolved names, credentials, the route, and reasons why it cannot be sent.
  package var notes: [String]

  package init(lines: [String], notes: [String]) { (self.lines, self.notes) = (lines, notes) }
}
