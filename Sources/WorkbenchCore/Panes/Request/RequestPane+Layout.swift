// Formatting and minifying, in the open text or in a closed one.
extension RequestPane {
  /// The reason why a text was left unchanged.
  struct LayoutRefusal: Error {
    let notice: Notice
  }

  /// Returns the text in its new layout. A text with an error is left alone.
  static func layOut(
    _ buffer: TextBuffer, _ language: CodeLanguage, _ wanted: CodeLayout.Wanted
  ) -> Result<String, LayoutRefusal> {
    let word = wanted == .formatted ? "format" : "minify"
    if let problem = TextCheck(buffer, language)?.problem {
      let text = "Cannot \(word) the text: \(sentence(problem, in: buffer))"
      return .failure(LayoutRefusal(notice: Notice(.failure, text)))
    }
    guard let text = CodeLayout.text(buffer.text, language, wanted) else {
      return .failure(LayoutRefusal(notice: Notice(.information, "Cannot \(word) \(language.title)")))
    }
    guard text != buffer.text else {
      return .failure(LayoutRefusal(notice: Notice(.information, "Nothing to \(word)")))
    }
    return .success(text)
  }

  /// Lays out the long text of the shown tab as one edit.
  mutating func layOutText(_ wanted: CodeLayout.Wanted, in context: PaneContext) -> [PaneOutput] {
    guard let area = textArea, let file = context.workspace.file else { return [] }
    switch Self.layOut(TextBuffer(area.text(in: file)), CodeLanguage(area, in: file), wanted) {
    case .failure(let refusal): return [.notice(refusal.notice)]
    case .success(let text):
      var context = context
      let outputs = edit(in: &context) { _ = area.set(text, in: &$0) }
      let isKept = context.workspace.file.map { area.text(in: $0) == text } ?? false
      let done = wanted == .formatted ? "Formatted" : "Minified"
      return outputs + [.information(isKept ? done : "The file keeps this JSON formatted; it is sent minified")]
    }
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
