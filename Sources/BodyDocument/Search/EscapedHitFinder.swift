internal import Foundation
internal import RequestModel

/// Finds matches of a regular expression in JSON with escapes, both in the raw text and in its decoded form.
///
/// The raw text is searched at full speed. Only ranges with a backslash are decoded and searched again, and only matches
/// that contain a decoded character count there.
struct EscapedHitFinder {
  let finder: HitFinder
  /// Whether escapes are shown decoded. Matches inside an escape's digits then do not count.
  let showsDecoded: Bool

  private static let stretch = 1 << 18
  /// How far a match may extend past its range, and a look-behind before it.
  private static let reach = 1 << 16
  private static let context = 256

  func hit(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, forward: Bool
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    forward ? try first(in: bytes, range) : try last(in: bytes, range)
  }

  /// All matches that begin in a range of about a screen.
  func all(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [Range<Int>] {
    let plain = finder.all(in: bytes, range).filter { isSeen($0, in: bytes) }
    let scanner = finder.expression.scanner()
    // A pattern that is too costly has no matches.
    let decoded = (try? self.decoded(scanner, in: bytes, range)) ?? []
    return Self.merged(plain, decoded)
  }

  /// - Returns: `nil` if it was stopped.
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

  /// The visible matches in the raw text that begin in a range, and the end of the last one.
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

  /// The matches that begin in a range and contain a decoded character, as bytes of the body.
  private func decoded(
    _ scanner: RegularExpression.Scanner, in bytes: UnsafeRawBufferPointer, _ stretch: Range<Int>,
    atMost most: Int = .max
  ) throws(RegularExpressionProblem) -> [Range<Int>] {
    let end = bytes.escapeStart(min(bytes.count, stretch.upperBound + Self.reach))
    guard !stretch.isEmpty, bytes.firstBackslash(in: stretch.lowerBound..<end) != nil else { return [] }
    let start = bytes.escapeStart(max(0, stretch.lowerBound - Self.context))
    let text = DecodedText(start..<end, in: bytes) { _ in true }
    return try text.bytes.withTypedBytes { (decoded) throws(RegularExpressionProblem) -> [Range<Int>] in
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

  /// Whether a match is visible, not just some digits of an escape that is shown decoded.
  private func isSeen(_ hit: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard showsDecoded else { return true }
    for edge in [hit.lowerBound, hit.upperBound] {
      guard let escape = bytes.escape(around: edge), escape.isShownDecoded else { continue }
      // The digits after each `\u`.
      let digits = stride(from: escape.range.lowerBound + 2, to: escape.range.upperBound - 3, by: 6).map { $0..<$0 + 4 }
      if !digits.contains(where: { hit.clamped(to: $0) == $0 }) { return false }
    }
    return true
  }

  /// Merges both lists in order, without duplicates.
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
