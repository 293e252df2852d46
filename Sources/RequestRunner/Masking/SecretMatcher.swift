/// Finds secrets in texts, in every spelling that `SecretSpellings` and `EscapeDecoding` know.
///
/// A filter rules out most offsets by a few bytes, and the patterns are tried only at the rest. So the cost hardly
/// depends on the number of secrets.
struct SecretMatcher: Sendable {
  private let table: PatternTable
  private let filter: SecretFilter?
  let numbers: SecretNumbers

  init(_ secrets: some Sequence<String>) {
    numbers = SecretNumbers(secrets)
    let patterns = Array(Set(secrets.flatMap(SecretSpellings.patterns)))
    table = PatternTable(patterns)
    filter = patterns.isEmpty ? nil : SecretFilter(patterns)
  }

  /// Finds the secrets from `start` on.
  ///
  /// - Parameters:
  ///   - isWhole: Whether no more of the text arrives.
  ///   - isTruncated: Whether the end of the text is missing. Then more than half of a secret at its end counts as one.
  ///   - ranges: Receives the ranges found, in order and without overlaps.
  /// - Returns: Where to continue when there is more text.
  func find(
    in text: UnsafeRawBufferPointer, from start: Int = 0, isWhole: Bool = true, isTruncated: Bool = false,
    context: WholeValue.Context, into ranges: inout [Range<Int>]
  ) -> Int {
    guard let filter else { return text.count }
    return table.withView { table in
      var place = start
      while let next = filter.next(in: text, from: place) {
        var search = SecretSearch(text: text, table: table, context: context, start: next)
        search.run()
        if search.isCut, !isWhole { return next }
        if let range = search.range { Self.append(range, to: &ranges) }
        if search.isLikely, isTruncated { Self.append(next..<text.count, to: &ranges) }
        place = next + 1
      }
      return text.count
    }
  }

  var isEmpty: Bool { filter == nil }

  static func append(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound else { return ranges.append(range) }
    ranges[ranges.count - 1] = min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
  }
}
