// The environments that a collection can use: its own, and those of the workspace that it is in.
extension CollectionStore {
  /// Reads the environments of the collection that contains `address`: its own, then those of the workspace whose names
  /// it does not have; each sorted by name. Those of a base are part of the one with the same name.
  package func environments(for address: Address) throws(StoreError) -> [EnvironmentFile] {
    var files = try environments(of: layers(of: address), isShared: false)
    for owner in environmentOwners(above: collectionRoot(of: address)) {
      let outer = shared?.layers(of: owner, bases) ?? CollectionLayers(of: owner, bases)
      let known = Set(files.map { ExactText($0.name) })
      files += try environments(of: outer, isShared: true).filter { !known.contains(ExactText($0.name)) }
    }
    return files
  }

  /// Returns the absolute path of the folder with an environment of a collection: the collection, or the folder of the
  /// workspace that has it; the collection if none has it.
  package func owner(ofEnvironment name: String, for address: Address) -> String {
    let collection = collectionRoot(of: address)
    let file = "/\(FolderScan.environments)/\(name).json"
    guard !Disk.exists(collection + file), !layers(of: address).has(String(file.dropFirst())) else { return collection }
    return environmentOwners(above: collection).first { owner in
      Disk.exists(owner + file) || CollectionLayers(of: owner, bases).has(String(file.dropFirst()))
    } ?? collection
  }

  /// The folders whose files are the environments of a collection. Its own may not exist yet.
  package func environmentFolders(for address: Address) -> [String] {
    let collection = collectionRoot(of: address)
    return ([collection] + environmentOwners(above: collection)).map { $0 + "/" + FolderScan.environments }
  }

  /// The folders above a collection that have environments, the nearest first, up to one with a `workspace.json`.
  /// Folders of the tree count as collections only, and those of another user not at all.
  private func environmentOwners(above collection: String) -> [String] {
    var owners: [String] = []
    var folder = collection
    while folder != "/", !folder.isEmpty, !endsWorkspace(folder) {
      folder = Disk.folder(of: folder)
      let isCollection = Disk.kind(folder + "/" + FolderScan.collectionFile) == .file
      let isPlain = folder.startsExactly(with: root + "/") && !isCollection
      let environments = folder + "/" + FolderScan.environments
      if !isPlain, Self.isFolder(environments), Disk.isOwn(environments), Disk.canList(environments) {
        owners.append(folder)
      }
    }
    return owners
  }

  private func endsWorkspace(_ folder: String) -> Bool {
    let path = folder + "/" + FolderScan.workspaceFile
    return Disk.kind(path) == .file && Disk.isOwn(path)
  }

  private func environments(of layers: CollectionLayers, isShared: Bool) throws(StoreError) -> [EnvironmentFile] {
    var files: [String: [EnvironmentFile]] = [:]
    for folder in layers.inherited(FolderScan.environments).reversed() + [layers.folder + "/" + FolderScan.environments]
    {
      guard Disk.kind(folder) == .folder else { continue }
      for entry in try FolderScan.list(folder) where !entry.isFolder && entry.name.endsExactly(with: ".json") {
        files[entry.name, default: []].append(environment(folder + "/" + entry.name, of: layers.folder, isShared))
      }
    }
    return files.map { (name: NaturalOrder(Address($0.key).stem), versions: $0.value) }.sorted { $0.name < $1.name }
      .compactMap { EnvironmentFile($0.versions) }
  }

  private func environment(_ path: String, of owner: String, _ isShared: Bool) -> EnvironmentFile {
    let name = Address(path).stem
    return EnvironmentFile(
      name: name, path: path, owner: owner, isShared: isShared,
      content: Result { () throws(StoreError) in
        try read(path, as: { (object) throws(DocumentError) in try Environment(name: name, document: object) }).value
      })
  }

  /// The folder of an environment of the workspace that is above the root: its address begins with `..`.
  func ownerAboveRoot(ofEnvironment file: Address) -> String? {
    guard file.path.startsExactly(with: "../"), file.parent.name == FolderScan.environments else { return nil }
    var (folder, names) = (root, file.parent.parent.components[...])
    while names.first == ".." {
      folder = Disk.folder(of: folder)
      names = names.dropFirst()
    }
    return names.isEmpty ? folder : folder + "/" + names.joined(separator: "/")
  }
}

/// A file of an `environments` folder, possibly broken.
package struct EnvironmentFile: Sendable {
  /// The file's stem.
  package let name: String
  package let path: String
  /// The absolute path of the folder that has it: a collection, or a folder of the workspace.
  package let owner: String
  /// Whether it is one of the workspace, seen from a collection in it.
  package let isShared: Bool
  package let content: Result<Environment, StoreError>
  /// The files of this name in bases and in the collection, the farthest first.
  fileprivate(set) var paths: [String]

  fileprivate init(
    name: String, path: String, owner: String, isShared: Bool, content: Result<Environment, StoreError>
  ) {
    (self.name, self.path, self.owner, self.isShared, self.content) = (name, path, owner, isShared, content)
    paths = [path]
  }

  /// Joins the environments of one name: later ones win.
  fileprivate init?(_ files: [EnvironmentFile]) {
    guard let last = files.last else { return nil }
    let content = Result { () throws(StoreError) in
      var joined = Environment(name: last.name)
      for file in files {
        let own = try file.content.get()
        joined.variables += own.variables
        joined.options = own.options.inheriting(from: joined.options)
      }
      return joined
    }
    var file =
      files.count == 1
      ? last
      : EnvironmentFile(name: last.name, path: last.path, owner: last.owner, isShared: last.isShared, content: content)
    file.paths = files.map(\.path)
    self = file
  }
}

extension [EnvironmentFile] {
  /// The environment of requests for which none is chosen: the only one. Those of the workspace count for collections
  /// without environments of their own, unless they have secrets, which a collection gets by a choice alone.
  package var only: EnvironmentFile? {
    let own = filter { !$0.isShared }
    let choice = own.isEmpty ? self : own
    guard choice.count == 1, let only = choice.first else { return nil }
    guard only.isShared else { return only }
    // A broken one is reported by sending.
    let hasSecrets = (try? only.content.get())?.variables.contains(where: \.isSecret) ?? false
    return hasSecrets ? nil : only
  }
}
