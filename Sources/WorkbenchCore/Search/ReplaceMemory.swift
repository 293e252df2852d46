import BodyDocument
import RequestModel

/// What is kept of searches and replacements while the program runs.
package struct ReplaceMemory: Feature {
  package init() {}

  /// What was searched for last.
  var pattern = TextPattern("")
  var number = 0
  /// The replacements that can be undone, the newest last.
  var done: [Done] = []
  /// The part of a replacement in unsaved edits, until that on disk is done.
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

  /// Follows files that were edited.
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    for index in done.indices { done[index].edits = change(done[index].edits) }
  }
}
