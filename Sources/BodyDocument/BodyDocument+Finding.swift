import Foundation

extension BodyDocument {
  /// The next line that holds `needle`, behind `line` or, backward, before it; past the end it goes on from the other end, and `line`
  /// itself comes last. Folds around the hit open.
  ///
  /// The text is searched as it was received: JSON's escapes are not decoded, and the blanks of the pretty view are not in it. A needle
  /// without capitals matches them too.
  ///
  /// - Parameter line: -1 searches from the top.
  package mutating func find(_ needle: String, from line: Int, forward: Bool = true) -> Int? {
    guard let search = ByteSearch(needle), lineCount > 0 else { return nil }
    let hit = source.withUnsafeBytes { source -> Int? in
      let here = line < 0 ? 0..<0 : byteRange(ofLine: min(line, lineCount - 1), in: source)
      return forward
        ? search.first(in: source, here.upperBound..<source.count) ?? search.first(in: source, 0..<source.count)
        : search.last(in: source, 0..<here.lowerBound) ?? search.last(in: source, 0..<source.count)
    }
    return hit.map { reveal($0) }
  }

  /// How often `needle` stands in the text.
  package func count(of needle: String) -> Int {
    guard let search = ByteSearch(needle) else { return 0 }
    return source.withUnsafeBytes { search.count(in: $0) }
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

  /// The bytes of a line alone: of a container, open or folded, only up to what is in it.
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
