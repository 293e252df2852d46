/// The row of a folder that is made for what is moved into it.
struct NewFolderRow: Equatable, Sendable {
  let moved: Address
  let workspace: WorkspaceID
  let known: [Address]

  /// - Parameter text: A path from the root if it begins with a slash or a folder that is there, else from the folder of
  ///   what is moved.
  /// - Returns: `nil` if the text names no new folder that it can be moved to.
  func item(_ text: String) -> Picker.Item? {
    guard let folders = NewPath(text + "/" + moved.stem)?.folders.map(\.stem) else { return nil }
    let isFromRoot = text.hasPrefix("/") || isKnown(Address(folders[0]))
    let folder = folders.reduce(isFromRoot ? Address("") : moved.parent) { $0.appending($1) }
    guard !isKnown(folder), !folder.isInside(moved) else { return nil }
    return Picker.Item(
      title: folder.path, detail: "new folder", action: .effect(.files(workspace, .move(moved, into: folder))))
  }

  private func isKnown(_ folder: Address) -> Bool {
    known.contains { $0.path.lowercased() == folder.path.lowercased() }
  }
}
