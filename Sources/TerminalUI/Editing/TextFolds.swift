/// The folded lines of a text. The first line of a fold stays visible.
package struct TextFolds: Equatable, Sendable {
  /// All folds by their first line, the longer ones first. Folds may be nested.
  private var all: [ClosedRange<Int>] = []
  /// The outermost folds, and the number of hidden lines before each.
  private var shown: [ClosedRange<Int>] = []
  private var hiddenBefore: [Int] = []
  package private(set) var hiddenLines = 0

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  // MARK: Lines and rows

  /// The outermost fold that contains a line, or begins with it.
  package func fold(at line: Int) -> ClosedRange<Int>? {
    let index = shown.partitioningIndex { $0.lowerBound > line } - 1
    return index >= 0 && shown[index].contains(line) ? shown[index] : nil
  }

  package func hides(_ line: Int) -> Bool { fold(at: line).map { $0.lowerBound < line } ?? false }

  /// The row of a line: its own, or the row of the fold that hides it.
  package func row(of line: Int) -> Int {
    let index = shown.partitioningIndex { $0.lowerBound > line } - 1
    guard index >= 0 else { return line }
    let fold = shown[index]
    if fold.contains(line) { return fold.lowerBound - hiddenBefore[index] }
    return line - hiddenBefore[index] - (fold.count - 1)
  }

  package func line(ofRow row: Int) -> Int {
    let index = shown.indices.partitioningIndex { shown[$0].lowerBound - hiddenBefore[$0] >= row } - 1
    guard index >= 0 else { return row }
    return row + hiddenBefore[index] + shown[index].count - 1
  }

  // MARK: Folding

  package mutating func close(_ folds: [ClosedRange<Int>]) {
    set(all + folds.filter { $0.count > 1 })
  }

  package mutating func openAll() { set([]) }

  /// Opens the folds that hide a line.
  package mutating func reveal(_ line: Int) {
    if hides(line) { set(all.filter { !$0.contains(line) || $0.lowerBound == line }) }
  }

  /// Opens the fold shown at a line, but not those nested in it.
  package mutating func open(at line: Int) {
    guard let fold = fold(at: line) else { return }
    set(all.filter { $0 != fold })
  }

  private mutating func set(_ folds: [ClosedRange<Int>]) {
    all = folds.sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }
    (shown, hiddenBefore, hiddenLines) = ([], [], 0)
    for fold in all where shown.last.map({ $0.upperBound < fold.lowerBound }) ?? true {
      shown.append(fold)
      hiddenBefore.append(hiddenLines)
      hiddenLines += fold.count - 1
    }
  }

  // MARK: Edits

  /// Moves the folds after an edit, and opens those that the edit touches.
  ///
  /// - Parameters:
  ///   - line: The line in which the edit begins.
  ///   - isWhole: Whether it replaces whole lines by whole lines.
  mutating func edited(at line: Int, removed: Int, inserted: Int, isWhole: Bool) {
    guard !all.isEmpty, removed > 0 || inserted > 0 || hides(line) else { return }
    let behind = line + removed + (isWhole ? 0 : 1)
    set(
      all.compactMap { fold in
        if fold.lowerBound >= behind {
          return fold.lowerBound + inserted - removed...fold.upperBound + inserted - removed
        }
        return fold.upperBound < line || removed == 0 && inserted == 0 && fold.lowerBound == line ? fold : nil
      })
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which the condition holds, provided that it holds for all later ones.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
