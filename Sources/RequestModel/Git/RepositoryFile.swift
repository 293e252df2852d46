/// The files by which git recognizes a repository.
package enum RepositoryFile {
  /// Whether a file is named `HEAD`, in any case. Without one, git takes no folder for a repository.
  ///
  /// With it, `config` beside it may name programs. Every git command in the folder runs them, and so do prompts of
  /// shells. Files of strangers are therefore not written by this name.
  package static func isHead(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { Substring($0).lowercased() == "head" } ?? false
  }
}
