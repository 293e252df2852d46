import Foundation
import RequestModel

// Searches the received text, and JSON strings also in decoded form. The blanks of the pretty view never match.
extension BodyDocument {
  /// Finds the first match at or after `offset` or, backward, the last one before it, wrapping around at the end.
  ///
  /// - Returns: The offset of the match, for `reveal(_:)`.
  package func find(
    _ search: BodySearch, from offset: Int, forward: Bool = true
  ) throws(RegularExpressionProblem) -> Int? {
    return try withSource { source throws(RegularExpressionProblem) in
      let offset = min(max(0, offset), source.count)
      let ahead = forward ? offset..<source.count : 0..<offset
      if let hit = try hit(search, in: source, ahead, forward) { return hit.lowerBound }
      return try hit(search, in: source, 0..<source.count, forward)?.lowerBound
    }
  }

  /// Finds all matches, at several hundred megabytes a second.
  ///
  /// - Returns: `nil` if it was stopped.
  package func hits(
    of search: BodySearch, isStopped: () -> Bool = { Task.isCancelled }
  ) throws(RegularExpressionProblem) -> SearchHits? {
    try withSource { source throws(RegularExpressionProblem) in
      if let finder = escapedFinder(search) { return try finder.hits(in: source, isStopped: isStopped) }
      return try finder(search).hits(in: source, isStopped: isStopped)
    }
  }

  /// The matches to highlight in a line; of a giant line only those in the spans.
  package func hits(of search: BodySearch, in line: Line) -> [Range<Int>] {
    guard let start = line.spans.lazy.compactMap(\.start).first, let last = line.spans.last(where: { $0.start != nil })
    else { return [] }
    return source.withUnsafeBytes { source in
      let shown = start..<min(last.sourceEnd ?? start, source.count)
      return escapedFinder(search)?.all(in: source, shown) ?? finder(search).all(in: source, shown)
    }
  }

  /// The bytes of a line itself; of a container, without its children.
  package func ownBytes(ofLine line: Int) -> Range<Int> {
    source.withUnsafeBytes { byteRange(ofLine: line, in: $0) }
  }

  /// The line that shows the byte at `offset` of the view's bytes. Opens folds around it.
  package mutating func reveal(_ offset: Int) -> Int {
    switch shape {
    case .flat(let view): return source.withUnsafeBytes { view.line(at: offset, in: $0) }
    case .tree(let view):
      let row = view.tree.row(at: offset)
      folds.reveal(row, in: view.tree)
      return folds.line(of: row)
    }
  }

  /// The column at which a line shows the byte at `offset`, not counting its indent.
  package func column(of offset: Int, inLine line: Int) -> Int {
    let start = ownBytes(ofLine: line).lowerBound
    guard view == .pretty, content.hasEscapes, offset > start, offset - start <= LineBuilder.longestDecoded else {
      return max(0, offset - start)
    }
    return source.withUnsafeBytes { source in
      DecodedText(start..<source.escapeStart(offset), in: source, where: \.isShownDecoded).bytes.count
    }
  }

  private func hit(
    _ search: BodySearch, in source: UnsafeRawBufferPointer, _ range: Range<Int>, _ forward: Bool
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    if let finder = escapedFinder(search) { return try finder.hit(in: source, range, forward: forward) }
    return try finder(search).hit(in: source, range, forward: forward)
  }

  private func escapedFinder(_ search: BodySearch) -> EscapedHitFinder? {
    guard content.hasEscapes, isSourceText else { return nil }
    return EscapedHitFinder(finder: finder(search), showsDecoded: view != .raw)
  }

  private func finder(_ search: BodySearch) -> HitFinder { search.finder(isText: isSourceText) }

  /// Whether the view's bytes are UTF-8.
  private var isSourceText: Bool { (content.isText || content.isBinaryDocument) && view != .hex }

  private func withSource<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try source.withTypedBytes(body)
  }

  private func byteRange(ofLine line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    switch shape {
    case .flat(let view): return view.bytes(of: line, in: source)
    case .tree(let view):
      let row = folds.row(at: line)
      let next = row + 1
      return view.tree[row].start..<(next < view.tree.count ? view.tree[next].start : source.count)
    }
  }
}
