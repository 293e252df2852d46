// Fields that name a file.
extension RequestPane {
  static let fileCommands: [PaneCommand<RequestPane>] = [
    PaneCommand(
      "request.chooseFile", "Choose file", "Choose the file for the field or form part.",
      keywords: "upload attach browse multipart binary pick",
      keys: [], go: "f", opensField: true, whyUnavailable: { $0.whyNoFile(in: $1) },
      run: { $0.chooseFile(in: $1) })
  ]

  /// The field of the selected row that can name a file.
  private var fileTarget: (target: EditTarget, title: String)? {
    switch selectedRow {
    case .setting(let field) where field.namesFile: (.setting(field), field.label)
    case .member(let list, let index, let field) where field.namesFile: (.member(list, index, field), field.label)
    case .member(let list, let index, _) where list.takesFiles: (.parameterValue(list, index), "File")
    case .parameter(let list, let index) where list.takesFiles: (.parameterValue(list, index), "File")
    default: nil
    }
  }

  private func whyNoFile(in context: PaneContext) -> String? {
    context.workspace.whyNotEditable
      ?? (fileTarget == nil ? "Select a field that names a file, or a part of a multipart form" : nil)
  }

  private func chooseFile(in context: PaneContext) -> [PaneOutput] {
    guard let (target, title) = fileTarget, let file = context.workspace.file,
      let address = context.workspace.shownFile
    else { return [] }
    let picker = FilePicker(title: title, target: target, file: address, current: target.filePath(in: file))
    return [.open(picker), .workspace(.listFolder(picker.query))]
  }

  /// Writes a chosen path into its field. The collection may read the file, as the user chose it.
  mutating func setChosenPath(_ path: String, for target: EditTarget, in context: inout PaneContext) -> [PaneOutput] {
    let text = if case .parameterValue = target { "@" + path } else { path }
    let outputs = edit(in: &context) { _ = target.commit(text, to: &$0) }
    guard let address = context.workspace.shownFile else { return outputs }
    return outputs + allow(target, of: address, in: context)
  }

  /// Permits the file that the user has chosen or typed for a field. A path with variables names no file yet.
  func allow(_ target: EditTarget, of address: Address, in context: PaneContext) -> [PaneOutput] {
    guard target.namesFile, let file = context.workspace.items[address].draft?.current else { return [] }
    let path = target.filePath(in: file)
    guard !path.isEmpty, Template(path).isPlainText else { return [] }
    return [.effect(.files(context.workspace.id, .allowChosen(path, for: address)))]
  }
}

extension EditTarget {
  fileprivate var namesFile: Bool {
    switch self {
    case .setting(let field), .member(_, _, let field): field.namesFile
    case .parameterValue(let list, _): list.takesFiles
    default: false
    }
  }

  /// The path that the field has; empty without one.
  fileprivate func filePath(in file: SavedFile) -> String {
    let text = content(in: file)
    if case .parameterValue = self { return text.removingExactly(prefix: "@") ?? "" }
    return text
  }
}

extension PlacedField {
  fileprivate var namesFile: Bool { if case .file = field.type { true } else { false } }
}
