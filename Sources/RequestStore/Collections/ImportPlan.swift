package import RequestModel

/// The files that an import writes, and which of them exist.
package struct ImportPlan: Equatable, Sendable {
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
  /// The folders of the collections, in the target folder.
  package private(set) var collections: [String] = []

  /// Plans the files of `result` in `target`. Nothing is written.
  package init(_ result: ImportResult, into target: String, onConflict: ImportConflict?) throws(StoreError) {
    for collection in result.collections {
      let folder = try Self.folder(for: collection.name, in: target, onConflict: onConflict)
      collections.append(folder)
      let added = ImportedFiles(collection)
      for (path, document) in added.documents { append(folder + "/" + path, document, target, onConflict) }
    }
    for environment in result.environments {
      append(ImportedFiles.path(of: environment, taken: []), environment.document, target, onConflict)
    }
    if !result.globals.isEmpty {
      append("workspace.json", ["variables": .array(result.globals)], target, onConflict)
    }
  }

  private mutating func append(
    _ path: String, _ document: JSONObject, _ target: String, _ conflict: ImportConflict?
  ) {
    let exists = Disk.exists(target + "/" + path)
    let fate: Fate = !exists ? .create : conflict == .replace ? .replace : .skip
    files.append(File(path: path, bytes: Array((JSONValue.object(document).rendered() + "\n").utf8), fate: fate))
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

  /// Names that an import without a choice for conflicts cannot write.
  package var conflicts: [String] { files.filter { $0.fate == .skip }.map(\.path) }
}

/// What an import does with files that exist.
package enum ImportConflict: String, Sendable, CaseIterable {
  /// Keeps them, and adds what is missing.
  case skip
  case replace
  /// Imports the collection beside the one that exists, under another name.
  case both
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

  init(_ collection: ImportedFolder) {
    add(collection, at: "", file: FolderScan.collectionFile, folderName: Self.stem(for: collection.name))
    var taken: [String] = []
    for environment in collection.environments {
      let path = Self.path(of: environment, taken: taken)
      taken.append(path)
      documents.append((path, environment.document))
    }
  }

  /// A file name for any name.
  static func stem(for name: String) -> String { (try? FileName.stem(for: name)) ?? "unnamed" }

  static func path(of environment: ImportedEnvironment, taken: [String]) -> String {
    FileName.free("\(FolderScan.environments)/" + stem(for: environment.name), suffix: ".json", taken: taken)
  }

  private mutating func add(_ folder: ImportedFolder, at path: String, file: String, folderName: String) {
    var taken = Array(FileName.reserved) + ["workspace"]
    var order: [JSONValue] = []
    var contents: [(stem: String, item: ImportedItem)] = []
    for item in folder.items {
      let stem = FileName.free(Self.stem(for: item.name), suffix: "", taken: taken)
      taken.append(stem)
      order.append(.string(stem))
      contents.append((stem, item))
    }
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
