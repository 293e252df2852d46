package import BodyDocument
import RequestModel

/// Two bodies side by side, one of them the body that is shown.
package struct Comparison: Equatable, Sendable {
  package var diff: DocumentDiff
  /// What the body is compared with.
  package var title: String

  package init(diff: DocumentDiff, title: String) {
    self.diff = diff
    self.title = title
  }

  /// `3 changes: 4 lines removed, 2 added`.
  var summary: String {
    if diff.isEmpty { return "nothing changed" }
    return [
      Formatting.count(diff.changeCount, "change"), "\(Formatting.number(diff.removedLineCount)) removed",
      "\(Formatting.number(diff.addedLineCount)) added",
    ].joined(separator: " · ")
  }
}
