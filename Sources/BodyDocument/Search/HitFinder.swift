/// Finds the non-empty matches of a regular expression.
struct HitFinder: Sendable {
  let expression: RegularExpression
  /// Whether the bytes are UTF-8. Ranges must then not split characters, which the engine does not check.
  let isText: Bool

  /// How far a match may extend past its chunk in a backward search.
  private static let reach = 1 << 16
  /// The number of bytes searched between checks of `isStopped`.
  private static let stretch = 8 << 20

  /// The first match inside `range`, or the last one that begins in it.
  func hit(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, forward: Bool = true
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    forward ? try next(expression.scanner(), bytes, range) : try last(in: bytes, range)
  }

  /// All matches in a range of about a screen; none if the pattern is too costly.
  func all(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [Range<Int>] {
    var hits: [Range<Int>] = []
    var from = range.lowerBound
    let scanner = expression.scanner()
    while let hit = try? next(scanner, bytes, from..<range.upperBound) {
      hits.append(hit)
      from = hit.upperBound
    }
    return hits
  }

  /// Searches chunks forward, starting with the last chunk.
  private func last(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    let scanner = expression.scanner()
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - Self.reach)
      let window = min(bytes.count, end + Self.reach)
      var found: Range<Int>?
      var from = bytes.characterStart(start)
      while let hit = try next(scanner, bytes, from..<window), hit.lowerBound < end {
        (found, from) = (hit, hit.upperBound)
      }
      if let found { return found }
      end = start
    }
    return nil
  }

  /// All matches, without overlaps.
  ///
  /// - Parameter isStopped: Called about every thousand matches and every few megabytes.
  /// - Returns: `nil` if it was stopped.
  func hits(
    in bytes: UnsafeRawBufferPointer, isStopped: () -> Bool
  ) throws(RegularExpressionProblem) -> SearchHits? {
    let scanner = expression.scanner()
    var hits = SearchHits()
    var from = 0
    while from < bytes.count {
      if isStopped() { return nil }
      // Search in chunks, so that a search without matches can be stopped.
      let end = min(bytes.count, from + Self.stretch)
      let limit = hits.count + 1024
      while hits.count < limit {
        guard let hit = try next(scanner, bytes, from..<min(bytes.count, end + Self.reach)), hit.lowerBound < end else {
          from = max(from, bytes.characterStart(end))
          break
        }
        hits.add(hit.lowerBound)
        from = hit.upperBound
      }
      if end == bytes.count, hits.count < limit { break }
    }
    return hits
  }

  /// The first match inside `range`, with a shared scanner.
  func next(
    _ scanner: RegularExpression.Scanner, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    let end = isText ? bytes.characterStart(range.upperBound) : range.upperBound
    var from = isText && range.lowerBound > 0 ? bytes.characterEnd(range.lowerBound - 1) : range.lowerBound
    while from < end, let hit = try scanner.next(in: bytes, from..<end) {
      if !hit.isEmpty { return hit }
      from = bytes.characterEnd(hit.upperBound)
    }
    return nil
  }
}
