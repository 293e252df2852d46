internal import RequestModel

extension DocumentDiff {
  /// Whether the bodies are equal by the rules of their format.
  package var isEmpty: Bool { changes.isEmpty }

  /// The number of changes. Adjacent removed and added lines count as one.
  package var changeCount: Int { changes.count }

  package var removedLineCount: Int { count(of: .removed) }
  package var addedLineCount: Int { count(of: .added) }

  /// The number of visible lines. A folded range counts as one.
  package var lineCount: Int { lineCountUnfolded - folds.hiddenCount }

  /// Formats one visible line; `columns` as in `BodyDocument.line(at:columns:)`.
  ///
  /// - Precondition: `0 <= index < lineCount`.
  package func line(at index: Int, columns: Range<Int> = BodyDocument.screenful) -> DiffLine {
    precondition(index >= 0 && index < lineCount, "line \(index) of \(lineCount)")
    switch folds.place(of: index) {
    case .folded(let stretch): return DiffLine(mark: .same, line: words(folds.lines(of: stretch).count, columns))
    case .line(let line, let isInStretch):
      let (document, place, mark) = origin(of: line)
      var shown = document.line(at: place, columns: columns)
      (shown.isFoldable, shown.isFolded) = (isInStretch, false)
      return DiffLine(mark: mark, line: shown)
    }
  }

  /// The path of a line, as in `BodyDocument.path(at:)`; in the old body for removed lines. Empty for folded ranges.
  package func path(at index: Int) -> String {
    guard index < lineCount, case .line(let line, _) = folds.place(of: index) else { return "" }
    let (document, place, _) = origin(of: line)
    return document.path(at: place)
  }

  /// Whether a line is a folded range, or in one that can be folded.
  package func hasFold(at index: Int) -> Bool {
    guard index >= 0, index < lineCount else { return false }
    if case .line(_, isInStretch: false) = folds.place(of: index) { return false }
    return true
  }

  /// Unfolds a folded range, or folds the unchanged range around a line.
  ///
  /// - Returns: The line where the range then begins; `nil` if nothing can be folded.
  @discardableResult
  package mutating func toggle(at index: Int) -> Int? {
    guard index >= 0, index < lineCount else { return nil }
    return folds.toggle(at: index)
  }

  package mutating func unfoldAll() { folds.setAll(isOpen: true) }

  package mutating func foldAll() { folds.setAll(isOpen: false) }

  /// The first line of the next change after `index`; -1 finds the first change.
  package func nextChange(from index: Int) -> Int? {
    let line = index < 0 ? -1 : folds.lastLine(of: index)
    let next = changes.partitioningIndex { $0 > line }
    return next < changes.count ? folds.visible(changes[next]) : nil
  }

  /// The first line of the last change that begins before `index`.
  package func previousChange(from index: Int) -> Int? {
    let line = index >= lineCount ? lineCountUnfolded : folds.lastLine(of: max(0, index))
    let next = changes.partitioningIndex { $0 >= line }
    return next > 0 ? folds.visible(changes[next - 1]) : nil
  }

  private var lineCountUnfolded: Int {
    guard let start = starts.last, let run = runs.last else { return 0 }
    return start + run.count
  }

  private func count(of mark: DiffMark) -> Int {
    runs.reduce(0) { $0 + ($1.mark == mark ? $1.count : 0) }
  }

  /// The document that contains a line, and its number there.
  private func origin(of line: Int) -> (BodyDocument, Int, DiffMark) {
    let index = starts.partitioningIndex { $0 > line } - 1
    let run = runs[index]
    return (run.mark == .removed ? old : new, run.start + line - starts[index], run.mark)
  }

  private func words(_ count: Int, _ columns: Range<Int>) -> Line {
    var builder = LineBuilder(.empty, columns: columns)
    builder.add(.words(Messages.unchanged(count), .note))
    return Line(
      indent: 0, spans: builder.spans, width: builder.width, isFoldable: true, isFolded: true, bytes: 0..<0)
  }
}
