/// Neighbouring lines of one mark, which stand one behind another in their document too.
struct DiffRun: Equatable, Sendable {
  var mark: DiffMark
  /// The first line in the old document where it was removed, else in the new one.
  var start: Int
  var count: Int
}

/// The runs of a comparison in the order they are shown.
struct DiffRuns {
  private(set) var runs = ContiguousArray<DiffRun>()

  /// Takes over lines of a document; joins them with the last ones where nothing stands between them.
  mutating func add(_ mark: DiffMark, _ lines: Range<Int>) {
    guard !lines.isEmpty else { return }
    if let last = runs.last, last.mark == mark, last.start + last.count == lines.lowerBound {
      runs[runs.count - 1].count += lines.count
    } else {
      runs.append(DiffRun(mark: mark, start: lines.lowerBound, count: lines.count))
    }
  }
}
