/// A comparison of the shown body with another one.
package struct Comparison: Equatable, Sendable {
  package var diff: DocumentDiff
  /// `since …` or `until …` the other exchange.
  package var title: String

  /// `3 changes · 4 removed · 2 added`
  var summary: String {
    if diff.isEmpty { return "no changes" }
    return [
      Formatting.count(diff.changeCount, "change"), "\(Formatting.number(diff.removedLineCount)) removed",
      "\(Formatting.number(diff.addedLineCount)) added",
    ].joined(separator: " · ")
  }

  /// The summary for the line above the rows, the longest first.
  var summaries: [String] {
    let short = diff.isEmpty ? [] : ["-\(diff.removedLineCount) +\(diff.addedLineCount)"]
    return [summary + " · Esc shows the body", summary] + short
  }
}
