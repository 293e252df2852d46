/// A folder to list for choosing a file.
package struct FolderQuery: Equatable, Sendable {
  /// The file of the collection that will contain the path.
  package var file: Address
  /// The folder as a path: relative to the base of the paths in `file`, absolute, or below `~`.
  package var path: String
}

/// The contents of a folder.
package struct FolderListing: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var isFolder: Bool
    /// The size in bytes; `nil` for a folder, or if unknown.
    package var size: Int?

    package init(_ name: String, isFolder: Bool = false, size: Int? = nil) {
      (self.name, self.isFolder, self.size) = (name, isFolder, size)
    }

    package var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") }
  }

  package var query: FolderQuery
  /// The whole path of the folder.
  package var folder: String
  /// Folders first, each kind sorted by name.
  package var entries: [Entry]
  /// Why it cannot be listed.
  package var problem: String?

  package init(_ query: FolderQuery, folder: String, entries: [Entry], problem: String? = nil) {
    (self.query, self.folder, self.entries, self.problem) = (query, folder, entries, problem)
  }
}
