import Foundation

extension ExportFormat {
  /// A folder with `bruno.json`, a `.bru` file for each request, and the environments.
  static let bruno = ExportFormat("bruno", "Bruno collection", fileExtension: "bru") {
    source throws(ExportError) in
    BrunoFolderWriter.result(source, isYAML: false)
  }

  /// The same as OpenCollection YAML, which newer versions of Bruno write.
  static let brunoYAML = ExportFormat("bruno-yaml", "Bruno collection in YAML", fileExtension: "yml") {
    source throws(ExportError) in
    BrunoFolderWriter.result(source, isYAML: true)
  }
}

/// Writes Bruno's JSON as files.
private struct BrunoFolderWriter {
  private(set) var files: [ExportResult.File] = []
  private(set) var notes: [InterchangeNote]

  private let isYAML: Bool

  static func result(_ source: ExportSource, isYAML: Bool) -> ExportResult {
    var writer = BrunoWriter(includesSecrets: source.includesSecrets)
    let collection = writer.collection(source.collection)
    var files = BrunoFolderWriter(notes: writer.context.notes, isYAML: isYAML)
    files.write(collection)
    return ExportResult(files: files.files, notes: files.notes)
  }

  private mutating func write(_ collection: JSONObject) {
    if isYAML {
      addYAML("opencollection", OpenCollectionWriter.collection(collection))
    } else {
      files.append(.init("bruno.json", Data((collection["brunoConfig"] ?? [:]).renderedFile)))
      var root = collection["root"]?.object ?? JSONObject()
      root["meta"] = nil
      addBru("collection", []) { $0.root(root) }
    }
    var taken = FreeNames()
    for environment in collection["environments"].objects {
      let name = Self.free(environment.text("name") ?? "", &taken)
      if isYAML {
        addYAML("environments/" + name, OpenCollectionWriter.environment(environment))
        continue
      }
      if name != environment.text("name") {
        notes.append(
          InterchangeNote(.changed, [], "Environment \"\(environment.text("name") ?? "")\": its file is \(name)"))
      }
      addBru("environments/" + name, []) { $0.environment(environment) }
    }
    write(
      collection["items"]?.array ?? [], folder: "", path: [],
      taken: FreeNames(taken: ["collection", "opencollection", "environments", "folder", "workspace"]))
  }

  private mutating func write(_ items: [JSONValue], folder: String, path: [String], taken: FreeNames) {
    var taken = taken
    for item in items.compactMap(\.object) {
      let title = item.text("name") ?? ""
      let place = folder + Self.free(title, &taken)
      if item.text("type") == "folder" {
        let root = item["root"]?.object ?? JSONObject()
        if isYAML {
          addYAML(place + "/folder", OpenCollectionWriter.folder(item))
        } else {
          addBru(place + "/folder", path + [title]) { $0.root(root) }
        }
        write(
          item["items"]?.array ?? [], folder: place + "/", path: path + [title], taken: FreeNames(taken: ["folder"]))
      } else if isYAML {
        addYAML(place, OpenCollectionWriter.request(item))
      } else {
        addBru(place, path + [title]) { $0.request(item) }
      }
    }
  }

  /// Adds a file, unless there is nothing to write.
  private mutating func addBru(_ path: String, _ place: [String], _ write: (inout BruText) -> Void) {
    var text = BruText()
    write(&text)
    notes += text.notes.map { InterchangeNote(.changed, place, $0) }
    if !text.text.isEmpty || path.hasPrefix("environments/") {
      files.append(.init(path + ".bru", Data(text.file.utf8)))
    }
  }

  private mutating func addYAML(_ path: String, _ document: JSONObject) {
    files.append(.init(path + ".yml", Data(YAMLWriter.text(.object(document)).utf8)))
  }

  /// A name for a file that every system allows and no other in the folder has, whatever its case.
  private static func free(_ name: String, _ taken: inout FreeNames) -> String {
    let forbidden = "<>:\"/\\|?*"
    var stem = String(
      name.unicodeScalars.map { scalar in
        forbidden.unicodeScalars.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7F
          ? "-" : Character(scalar)
      }.prefix(80))
    while let last = stem.last, last == "." || last == " " { stem.removeLast() }
    while let first = stem.first, first == "." || first == " " || first == "-" { stem.removeFirst() }
    if stem.isEmpty || reserved.contains(stem.lowercased()) { stem = "unnamed" + (stem.isEmpty ? "" : "-" + stem) }
    return taken.claimIgnoringCase(stem)
  }

  private static let reserved: Set = ["con", "prn", "aux", "nul", "node_modules", "com1", "lpt1"]
}
