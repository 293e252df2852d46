extension CollectionStore {
  /// Returns the absolute path of the collection that contains `address`: the nearest folder with a `collection.json`,
  /// possibly above the root, or else the root.
  package func collectionRoot(of address: Address) -> String {
    ownerAboveRoot(ofEnvironment: address) ?? nearestCollection(of: address) ?? root
  }

  /// Returns the request with the path that a template uses, relative to the folder of its collection.
  ///
  /// - Returns: `nil` if it does not exist, or is outside of the root.
  package func request(named name: String, in collection: String) -> Address? {
    let address = path(ofRequest: name, in: collection).removingExactly(prefix: root + "/").map(Address.init)
    guard let address, !address.components.contains(".."), isKnown(address) else { return nil }
    return address
  }

  /// The path that a template's name of a request stands for.
  func path(ofRequest name: String, in collection: String) -> String {
    collection + "/" + (name.endsExactly(with: ".json") ? name : name + ".json")
  }

  /// Returns the folder whose files a request may send without permission: its collection, else its own folder. Links
  /// are resolved.
  package func ownFolder(of address: Address) -> String {
    Disk.resolved(nearestCollection(of: address) ?? path(of: address.parent))
  }

  private func nearestCollection(of address: Address) -> String? {
    Self.collection(around: Self.isFolder(path(of: address)) ? path(of: address) : path(of: address.parent))
  }

  package static func isFolder(_ path: String) -> Bool { Disk.kind(path) == .folder }

  /// Returns the nearest folder with a `collection.json`, from `folder` upwards.
  package static func collection(around folder: String) -> String? {
    var folder = folder
    while true {
      if Disk.kind(folder + "/" + FolderScan.collectionFile) == .file { return folder }
      guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
  }

  /// Returns the folder that lists a file at `path`, which may not exist yet, or reads it as its settings: its
  /// collection, or an open folder. `nil` for files of other names.
  package static func folder(reading path: String, open root: String? = nil) -> String? {
    let path = Disk.resolvedStart(path)
    let name = Address(path).name
    guard FolderScan.isRequest(name) || FolderScan.isSettings(name) else { return nil }
    let folders = [collection(around: Disk.folder(of: path)), root.map(Disk.resolved)].compactMap(\.self)
    return folders.filter { folder in
      guard let inside = path.removingExactly(prefix: folder + "/") else { return false }
      return !inside.split(separator: "/").contains { $0.startsExactly(with: ".") }
    }
    .min { $0.utf8.count < $1.utf8.count }
  }

  /// Reads the settings of the folders above `address`, outermost first. Those of a base come right before the folder's own.
  ///
  /// - Throws: `StoreError.notUnderstood` for a broken settings file, so that no request is sent without its headers.
  package func settings(for address: Address) throws(StoreError) -> [FolderSettings] {
    let layers = layers(of: address)
    if let problem = layers.problem { throw .base(problem) }
    let own = isFolder(address, layers) ? path(of: address) : path(of: address.parent)
    var places = [""]
    for name in layers.relative(own).parts(separatedBy: "/") where !name.isEmpty {
      places.append(places[places.count - 1] + (places.count > 1 ? "/" : "") + name)
    }
    var settings: [FolderSettings] = []
    for place in places {
      let folders = layers.inherited(place).reversed() + [place.isEmpty ? layers.folder : layers.folder + "/" + place]
      for folder in folders {
        guard let path = settingsPath(of: folder) else { continue }
        var own = try folderSettings(at: path)
        (own.path, own.isTop) = (path, place.isEmpty)
        settings.append(own)
      }
    }
    return settings
  }

  private func folderSettings(at path: String) throws(StoreError) -> FolderSettings {
    if let known = shared?.settings(at: path) { return known }
    let settings = try read(path, as: FolderSettings.init(document:)).value
    shared?.note(settings, at: path)
    return settings
  }

  /// The variables of `workspace.json`: of the one in the collection's folder, else in the nearest folder above it. A file
  /// of another user does not count.
  package func workspaceVariables(for address: Address) throws(StoreError) -> Environment? {
    var folder = collectionRoot(of: address)
    while true {
      let path = folder + "/" + FolderScan.workspaceFile
      if Disk.kind(path) == .file, Disk.isOwn(path) { return try workspaceVariables(path) }
      guard folder != "/", !folder.isEmpty else { return nil }
      folder = Disk.folder(of: folder)
    }
  }

  private func workspaceVariables(_ path: String) throws(StoreError) -> Environment {
    try read(path, as: { (object) throws(DocumentError) in try Environment(name: path, document: object) }).value
  }

  /// The folders whose settings and environments affect all requests: the root, those above it up to its collection,
  /// and the environments of the collection and of its workspace.
  package var settingsFolders: [String] {
    let top = collectionRoot(of: Address(""))
    var folders = [top] + environmentFolders(for: Address(""))
    var path = top
    for name in root.dropFirst(top.count).split(separator: "/") {
      path += "/" + name
      folders.append(path)
    }
    return folders
  }

  /// Returns the path of the folder's own `collection.json` or `folder.json`.
  func settingsPath(of path: String) -> String? {
    [FolderScan.collectionFile, FolderScan.folderFile].map { path + "/" + $0 }.first { Disk.exists($0) }
  }
}
