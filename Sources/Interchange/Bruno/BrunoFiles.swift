/// Reads a folder of Bruno files as the JSON of its export.
struct BrunoFiles {
  private let files: SourceFiles
  private let ignored: Set<String>
  private(set) var notes: [InterchangeNote] = []

  init(_ files: SourceFiles, ignored: [String]) {
    self.files = files
    self.ignored = Set(ignored + ["node_modules", ".git"])
  }

  static let collectionFiles: Set = ["bruno.json", "opencollection.yml", "opencollection.yaml"]

  /// The folders that are collections, none inside another.
  static func collections(_ files: SourceFiles) -> [String] {
    let found = files.paths.filter { path in
      let parts = path.split(separator: "/")
      return collectionFiles.contains(String(parts.last ?? "")) && !parts.contains("node_modules")
    }
    .map { $0.split(separator: "/").dropLast().joined(separator: "/") }
    let all = Set(found)
    return all.filter { folder in
      var outer = Address(folder)
      while !outer.path.isEmpty {
        outer = outer.parent
        if all.contains(outer.path) { return false }
      }
      return true
    }
    .sorted()
  }

  static func text(_ path: String, in files: SourceFiles) throws(ImportError) -> String {
    let text = String(decoding: try files.read(path), as: UTF8.self)
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  // MARK: The collection

  mutating func collection() -> JSONObject {
    var collection = JSONObject()
    for name in ["collection.bru", "opencollection.yml", "opencollection.yaml"] where files.contains(name) {
      guard let document = document(name, path: []) else { continue }
      switch document {
      case .bru(let document): collection["root"] = .object(BruItem.root(document))
      case .yaml(let object):
        let whole = OpenCollection.collection(object)
        for member in whole.members { collection[member.key.value] = member.value }
      }
    }
    collection["items"] = .array((collection["items"]?.array ?? []) + items(in: "", path: []))
    collection["environments"] = .array((collection["environments"]?.array ?? []) + environments())
    return collection
  }

  private mutating func environments() -> [JSONValue] {
    var result: [JSONValue] = []
    for path in files.paths where path.hasPrefix("environments/") && path.dropFirst(13).contains("/") == false {
      let stem = Self.stem(String(path.dropFirst(13)))
      switch document(path, path: []) {
      case .bru(let document)?: result.append(.object(BruItem.environment(document, name: stem)))
      case .yaml(let object)?:
        var environment = object
        if environment.text("name") == nil { environment["name"] = .string(stem) }
        result.append(.object(environment))
      case nil: break
      }
    }
    return result
  }

  // MARK: Folders

  private mutating func items(in folder: String, path: [String]) -> [JSONValue] {
    guard path.count < BrunoCollection.depthLimit else {
      notes.append(
        InterchangeNote(.failed, path, "It is nested more than \(BrunoCollection.depthLimit) levels deep"))
      return []
    }
    let prefix = folder.isEmpty ? "" : folder + "/"
    var folders: [String] = []
    var items: [JSONValue] = []
    var known: Set<String> = []
    for rest in files.below(folder).paths {
      if let slash = rest.firstIndex(of: "/") {
        let name = String(rest[..<slash])
        if known.insert(name).inserted { folders.append(name) }
      } else if !Self.isSettings(rest, isRoot: folder.isEmpty), let item = request(prefix + rest, path: path) {
        items.append(.object(item))
      }
    }
    for name in folders where !isIgnored(name, at: prefix + name) && !(folder.isEmpty && name == "environments") {
      if let item = self.folder(prefix + name, name: name, path: path) { items.append(.object(item)) }
    }
    return items
  }

  private mutating func folder(_ folder: String, name: String, path: [String]) -> JSONObject? {
    var item: JSONObject = ["type": "folder", "filename": .string(name)]
    var title = name
    var hasSettings = false
    for file in ["folder.bru", "folder.yml", "folder.yaml"] where files.contains(folder + "/" + file) {
      hasSettings = true
      guard let document = document(folder + "/" + file, path: path + [name]) else { continue }
      switch document {
      case .bru(let document): item["root"] = .object(BruItem.root(document))
      case .yaml(let object): item["root"] = .object(OpenCollection.root(object))
      }
      title = item["root"]?.object?["meta"]?.object?.filledText("name") ?? name
    }
    let inner = items(in: folder, path: path + [title])
    // A folder without settings or items holds scripts or uploads, and is not part of the collection.
    guard hasSettings || !inner.isEmpty else { return nil }
    item["name"] = .string(title)
    item["items"] = .array(inner)
    return item
  }

  private func isIgnored(_ name: String, at path: String) -> Bool {
    name.hasPrefix(".") || ignored.contains(name) || ignored.contains(path)
  }

  private static func isSettings(_ name: String, isRoot: Bool) -> Bool {
    let stem = stem(name)
    guard stem != name else { return true }
    return isRoot ? ["collection", "opencollection", "workspace", "folder"].contains(stem) : stem == "folder"
  }

  private mutating func request(_ file: String, path: [String]) -> JSONObject? {
    let name = String(file.split(separator: "/").last ?? "")
    let stem = Self.stem(name)
    guard let document = document(file, path: path + [stem]) else { return nil }
    var item: JSONObject
    switch document {
    case .bru(let document):
      guard BruItem.isRequest(document) else {
        notes.append(InterchangeNote(.dropped, path + [stem], "The file \(file) has no request"))
        return nil
      }
      item = BruItem.request(document, stem: stem)
      if document.hasComments {
        notes.append(InterchangeNote(.dropped, path + [item.text("name") ?? stem], "Comments"))
      }
    case .yaml(let object):
      guard OpenCollection.isItem(object) else { return nil }
      item = OpenCollection.item(object, stem: stem)
    }
    item["filename"] = .string(name)
    return item
  }

  // MARK: Files

  private enum Document {
    case bru(BruDocument)
    case yaml(JSONObject)
  }

  /// - Returns: `nil` for other files, and for damaged ones, which become notes.
  private mutating func document(_ path: String, path place: [String]) -> Document? {
    do {
      if path.hasSuffix(".bru") { return .bru(try Self.parse(try Self.text(path, in: files), name: path)) }
      guard path.hasSuffix(".yml") || path.hasSuffix(".yaml") else { return nil }
      let source = ImportSource(try files.read(path), fileName: path)
      if let object = source.json?.object { return .yaml(object) }
      throw ImportError("\(path):\(source.jsonProblem ?? "1: not a YAML mapping")")
    } catch {
      notes.append(InterchangeNote(.failed, place, "\(error)"))
      return nil
    }
  }

  static func parse(_ text: String, name: String) throws(ImportError) -> BruDocument {
    do throws(BruError) { return try BruParser.document(text) } catch { throw ImportError("\(name):\(error)") }
  }

  static func stem(_ name: String) -> String {
    for suffix in [".bru", ".yml", ".yaml"] where name.hasSuffix(suffix) { return String(name.dropLast(suffix.count)) }
    return name
  }
}
