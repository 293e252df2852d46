// Keeps the URL and the tables in step while one of them is being typed.
extension RequestPane {
  /// The shown file. While its URL is being typed, its tables follow the typed URL.
  func liveFile(in context: PaneContext) -> SavedFile? {
    guard let editing, editing.target == .url else { return context.workspace.file }
    return typed(editing, in: context)
  }

  /// The URL of the shown request. While a parameter is being typed, it includes that parameter.
  func liveURL(_ request: SavedRequest, in context: PaneContext) -> String {
    guard let editing, editing.target.isPartOfURL else { return request.shownURL }
    return typed(editing, in: context)?.request?.shownURL ?? request.shownURL
  }

  private func typed(_ editing: Editing, in context: PaneContext) -> SavedFile? {
    guard var file = context.workspace.file, editing.address == context.workspace.shownFile else {
      return context.workspace.file
    }
    _ = editing.target.commit(editing.editor.text, to: &file)
    return file
  }
}

extension EditTarget {
  /// Whether the URL shows what is typed.
  fileprivate var isPartOfURL: Bool {
    switch self {
    case .parameterName(let list, _), .parameterValue(let list, _), .table(let list):
      list.isQuery || list.hasFixedRows
    default: false
    }
  }
}
