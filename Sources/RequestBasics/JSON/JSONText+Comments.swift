extension JSONText {
  /// Parses JSON with `//` and `/* */` comments, and commas before closing brackets, as people write it.
  ///
  /// Positions refer to the original text, and `setting(_:to:)` keeps its comments and commas.
  package init(commented bytes: [UInt8]) throws(JSONSyntaxError) {
    let plain = try JSONText(JSONComments.blanked(bytes))
    self.init(bytes: bytes, nodes: plain.nodes)
  }

  package init(commented text: String) throws(JSONSyntaxError) { try self.init(commented: Array(text.utf8)) }

  /// Parses the members of an object before a syntax error; `nil` for other values.
  package init?(beginningOf bytes: [UInt8], before error: JSONSyntaxError) {
    for end in JSONComments.memberEnds(in: bytes, before: error.position).reversed() {
      guard let text = try? JSONText(commented: bytes[..<end] + [UInt8(ascii: "}")]) else { continue }
      self = text
      return
    }
    return nil
  }
}
