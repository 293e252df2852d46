/// Git's mark for each row of the tree.
package struct GitMarks: Equatable, Sendable {
  private var letters: [Address: String] = [:]
  /// The letters of new and ignored folders, which apply to everything in them.
  private var wholeFolders: [Address: String] = [:]
  /// The folders around changed files.
  private var changedFolders: Set<Address> = []

  static let ignored = "I"

  init() {}

  init(_ status: GitStatus) {
    for entry in status.entries {
      if let original = entry.original.flatMap(status.address) { markFolders(of: original) }
      guard let address = status.address(of: entry.path) else {
        // A folder around the open one is new.
        if entry.isFolder, status.folder.isInside(entry.path) { wholeFolders[Address("")] = entry.letter }
        continue
      }
      if entry.isFolder { wholeFolders[address] = entry.letter } else { letters[address] = entry.letter }
      markFolders(of: address)
    }
    for path in status.ignored {
      if let address = status.address(of: path) {
        wholeFolders[address] = Self.ignored
      } else if status.folder.isInside(path) {
        wholeFolders[Address("")] = Self.ignored
      }
    }
  }

  private mutating func markFolders(of address: Address) {
    var folder = address
    while !folder.path.isEmpty {
      folder = folder.parent
      guard changedFolders.insert(folder).inserted else { return }
    }
  }

  /// The letter of a file; `nil` if it is unchanged.
  package func letter(of file: Address) -> String? { letters[file] ?? letterOfFolders(around: file) }

  /// Whether anything in a folder has changed.
  package func hasChanges(in folder: Address) -> Bool { changedFolders.contains(folder) }

  package func isIgnored(_ address: Address) -> Bool {
    letters[address] == nil && letterOfFolders(around: address) == Self.ignored
  }

  private func letterOfFolders(around file: Address) -> String? {
    guard !wholeFolders.isEmpty else { return nil }
    var folder = file
    while true {
      if let letter = wholeFolders[folder] { return letter }
      if folder.path.isEmpty { return nil }
      folder = folder.parent
    }
  }
}
