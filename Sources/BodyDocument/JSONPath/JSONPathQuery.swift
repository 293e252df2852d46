/// A parsed JSONPath query (RFC 9535), such as `$.items[?@.price < 10].name`.
package struct JSONPathQuery: Sendable, Equatable {
  package let text: String
  let path: PathExpression
  /// Whether it selects at most one value: RFC 9535, section 2.3.5.1.
  package var isSingular: Bool { path.isSingular }

  /// Parses a query with all selectors, filters and functions of the standard.
  ///
  /// - Throws: The first error and its position, including type errors (RFC 9535, section 2.4.3).
  package init(_ text: String) throws(JSONPathProblem) {
    var parser = JSONPathParser(text)
    path = try parser.parse()
    self.text = text
  }

  package static func == (a: JSONPathQuery, b: JSONPathQuery) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
}
