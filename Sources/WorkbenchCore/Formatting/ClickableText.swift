/// A part of a line that runs a command when it is clicked.
package struct ClickableText {
  var spans: [Span]
  /// The name of the command; `nil` for other parts of the line.
  var command: String?

  init(_ spans: [Span], command: String? = nil) { (self.spans, self.command) = (spans, command) }
}

extension [ClickableText] {
  var spans: [Span] { flatMap(\.spans) }

  /// The command at a column of a line that ends before `end`.
  func command(at column: Int, endingAt end: Int) -> String? {
    var start = end - spans.columns
    for part in self {
      let next = start + part.spans.columns
      if (start..<next).contains(column) { return part.command }
      start = next
    }
    return nil
  }
}
