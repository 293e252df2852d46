import RequestModel
import TerminalUI

// The URL and the tables follow each other while one of them is typed.
extension RequestPane {
  /// The shown file; while its URL is typed, with what the tables make of it.
  func liveFile(in context: PaneContext) -> SavedFile? {
    guard let editing, editing.target == .url else { return context.workspace.file }
    return typed(editing, in: context)
  }

  /// The URL of the shown request; while a parameter is typed, with that parameter.
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
