/// A part of the open folder that can be searched.
struct SearchScope: Equatable, Sendable {
  var title: String
  var address: Address
}

extension Workspace {
  /// All files, then the shown collection, folder and file.
  var searchScopes: [SearchScope] {
    var scopes = [SearchScope(title: "all files", address: Address(""))]
    func add(_ title: String, _ address: Address?) {
      guard let address, !scopes.contains(where: { $0.address == address }) else { return }
      scopes.append(SearchScope(title: title, address: address))
    }
    add(collectionFolder.map { "collection \(folderTitle($0))" } ?? "", collectionFolder)
    if case .folder(let folder) = subject { add("folder \(folderTitle(folder))", folder) }
    if case .request(let address) = subject {
      if !address.parent.path.isEmpty { add("folder \(folderTitle(address.parent))", address.parent) }
      add("this request", address)
    }
    return scopes
  }
}
