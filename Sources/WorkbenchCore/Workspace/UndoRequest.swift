/// Requests of screens to undo changes of files and make them again.
enum UndoRequest: WorkspaceMessage, Equatable {
  case undoDelete
  case redoFiles
  /// Undo the last change of an environment, or make it again.
  case undoEnvironment, redoEnvironment
  /// The replacement of a number was made, which is the last change to undo, or it was undone or made again.
  case noteReplacement(Int, FileStep?)
  /// Undoes an import of an earlier run, after a question.
  case undoImport(TrashID)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .undoDelete: return workspace.undoLast()
    case .redoFiles: return workspace.redoLast()
    case .undoEnvironment: return workspace.takeBackEnvironment(.undo)
    case .redoEnvironment: return workspace.takeBackEnvironment(.redo)
    case .noteReplacement(let number, let step): workspace.noteReplacement(number, step)
    case .undoImport(let id): return workspace.undoImport(id)
    }
    return []
  }
}
