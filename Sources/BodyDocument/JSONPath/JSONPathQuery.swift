/// A query of RFC 9535, such as `$.items[?@.price < 10].name`, read once and good for any number of bodies.
package struct JSONPathQuery: Sendable, Equatable {
  /// The query as it was written.
  package let text: String
  let path: PathExpression

  /// Reads the whole of the standard: all selectors, filters, and the functions `length`, `count`, `match`, `search` and `value`.
  ///
  /// - Throws: What is wrong and where, for what is no query or not well-typed (RFC 9535, section 2.4.3).
  package init(_ text: String) throws(JSONPathProblem) {
    var parser = JSONPathParser(text)
    path = try parser.parse()
    self.text = text
  }

  package static func == (a: JSONPathQuery, b: JSONPathQuery) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
}
