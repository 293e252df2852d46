extension FolderSettings {
  /// `collection shop`, `folder orders`.
  var title: String {
    let isCollection = path.map { Address($0).name == "collection.json" } ?? false
    return (isCollection ? FileRole.collection : .folder).noun + " " + (name ?? Address(folder ?? "").name)
  }
}

extension Workspace {
  /// The values that the shown file inherits from the folders above, the outermost first.
  var layersAbove: [FolderSettings] {
    // An environment is beside the folders, the workspace above them.
    if file?.role == .environment || file?.role == .workspace { return [] }
    guard let file = shownFile, let scope else { return [] }
    let own = tree.root + "/" + file.path
    return scope.folders.filter { $0.path != own }
  }

  /// The collection of what is shown, if it is not above the root.
  var collectionFolder: Address? {
    guard let scope, !scope.collection.isEmpty else { return tree.isCollection ? Address("") : nil }
    return address(ofFolder: scope.collection)
  }

  /// The request or folder that is shown.
  var shownItem: Address? {
    switch subject {
    case .request(let address), .folder(let address): address
    case .past, .environment, .globals, .nothing: nil
    }
  }

  /// The request or folder that is shown; else the collection, or the open folder.
  var itemOrCollection: Address { shownItem ?? collectionFolder ?? Address("") }

  /// The title of a folder, by its absolute path: its name in the settings, else that on the disk.
  func title(ofFolder path: String) -> String {
    if let folder = address(ofFolder: path), let title = node(folder)?.title { return title }
    return scope?.folders.first { $0.folder == path }?.name ?? Address(path).name
  }

  /// The name of a new file in the working folder; another one if the file would be a request.
  func nameBesideRequests(_ name: String) -> String {
    guard let workingFolder else { return name }
    let places = RequestPlaces(root: tree.root) { settingsFile(of: $0).name == "collection.json" }
    return places.contain(workingFolder + "/" + name) ? RequestPlaces.otherName(for: name) : name
  }

  /// Goes to the form that declares a variable.
  func output(showing scoped: ScopedVariable) -> PaneOutput? {
    guard let path = scoped.path else { return nil }
    if scoped.layer == .environment || scoped.layer == .workspace { return relative(path).map { .reveal($0) } }
    guard let folder = address(ofFolder: Address(path).parent.path) else { return nil }
    return .reveal(folder)
  }

  /// The row of the tree of a folder, by its absolute path; `nil` for one above the root.
  func address(ofFolder path: String) -> Address? {
    path == tree.root ? Address("") : path.removingExactly(prefix: tree.root + "/").map(Address.init)
  }
}
