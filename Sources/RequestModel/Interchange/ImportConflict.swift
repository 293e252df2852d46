/// The treatment of existing files during an import.
package enum ImportConflict: String, Sendable, CaseIterable {
  /// Keeps them, and adds missing files.
  case skip
  case replace
  /// Imports the collection under another name, beside the existing one.
  case both
}
