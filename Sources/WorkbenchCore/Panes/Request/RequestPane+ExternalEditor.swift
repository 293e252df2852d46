// Any field in the user's editor.
extension RequestPane {
  /// The text to open in the editor: the selected cell, or the long text of the tab if the address is selected.
  private func externalTarget(in context: PaneContext) -> EditTarget? {
    let own = target(in: context)
    guard case .address? = selectedRow, let area = textArea else { return own ?? textArea.map(EditTarget.text) }
    return .text(area)
  }

  func whyNoExternalEditor(in context: PaneContext) -> String? {
    if let reason = context.workspace.whyNotEditable { return reason }
    switch externalTarget(in: context) {
    case nil: return "This row has no text to open"
    case .secretValue: return "The value of a secret is not written into a file for the editor"
    case let target?:
      let isSecret = context.workspace.file.map(target.isSecret) ?? false
      return isSecret ? "The value of this secret comes from another source" : nil
    }
  }

  func editExternally(in context: PaneContext) -> [PaneOutput] {
    externalTarget(in: context).map { edit($0, of: context.workspace.shownFile, in: context) } ?? []
  }

  /// Closes the open field and opens its text in the editor.
  mutating func editFieldExternally(in context: inout PaneContext) -> [PaneOutput] {
    guard let editing, editing.secret == nil else {
      return [.information("The value of a secret is not written into a file for the editor")]
    }
    return commit(&context) + edit(editing.target, of: editing.address, in: context)
  }

  private func edit(_ target: EditTarget, of address: Address?, in context: PaneContext) -> [PaneOutput] {
    guard let address, let file = context.workspace.items[address].draft?.current else { return [] }
    let edited = EditedText(workspace: context.workspace.id, file: address, target: target)
    let text = target.content(in: file)
    return [.effect(.edit(edited, text: text, fileExtension: target.fileExtension(of: text, in: file)))]
  }
}

extension EditTarget {
  /// The file extension from which an editor detects the language of the text.
  fileprivate func fileExtension(of text: String, in file: SavedFile) -> String {
    if case .text(let field) = self { return CodeLanguage(field, in: file).fileExtension }
    let isJSON = text.first == "{" || text.first == "["
    return isJSON && TextCheck(TextBuffer(text), .json)?.problem == nil ? CodeLanguage.json.fileExtension : "txt"
  }

  /// The text converted for the field. In a field of one line, blanks replace line ends.
  func fitting(_ text: String) -> String {
    guard !isMultiline else { return text }
    return text.trimmingBlanks.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension CodeLanguage {
  fileprivate var fileExtension: String {
    switch self {
    case .json: "json"
    case .xml: "xml"
    case .html: "html"
    case .graphql: "graphql"
    case .javascript: "js"
    case .markdown: "md"
    case .plain, .form, .table: "txt"
    }
  }
}
