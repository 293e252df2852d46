/// The fate of unsaved edits when a workspace closes or the program quits.
package enum UnsavedEdits: Equatable, Sendable {
  /// Written into their files.
  case saved
  /// Kept as drafts, which the next start shows again.
  case keptAsDrafts
  /// Removed with their drafts; the files stay as they are.
  case discarded
}
