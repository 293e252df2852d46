internal import Foundation

/// The documents of a collection with their paths in it.
struct ImportedFiles {
  struct File {
    /// The source's identifier, with the kind of file.
    var id: String
    var path: String
    var document: JSONObject

    /// Folders without settings need no file, unless they would be empty.
    var isNeeded = true

    var item: ImportRecord.Item { ImportRecord.Item(id: id, path: path, document: document) }

    /// The document to write. An OpenAPI document that is too large is kept only in the record.
    var written: JSONObject { inFile(document) }

    func inFile(_ document: JSONObject) -> JSONObject {
      id == ImportedFiles.collectionID ? KeptDocument.inFile(document) : document
    }
  }

  private(set) var files: [File] = []
  /// A folder whose path is longer than systems allow. Its items are omitted.
  private(set) var tooDeep: String?
  private static let pathLimit = 4000
  static let collectionID = "collection"
  /// The start of the ids of environments.
  static let environmentID = "environment "
  /// The paths of an earlier import, by ids.
  private let places: [String: String]
  /// The paths that must not be used for other items.
  private var taken: Set<String>
  private var ids = FreeNames()
  /// The next number of each place that was numbered: thousands of items may have one name.
  private var nextNumbers: [String: Int] = [:]
  /// The paths in the collection of files that requests send, by their names in the source.
  private let copies: [String: String]
  /// The names in the source of copies with other names, by their paths in the collection.
  private let namesOfCopies: [String: String]

  /// - Parameters:
  ///   - folderName: The name of the collection's folder, if it is not made for it.
  ///   - earlier: The items of the earlier import, which keep their places.
  init(
    _ collection: PortableFolder, folderName: String? = nil, earlier: [ImportRecord.Item] = [], existing: [String] = []
  ) {
    places = Dictionary(earlier.map { ($0.id, $0.path) }) { first, _ in first }
    taken = Set((earlier.map(\.path) + existing).map { $0.lowercased() })
    let targets = ImportedCopies.places(of: collection.files)
    let named = collection.files.compactMap { file in targets[file.path].map { (file.name, $0) } }
    copies = Dictionary(named) { first, _ in first }
    namesOfCopies = ImportedCopies.names(of: collection.files, targets)
    addFolder(
      collection, at: "", file: FolderScan.collectionFile, folderName: folderName ?? Self.stem(for: collection.name),
      id: Self.collectionID)
    for environment in collection.environments { addEnvironment(environment) }
  }

  /// - Throws: `StoreError.system` for a path that is too long.
  var writable: [File] {
    get throws(StoreError) {
      if let tooDeep { throw .system(.create, path: tooDeep, code: ENAMETOOLONG) }
      return files
    }
  }

  static func stem(for name: String) -> String { (try? FileName.stem(for: name)) ?? "unnamed" }

  private mutating func addEnvironment(_ environment: PortableEnvironment) {
    let id = unique(Self.environmentID + environment.name)
    let path = places[id] ?? free(Self.stem(for: environment.name), in: FolderScan.environments + "/")
    files.append(File(id: id, path: path, document: environment.document))
  }

  private mutating func addFolder(
    _ folder: PortableFolder, at path: String, file: String, folderName: String, id: String
  ) {
    guard path.utf8.count < Self.pathLimit else { return tooDeep = folder.name }
    let own = files.count
    files.append(File(id: id, path: path + file, document: JSONObject()))
    var order: [JSONValue] = []
    var contents: [(path: String, id: String, item: PortableItem)] = []
    let parent = Self.shortened(id)
    for item in folder.items {
      let id = self.id(of: item, in: parent)
      let place = place(of: item, id, in: path)
      contents.append((place, id, item))
      let address = Address(place)
      let parent = address.parent.path
      if parent.isEmpty ? path.isEmpty : parent + "/" == path { order.append(.string(address.stem)) }
    }
    var settings = JSONObject()
    if folder.name != folderName { settings["name"] = .string(folder.name) }
    settings.members += folder.settings.members
    if order.count > 1 { settings["order"] = .array(order) }
    files[own].document = settings
    files[own].isNeeded = !settings.members.isEmpty || file == FolderScan.collectionFile || folder.items.isEmpty
    for (place, id, item) in contents {
      switch item {
      case .folder(let inner):
        addFolder(inner, at: place + "/", file: FolderScan.folderFile, folderName: Address(place).name, id: id)
      case .request(let request):
        var document = JSONObject()
        if request.name != Address(place).stem { document["name"] = .string(request.name) }
        document.members += withCopies(request.document, place).members
        files.append(File(id: id, path: place, document: document))
      }
    }
  }

  /// The document with the paths of copied files relative to its own file.
  private func withCopies(_ document: JSONObject, _ place: String) -> JSONObject {
    if copies.isEmpty { return document }
    let up = String(repeating: "../", count: Address(place).components.count - 1)
    return document.renamingFiles { name in copies[name].map { up + $0 } ?? name }.keepingFileNames { path in
      path.removingExactly(prefix: up).flatMap { namesOfCopies[$0] }
    }
  }

  /// The path of a request's file, or of a folder.
  private mutating func place(of item: PortableItem, _ id: String, in folder: String) -> String {
    switch item {
    case .folder:
      if let place = places[id] { return Address(place).parent.path }
      return free(Self.stem(for: item.name), in: folder, isFolder: true)
    case .request: return places[id] ?? free(Self.stem(for: item.name), in: folder)
    }
  }

  /// Returns a path that is free, ignoring case. A folder and a request never share a name.
  private mutating func free(_ stem: String, in folder: String, isFolder: Bool = false) -> String {
    let reserved = FileStem.reserved.union(["workspace"])
    let key = (folder + stem).lowercased()
    var name = stem
    var number = nextNumbers[key] ?? 2
    while reserved.contains(name.lowercased()) || taken.contains((folder + name).lowercased())
      || taken.contains((folder + name + ".json").lowercased())
    {
      name = "\(stem) \(number)"
      number += 1
    }
    nextNumbers[key] = number
    let path = folder + name + (isFolder ? "" : ".json")
    taken.insert(path.lowercased())
    taken.insert((folder + name + ".json").lowercased())
    return path
  }

  /// The id of a folder, which all its items repeat.
  private static func shortened(_ id: String) -> String { id.utf8.count > 2000 ? SHA256.hex(Array(id.utf8)) : id }

  private mutating func id(of item: PortableItem, in parent: String) -> String {
    switch item {
    case .folder(let folder):
      return unique(folder.sourceID.map { "folder " + $0 } ?? parent + " / folder " + folder.name)
    case .request(let request): return unique(request.sourceID.map { "request " + $0 } ?? parent + " / " + request.name)
    }
  }

  private mutating func unique(_ id: String) -> String { ids.claim(id) { "\(id) #\($0)" } }
}
