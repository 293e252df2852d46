/// JSON bodies of other programs, which are sent with the bytes that were written.
enum JSONBodyText {
  /// The text as JSON if it has no white space, because JSON is sent without. Other text keeps its bytes.
  ///
  /// - Parameter isEscaped: Whether braces in the text are escaped, so that no template begins there.
  static func value(of text: String, isEscaped: Bool = false) -> JSONValue? {
    // JSON that is indented need not be parsed.
    guard !text.utf8.contains(where: { $0 < 0x20 }), isEscaped || !text.hasBraces,
      let value = try? JSONText(text).value, value.compact.isExactly(text)
    else { return nil }
    return value
  }

  /// Whether a text body of the type JSON is sent without parts of this text: comments and commas.
  static func isSentShortened(_ text: String) -> Bool { JSONComments.removed(from: text) != nil }

  /// Whether programs that leave out comments leave out parts of the text.
  static func hasComments(_ text: String) -> Bool { !JSONComments.removedAsInPostman(from: text).isExactly(text) }

  /// Notes how a text body of the type JSON is sent otherwise than by a program that leaves out comments and no commas.
  static func noteDifferences(of text: String, from program: String, _ context: inout InterchangeContext) {
    let theirs = JSONComments.removedAsInPostman(from: text)
    guard let ours = JSONComments.removed(from: text) else {
      if theirs.isExactly(text) { return }
      return context.note(.changed, "Body: it is not valid JSON, so its comments are sent; \(program) leaves them out")
    }
    if ours.isExactly(theirs) { return }
    context.note(.changed, "Body: commas before closing brackets are not sent; \(program) sends them")
  }
}
