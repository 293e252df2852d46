package import RequestModel

/// The files that an import writes, and which of them exist.
package struct ImportPlan: Sendable {
  package enum Fate: String, Sendable {
    case create, replace, skip
  }

  package struct File: Equatable, Sendable {
    /// The path in the target folder.
    package let path: String
    package let bytes: [UInt8]
    package var fate: Fate
  }

  package private(set) var files: [File] = []
  /// The values of secret variables in files that are written.
  package private(set) var secrets: [(key: SecretStore.Key, value: String)] = []

  /// Plans the files of `result` in `target`. Nothing is written.
  ///
  /// - Throws: `StoreError.exists` for what is in the way, and for existing files if there is no choice for conflicts.
  package init(_ result: ImportResult, into target: String, onConflict: ImportConflict?) throws(StoreError) {
    let target = Disk.resolved(target)
    for collection in result.collections {
      let folder = try Self.folder(for: collection.name, in: target, onConflict: onConflict)
      let root = target + "/" + folder
      for (path, document) in ImportedFiles(collection).documents {
        let fate = try add(folder + "/" + path, document, target, onConflict)
        if path == FolderScan.collectionFile, fate != .skip { add(collection.secrets, root, environment: nil) }
      }
      try add(collection.environments, folder + "/", target, onConflict)
    }
    try add(result.environments, "", target, onConflict)
    if !result.globals.isEmpty {
      _ = try add("workspace.json", ["variables": .array(result.globals)], target, onConflict)
    }
  }

  private mutating func add(
    _ environments: [PortableEnvironment], _ folder: String, _ target: String, _ conflict: ImportConflict?
  ) throws(StoreError) {
    var taken: [String] = []
    for environment in environments {
      let stem = ImportedFiles.stem(for: environment.name)
      var name = FileName.free(stem, suffix: ".json", taken: taken)
      let place = folder + FolderScan.environments + "/"
      if conflict == .both, Disk.exists(target + "/" + place + name) {
        name = FileName.free(
          stem, suffix: ".json", taken: try FolderScan.list(target + "/" + place).map(\.name) + taken)
      }
      taken.append(name)
      let fate = try add(place + name, environment.document, target, conflict)
      let root = Address(target + "/" + folder + "x").parent.path
      if fate != .skip { add(environment.secrets, root, environment: Address(name).stem) }
    }
  }

  private mutating func add(_ secrets: [PortableSecret], _ collection: String, environment: String?) {
    self.secrets += secrets.filter { !$0.value.isEmpty }.map {
      (.init(collection: collection, environment: environment, name: $0.name), $0.value)
    }
  }

  private mutating func add(
    _ path: String, _ document: JSONObject, _ target: String, _ conflict: ImportConflict?
  ) throws(StoreError) -> Fate {
    try Self.checkFolders(of: path, in: target)
    let exists = Disk.exists(target + "/" + path)
    if exists, conflict == nil || conflict == .both { throw .exists(path: target + "/" + path) }
    if exists, Disk.kind(target + "/" + path) == .folder { throw .exists(path: target + "/" + path) }
    let fate: Fate = !exists ? .create : conflict == .replace ? .replace : .skip
    files.append(File(path: path, bytes: Array((JSONValue.object(document).rendered() + "\n").utf8), fate: fate))
    return fate
  }

  /// Nothing is written through a link, or where a file is in the way.
  private static func checkFolders(of path: String, in target: String) throws(StoreError) {
    var folder = target
    for name in path.split(separator: "/").dropLast() {
      folder += "/" + name
      if Disk.exists(folder), !Disk.isPlainFolder(folder) { throw .exists(path: folder) }
    }
  }

  private static func folder(
    for name: String, in target: String, onConflict: ImportConflict?
  ) throws(StoreError) -> String {
    let stem = ImportedFiles.stem(for: name)
    guard Disk.exists(target + "/" + stem) else { return stem }
    switch onConflict {
    case .skip, .replace: return stem
    case .both:
      return FileName.free(stem, suffix: "", taken: try FolderScan.list(target).map(\.name))
    case nil: throw .exists(path: target + "/" + stem)
    }
  }
}

extension ImportPlan {
  /// Writes all files or none: first into a temporary folder, whose contents are then renamed.
  package func write(into target: String) throws(StoreError) {
    let files = files.filter { $0.fate != .skip }
    guard !files.isEmpty else { return }
    try Disk.createFolder(target)
    let staging = Disk.temporaryPath(beside: target + "/")
    try Disk.createFolder(staging)
    defer { Disk.removeAll(staging) }
    for file in files {
      let path = staging + "/" + file.path
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.write(path, file.bytes)
    }
    Disk.flushFileSystem(of: staging)
    // A new collection appears at once; into an existing one, files are moved one by one.
    for name in Set(files.map { Self.top($0.path) }).sorted() {
      if Disk.place(staging + "/" + name, at: target + "/" + name) == 0 { continue }
      for file in files where Self.top(file.path) == name {
        let path = target + "/" + file.path
        try Disk.createFolder(Disk.folder(of: path))
        try Disk.replace(path, by: staging + "/" + file.path)
      }
    }
    Disk.flushFolder(of: target + "/")
  }

  private static func top(_ path: String) -> String { String(path.prefix { $0 != "/" }) }
}

/// The documents of a collection by their paths in it.
struct ImportedFiles {
  private(set) var documents: [(path: String, document: JSONObject)] = []

  init(_ collection: PortableFolder) {
    add(collection, at: "", file: FolderScan.collectionFile, folderName: Self.stem(for: collection.name))
  }

  /// A file name for any name.
  static func stem(for name: String) -> String { (try? FileName.stem(for: name)) ?? "unnamed" }

  private mutating func add(_ folder: PortableFolder, at path: String, file: String, folderName: String) {
    let stems = folder.itemStems
    let order = stems.map(JSONValue.string)
    let contents = zip(stems, folder.items)
    var settings = JSONObject()
    if folder.name != folderName { settings["name"] = .string(folder.name) }
    settings.members += folder.settings.members
    if order.count > 1 { settings["order"] = .array(order) }
    let isNeeded = !settings.members.isEmpty || file == FolderScan.collectionFile || folder.items.isEmpty
    if isNeeded { documents.append((path + file, settings)) }
    for (stem, item) in contents {
      switch item {
      case .folder(let inner): add(inner, at: path + stem + "/", file: FolderScan.folderFile, folderName: stem)
      case .request(let request):
        var document = JSONObject()
        if request.name != stem { document["name"] = .string(request.name) }
        document.members += request.document.members
        documents.append((path + stem + ".json", document))
      }
    }
  }
}
