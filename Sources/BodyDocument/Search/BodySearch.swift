/// A compiled search for bodies of any size.
package struct BodySearch: Sendable {
  package let pattern: SearchPattern
  private let text: HitFinder
  private let bytes: HitFinder

  /// `nil` for an empty pattern.
  package init?(_ pattern: SearchPattern) throws(RegularExpressionProblem) {
    if pattern.text.isEmpty { return nil }
    self.pattern = pattern
    text = HitFinder(expression: try Self.expression(pattern, .utf8), isText: true)
    bytes = HitFinder(expression: try Self.expression(pattern, .bytes), isText: false)
  }

  /// - Parameter isText: Whether the searched bytes are UTF-8.
  func finder(isText: Bool) -> HitFinder { isText ? text : bytes }

  /// The matches in a short text, in UTF-8 bytes; empty if the pattern is too costly for it.
  package func hits(in text: String) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { self.text.all(in: UnsafeRawBufferPointer($0), 0..<$0.count) }
  }

  private static func expression(
    _ pattern: SearchPattern, _ alphabet: RegularExpression.Alphabet
  ) throws(RegularExpressionProblem) -> RegularExpression {
    try RegularExpression(
      pattern.text, ignoresCase: pattern.ignoresCase, syntax: pattern.isRegularExpression ? .perl : .literal,
      over: alphabet)
  }
}

extension BodySearch: Equatable {
  package static func == (a: BodySearch, b: BodySearch) -> Bool { a.pattern == b.pattern }
}
