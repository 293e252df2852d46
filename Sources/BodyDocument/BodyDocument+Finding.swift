import Foundation

// The text is searched as it was received: JSON's escapes are not decoded, and the blanks of the pretty view are not in it.
extension BodyDocument {
  /// The first hit that begins at `offset` or behind it or, backward, the last one before it; past the end it goes on from the other end.
  ///
  /// - Returns: Where it begins, for `reveal(_:)`.
  package func find(
    _ search: BodySearch, from offset: Int, forward: Bool = true
  ) throws(RegularExpressionProblem) -> Int? {
    let finder = finder(search)
    return try withSource { source throws(RegularExpressionProblem) in
      let offset = min(max(0, offset), source.count)
      let ahead = forward ? offset..<source.count : 0..<offset
      if let hit = try finder.hit(in: source, ahead, forward: forward) { return hit.lowerBound }
      return try finder.hit(in: source, 0..<source.count, forward: forward)?.lowerBound
    }
  }

  /// Every hit of the whole body, at some hundred megabytes a second.
  ///
  /// - Returns: `nil` where it was stopped.
  package func hits(
    of search: BodySearch, isStopped: () -> Bool = { Task.isCancelled }
  ) throws(RegularExpressionProblem) -> SearchHits? {
    try withSource { source throws(RegularExpressionProblem) in
      try finder(search).hits(in: source, isStopped: isStopped)
    }
  }

  /// The hits in what a line shows, for marking them; of a giant line only those in the spans.
  package func hits(of search: BodySearch, in line: Line) -> [Range<Int>] {
    guard let start = line.spans.lazy.compactMap(\.start).first, let last = line.spans.last(where: { $0.start != nil })
    else { return [] }
    let shown = start..<(last.start ?? start) + last.text.utf8.count
    return source.withUnsafeBytes { finder(search).all(in: $0, start..<min(shown.upperBound, $0.count)) }
  }

  /// The bytes of a line alone: of a container, open or folded, only up to what is in it.
  package func ownBytes(ofLine line: Int) -> Range<Int> {
    source.withUnsafeBytes { byteRange(ofLine: line, in: $0) }
  }

  /// The line that shows the byte at `offset` of the view's bytes; folds around it open.
  package mutating func reveal(_ offset: Int) -> Int {
    switch shape {
    case .flat(let view): return source.withUnsafeBytes { view.line(at: offset, in: $0) }
    case .tree(let view):
      let row = view.tree.row(at: offset)
      folds.reveal(row, in: view.tree)
      return folds.line(of: row)
    }
  }

  /// The column at which a line shows the byte at `offset`, its indent left out.
  package func column(of offset: Int, inLine line: Int) -> Int { max(0, offset - ownBytes(ofLine: line).lowerBound) }

  private func finder(_ search: BodySearch) -> HitFinder { search.finder(isText: isSourceText) }

  /// Whether the view's bytes are UTF-8.
  private var isSourceText: Bool { content.isText && view != .hex }

  private func withSource<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var result: Swift.Result<Result, Problem>?
    source.withUnsafeBytes { bytes in
      do throws(Problem) { result = .success(try body(bytes)) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("bytes that were not read") }
    return try result.get()
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
