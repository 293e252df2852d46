/// Consecutive lines with the same mark that are also consecutive in their document.
struct DiffRun: Equatable, Sendable {
  var mark: DiffMark
  /// The first line, in the old document for removed lines, else in the new one.
  var start: Int
  var count: Int
}

/// The runs of a comparison in display order.
struct DiffRuns {
  private(set) var runs = ContiguousArray<DiffRun>()

  /// Appends lines of a document, merging them with the last run if they are adjacent.
  mutating func add(_ mark: DiffMark, _ lines: Range<Int>) {
    guard !lines.isEmpty else { return }
    if let last = runs.last, last.mark == mark, last.start + last.count == lines.lowerBound {
      runs[runs.count - 1].count += lines.count
    } else {
      runs.append(DiffRun(mark: mark, start: lines.lowerBound, count: lines.count))
    }
  }
}
