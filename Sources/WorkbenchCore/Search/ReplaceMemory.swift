/// The searches and replacements of this session.
package struct ReplaceMemory: Feature {
  /// The pattern of the last search.
  var pattern = TextPattern("")
  var number = 0
  /// The replacements that can be undone, the newest last.
  var done: [Done] = []
  /// The undone ones that can be redone, the last undone one last.
  var undone: [Done] = []
  /// The part of a replacement in unsaved edits, until the part on disk is done.
  var pending: ReplaceReport?

  struct Done: Equatable, Sendable {
    let number: Int
    /// Unsaved edits before and after it.
    var edits: [Address: Change] = [:]
    var isOnDisk = false
  }

  struct Change: Equatable, Sendable {
    let before: SavedFile
    let after: SavedFile
  }

  /// Updates addresses after edited files were moved or deleted.
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    for index in done.indices { done[index].edits = change(done[index].edits) }
    for index in undone.indices { undone[index].edits = change(undone[index].edits) }
  }
}
