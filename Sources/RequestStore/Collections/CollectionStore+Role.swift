package import RequestModel

extension CollectionStore {
  /// What a file of a collection is by its name and place.
  package enum Role: Equatable, Sendable {
    case request, settings, environment
  }

  package func role(of file: Address) -> Role {
    if file.name == FolderScan.collectionFile || file.name == FolderScan.folderFile { return .settings }
    let isInEnvironments = file.parent.name == FolderScan.environments
    return isInEnvironments && path(of: file.parent) == environmentsFolder(of: file) ? .environment : .request
  }

  private func environmentsFolder(of file: Address) -> String {
    collectionRoot(of: file) + "/" + FolderScan.environments
  }
}
