/// What an import does with files that exist.
package enum ImportConflict: String, Sendable, CaseIterable {
  /// Keeps them, and adds what is missing.
  case skip
  case replace
  /// Imports the collection beside the one that exists, under another name.
  case both
}
