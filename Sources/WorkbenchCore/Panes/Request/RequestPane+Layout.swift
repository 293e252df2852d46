// Formatting and minifying, in the open text or in a closed one.
extension RequestPane {
  /// Lays out a text. One with an error is left alone.
  ///
  /// - Returns: The text in its new layout, or why it was left unchanged.
  static func layOut(
    _ buffer: TextBuffer, _ language: CodeLanguage, _ wanted: CodeLayout.Wanted
  ) -> (text: String?, refusal: [PaneOutput]) {
    let word = wanted == .formatted ? "format" : "minify"
    if let problem = TextCheck(buffer, language)?.problem {
      return (nil, [.failure("Cannot \(word) the text: \(sentence(problem, in: buffer))")])
    }
    guard let text = CodeLayout.text(buffer.text, language, wanted) else {
      return (nil, [.information("Cannot \(word) \(language.title)")])
    }
    guard text != buffer.text else { return (nil, [.information("Nothing to \(word)")]) }
    return (text, [])
  }

  /// Lays out the long text of the shown tab as one edit.
  mutating func layOutText(_ wanted: CodeLayout.Wanted, in context: PaneContext) -> [PaneOutput] {
    guard let area = textArea, let file = context.workspace.file else { return [] }
    let layout = Self.layOut(TextBuffer(area.text(in: file)), CodeLanguage(area, in: file), wanted)
    guard let text = layout.text else { return layout.refusal }
    var context = context
    let outputs = edit(in: &context) { _ = area.set(text, in: &$0) }
    let isKept = context.workspace.file.map { area.text(in: $0) == text } ?? false
    let done = wanted == .formatted ? "Formatted" : "Minified"
    return outputs + [.information(isKept ? done : "The file keeps this JSON formatted; it is sent minified")]
  }

  func whyNoLayout(in context: PaneContext) -> String? {
    context.workspace.whyNotEditable ?? (textArea == nil ? "This tab has no text" : nil)
  }

  static let layoutCommands: [PaneCommand<RequestPane>] = [
    PaneCommand(
      "request.format", "Format text", "Format the JSON, GraphQL, XML or HTML of the body.",
      keywords: "beautify pretty print prettify indent json document", keys: [.alt("q")],
      whyUnavailable: { $0.whyNoLayout(in: $1) }, run: { $0.layOutText(.formatted, in: $1) }),
    PaneCommand(
      "request.minify", "Minify text", "Minify the JSON or GraphQL of the body.",
      keywords: "compact compress shrink json", keys: [.alt("Q")],
      whyUnavailable: { $0.whyNoLayout(in: $1) }, run: { $0.layOutText(.minified, in: $1) }),
  ]
}
