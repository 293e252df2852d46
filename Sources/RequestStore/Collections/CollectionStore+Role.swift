package import RequestModel

extension CollectionStore {
  /// What a file of a collection is by its name and place.
  package enum Role: Equatable, Sendable {
    case request, settings, environment
  }

  package func role(of file: Address) -> Role {
    if file.name == FolderScan.collectionFile || file.name == FolderScan.folderFile { return .settings }
    if file.name == FolderScan.workspaceFile { return .environment }
    let folder = path(of: file.parent)
    guard Address(folder).name == FolderScan.environments else { return .request }
    if folder == environmentsFolder(of: file) { return .environment }
    // Without a collection.json around it the folder counts as a collection itself, and its files may be requests.
    return folder == collectionRoot(of: file) && (try? open(file)) == nil ? .environment : .request
  }

  private func environmentsFolder(of file: Address) -> String {
    collectionRoot(of: file) + "/" + FolderScan.environments
  }
}
