extension CollectionStore {
  /// The role of a file in a collection, by its name and location.
  package enum Role: Equatable, Sendable {
    case request, settings, environment
  }

  package func role(of file: Address) -> Role {
    if file.name == FolderScan.collectionFile || file.name == FolderScan.folderFile { return .settings }
    if file.name == FolderScan.workspaceFile { return .environment }
    let folder = path(of: file.parent)
    guard Address(folder).name == FolderScan.environments else { return .request }
    if folder == environmentsFolder(of: file) || ownerAboveRoot(ofEnvironment: file) != nil { return .environment }
    // Without a collection.json above it, the folder itself is a collection, and its files may be requests.
    return folder == collectionRoot(of: file) && (try? open(file)) == nil ? .environment : .request
  }

  private func environmentsFolder(of file: Address) -> String {
    collectionRoot(of: file) + "/" + FolderScan.environments
  }
}
