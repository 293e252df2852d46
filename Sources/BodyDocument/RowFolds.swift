internal import RequestModel

/// The folded containers of a row tree, which determine the visible lines.
///
/// Hidden rows are a sorted list of gaps with running totals, so that lines are found by bisection. Folds inside a folded
/// container are kept until it is unfolded.
struct RowFolds: Equatable, Sendable {
  /// Every container at this depth or deeper is folded, except `exceptions`.
  private var level = Int.max
  private var exceptions: Set<UInt32> = []
  private var gaps: ContiguousArray<RowGap> = []

  func isFolded(_ row: Int, in tree: RowTree) -> Bool {
    (level < Int.max && tree.depth(of: row) >= level) != exceptions.contains(UInt32(row)) && tree.isContainer(row)
  }

  func lineCount(in tree: RowTree) -> Int { tree.count - Int(gaps.last?.hiddenThrough ?? 0) }

  func row(at line: Int) -> Int {
    line + hiddenBefore(gaps.indices.partitioningIndex { Int(gaps[$0].first) - hiddenBefore($0) > line })
  }

  /// The line that shows `row`, or the folded container around it.
  func line(of row: Int) -> Int {
    let behind = gaps.partitioningIndex { Int($0.first) > row }
    guard behind > 0 else { return row }
    let gap = gaps[behind - 1]
    let length = Int(gap.hiddenThrough) - hiddenBefore(behind - 1)
    if row < Int(gap.first) + length { return Int(gap.first) - 1 - hiddenBefore(behind - 1) }
    return row - Int(gap.hiddenThrough)
  }

  mutating func toggle(_ row: Int, in tree: RowTree) {
    guard tree.isContainer(row) else { return }
    exceptions.formSymmetricDifference([UInt32(row)])
    let rows = row + 1...tree.end(of: row)
    replaceGaps(in: rows, by: isFolded(row, in: tree) ? [rows] : foldedSpans(in: rows, of: tree))
  }

  /// Folds every container at depth `level` or deeper and unfolds the rest.
  mutating func fold(to level: Int, in tree: RowTree) {
    self = RowFolds()
    guard level < Int.max else { return }
    self.level = level
    let noted = level == 1 ? tree.innerGaps : nil
    gaps = noted ?? tree.rows.withUnsafeBufferPointer { Self.gaps(atLevel: level, in: $0) }
  }

  /// The outermost containers of a level, found by walking from sibling to sibling.
  private static func gaps(atLevel level: Int, in rows: UnsafeBufferPointer<Row>) -> ContiguousArray<RowGap> {
    var gaps: ContiguousArray<RowGap> = []
    var depth = 0
    var row = 0
    while row + 1 < rows.count {
      let number = UInt32(truncatingIfNeeded: row)
      if rows[row + 1].parent == number {
        if depth >= level {
          gaps.append(row: number, end: rows[row].extent)
          row = Int(rows[row].extent)
        } else {
          depth += 1
        }
      } else if depth > 0, rows[row].parent != Row.none, rows[Int(rows[row].parent)].extent == number {
        depth -= 1
      }
      row += 1
    }
    return gaps
  }

  /// Unfolds all containers around `row`.
  mutating func reveal(_ row: Int, in tree: RowTree) {
    var folded: [Int] = []
    var holder = tree.parent(of: row)
    while let container = holder {
      if isFolded(container, in: tree) { folded.append(container) }
      holder = tree.parent(of: container)
    }
    for container in folded.reversed() { toggle(container, in: tree) }
  }

  /// Applies the same folds to a tree that begins with the same rows.
  func moved(to tree: RowTree) -> RowFolds {
    var folds = RowFolds()
    folds.level = level
    folds.exceptions = exceptions.filter { tree.isContainer(Int($0)) }
    if tree.count > 0 { folds.replaceGaps(in: 0...tree.count, by: folds.foldedSpans(in: 0...tree.count - 1, of: tree)) }
    return folds
  }

  private func hiddenBefore(_ gap: Int) -> Int { gap > 0 ? Int(gaps[gap - 1].hiddenThrough) : 0 }

  /// The rows hidden by the outermost folds within `rows`.
  private func foldedSpans(in rows: ClosedRange<Int>, of tree: RowTree) -> [ClosedRange<Int>] {
    level == Int.max ? spansOfExceptions(in: rows, of: tree) : spansByWalking(rows, of: tree)
  }

  private func spansOfExceptions(in rows: ClosedRange<Int>, of tree: RowTree) -> [ClosedRange<Int>] {
    var spans: [ClosedRange<Int>] = []
    for row in exceptions.map(Int.init).filter(rows.contains).sorted() where row > (spans.last?.upperBound ?? -1) {
      spans.append(row + 1...tree.end(of: row))
    }
    return spans
  }

  private func spansByWalking(_ rows: ClosedRange<Int>, of tree: RowTree) -> [ClosedRange<Int>] {
    var spans: [ClosedRange<Int>] = []
    var row = rows.lowerBound
    while row <= rows.upperBound, row < tree.count {
      if isFolded(row, in: tree) {
        spans.append(row + 1...tree.end(of: row))
        row = tree.end(of: row)
      }
      row += 1
    }
    return spans
  }

  /// Replaces the gaps within `rows` with `spans` and updates the totals of all later gaps.
  private mutating func replaceGaps(in rows: ClosedRange<Int>, by spans: [ClosedRange<Int>]) {
    let start = gaps.partitioningIndex { Int($0.first) >= rows.lowerBound }
    let end = gaps.partitioningIndex { Int($0.first) > rows.upperBound }
    let hiddenBehind = hiddenBefore(end)
    var hidden = hiddenBefore(start)
    let replacement = spans.map { span in
      hidden += span.count
      return RowGap(first: UInt32(span.lowerBound), hiddenThrough: UInt32(hidden))
    }
    gaps.replaceSubrange(start..<end, with: replacement)
    guard hidden != hiddenBehind else { return }
    for index in start + replacement.count..<gaps.count {
      gaps[index].hiddenThrough = UInt32(Int(gaps[index].hiddenThrough) - hiddenBehind + hidden)
    }
  }
}
