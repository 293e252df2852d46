/// Finds the places of a regular expression in JSON with escapes: in the text as it came, and in what its escapes stand for.
///
/// The text as it came is searched as fast as any other. Only stretches with a backslash are decoded and searched again, and
/// of these hits only those count that have a decoded character.
struct EscapedHitFinder {
  let finder: HitFinder
  /// Whether the reader sees decoded characters rather than escapes: then a hit on a part of an escape's digits is none.
  let showsDecoded: Bool

  private static let stretch = 1 << 18
  /// How far behind its stretch a hit may reach, and how far before it an assertion may look.
  private static let reach = 1 << 16
  private static let context = 256

  func hit(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, forward: Bool
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    forward ? try first(in: bytes, range) : try last(in: bytes, range)
  }

  /// All hits that begin in a range that fits a screen.
  func all(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [Range<Int>] {
    let plain = finder.all(in: bytes, range).filter { isSeen($0, in: bytes) }
    let scanner = finder.expression.scanner()
    // What is too costly on a screen has no hit there.
    let decoded = (try? self.decoded(scanner, in: bytes, range)) ?? []
    return Self.merged(plain, decoded)
  }

  /// - Returns: `nil` where it was stopped.
  func hits(
    in bytes: UnsafeRawBufferPointer, isStopped: () -> Bool
  ) throws(RegularExpressionProblem) -> SearchHits? {
    let scanner = finder.expression.scanner()
    var hits = SearchHits()
    var (plainEnd, decodedEnd) = (0, 0)
    for start in stride(from: 0, to: bytes.count, by: Self.stretch) {
      if isStopped() { return nil }
      let end = min(bytes.count, start + Self.stretch)
      let plain = try self.plain(scanner, in: bytes, min(max(start, plainEnd), end)..<end)
      plainEnd = plain.end
      let decoded = try self.decoded(scanner, in: bytes, min(max(start, decodedEnd), end)..<end)
      decodedEnd = decoded.last?.upperBound ?? decodedEnd
      for hit in Self.merged(plain.hits, decoded) { hits.add(hit.lowerBound) }
    }
    return hits
  }

  private func first(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    let scanner = finder.expression.scanner()
    var plain = try finder.next(scanner, bytes, range)
    while let hit = plain, !isSeen(hit, in: bytes) {
      plain = try finder.next(scanner, bytes, hit.upperBound..<range.upperBound)
    }
    let end = plain?.lowerBound ?? range.upperBound
    for start in stride(from: range.lowerBound, to: end, by: Self.stretch) {
      let stretch = start..<min(end, start + Self.stretch)
      if let hit = try decoded(scanner, in: bytes, stretch, atMost: 1).first { return hit }
    }
    return plain
  }

  private func last(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    let scanner = finder.expression.scanner()
    var end = range.upperBound
    while end > range.lowerBound {
      let stretch = max(range.lowerBound, end - Self.stretch)..<end
      let plain = try self.plain(scanner, in: bytes, stretch).hits.last
      let decoded = try self.decoded(scanner, in: bytes, stretch).last
      if let hit = [plain, decoded].compactMap(\.self).max(by: { $0.lowerBound < $1.lowerBound }) { return hit }
      end = stretch.lowerBound
    }
    return nil
  }

  /// The hits in the text as it came that begin in a stretch and can be seen, and where the last one ends.
  private func plain(
    _ scanner: RegularExpression.Scanner, in bytes: UnsafeRawBufferPointer, _ stretch: Range<Int>
  ) throws(RegularExpressionProblem) -> (hits: [Range<Int>], end: Int) {
    let end = min(bytes.count, stretch.upperBound + Self.reach)
    var hits: [Range<Int>] = []
    var from = stretch.lowerBound
    while from < stretch.upperBound, let hit = try finder.next(scanner, bytes, from..<end),
      hit.lowerBound < stretch.upperBound
    {
      if isSeen(hit, in: bytes) { hits.append(hit) }
      from = hit.upperBound
    }
    return (hits, from)
  }

  /// The hits that begin in a stretch and have a decoded character in them, by their bytes in the body.
  private func decoded(
    _ scanner: RegularExpression.Scanner, in bytes: UnsafeRawBufferPointer, _ stretch: Range<Int>,
    atMost most: Int = .max
  ) throws(RegularExpressionProblem) -> [Range<Int>] {
    let end = bytes.escapeStart(min(bytes.count, stretch.upperBound + Self.reach))
    guard !stretch.isEmpty, bytes.firstBackslash(in: stretch.lowerBound..<end) != nil else { return [] }
    let start = bytes.escapeStart(max(0, stretch.lowerBound - Self.context))
    let text = DecodedText(start..<end, in: bytes) { _ in true }
    var found: Result<[Range<Int>], RegularExpressionProblem> = .success([])
    text.bytes.withUnsafeBytes { decoded in
      found = Result { () throws(RegularExpressionProblem) in
        var hits: [Range<Int>] = []
        var from = text.decodedOffset(of: stretch.lowerBound)
        while hits.count < most, let hit = try finder.next(scanner, decoded, from..<decoded.count) {
          let place = text.sourceRange(of: hit)
          guard place.lowerBound < stretch.upperBound else { break }
          if text.hasChange(in: hit) { hits.append(place) }
          from = hit.upperBound
        }
        return hits
      }
    }
    return try found.get()
  }

  /// Whether the reader can see what was hit: not only some digits of an escape that is shown as its character.
  private func isSeen(_ hit: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard showsDecoded else { return true }
    for edge in [hit.lowerBound, hit.upperBound] {
      guard let escape = bytes.escape(around: edge), escape.isShownDecoded else { continue }
      // Behind each of its `\u`.
      let digits = stride(from: escape.range.lowerBound + 2, to: escape.range.upperBound - 3, by: 6).map { $0..<$0 + 4 }
      if !digits.contains(where: { hit.clamped(to: $0) == $0 }) { return false }
    }
    return true
  }

  /// Both in order, and once where they begin at the same byte.
  private static func merged(_ plain: [Range<Int>], _ decoded: [Range<Int>]) -> [Range<Int>] {
    if decoded.isEmpty { return plain }
    var merged: [Range<Int>] = []
    merged.reserveCapacity(plain.count + decoded.count)
    var rest = decoded[...]
    for hit in plain {
      while let next = rest.first, next.lowerBound <= hit.lowerBound {
        if next.lowerBound < hit.lowerBound || next.upperBound > hit.upperBound { merged.append(next) }
        rest.removeFirst()
      }
      if merged.last?.lowerBound != hit.lowerBound { merged.append(hit) }
    }
    return merged + rest
  }
}
