/// The data of a Postman account as an archive: `archive.json`, `collection/ID.json` and `environment/ID.json`.
enum PostmanDump {
  static func isDump(_ files: SourceFiles) -> Bool { index(files) != nil }

  /// The path of `archive.json`, which may be in a folder of the archive.
  private static func index(_ files: SourceFiles) -> String? {
    files.paths.first { path in
      guard path == "archive.json" || path.hasSuffix("/archive.json") else { return false }
      let folder = path.dropLast("archive.json".count)
      return files.hasFiles(below: folder + "collection") || files.hasFiles(below: folder + "environment")
    }
  }

  static func read(_ files: SourceFiles) throws(ImportError) -> ImportResult {
    guard let index = index(files) else { throw ImportError("The archive has no archive.json") }
    let folder = index.dropLast("archive.json".count)
    var result = ImportResult()
    for path in files.paths where path.hasPrefix(folder) && path.hasSuffix(".json") && path != index {
      let kind = path.dropFirst(folder.count).prefix { $0 != "/" }
      do throws(ImportError) {
        if let part = try part(path, kind: String(kind), files) { result.add(part) }
      } catch {
        result.notes.append(InterchangeNote(.failed, [path], "\(error)"))
      }
    }
    return result
  }

  /// - Returns: `nil` for data that this program has no place for.
  private static func part(_ path: String, kind: String, _ files: SourceFiles) throws(ImportError) -> ImportResult? {
    let source = ImportSource(try files.read(path), fileName: path)
    guard let json = source.json else { throw ImportError(source.jsonProblem ?? "Not JSON") }
    switch kind {
    case "collection":
      guard let object = json.object else { throw ImportError("It is \(json.kindName), not an object") }
      return PostmanBackup.collection(object, stem: PostmanV3Folder.stem(path))
    case "environment", "globals":
      guard let values = PostmanEnvironment.values(json) else { throw ImportError("It has no \"values\"") }
      return PostmanEnvironment.read(json, values, stem: source.stem)
    default: return nil
    }
  }
}

/// The data of an account in one file: collections, environments, presets of headers, and globals.
enum PostmanBackup {
  static func isBackup(_ object: JSONObject) -> Bool {
    guard object["collections"]?.array != nil else { return false }
    return ["environments", "headerPresets", "globals"].contains { object[$0] != nil }
  }

  static func read(_ object: JSONObject) -> ImportResult {
    var result = ImportResult()
    for (number, value) in (object["collections"]?.array ?? []).enumerated() {
      if let source = value.object {
        result.add(collection(source, stem: "Collection \(number + 1)"))
      } else {
        result.notes.append(
          InterchangeNote(.failed, [], "Collection \(number + 1) is \(value.kindName), not an object"))
      }
    }
    for (number, value) in (object["environments"]?.array ?? []).enumerated() {
      if let values = PostmanEnvironment.values(value) {
        result.add(PostmanEnvironment.read(value, values, stem: "Environment \(number + 1)"))
      } else {
        result.notes.append(InterchangeNote(.failed, [], "Environment \(number + 1) has no \"values\""))
      }
    }
    if let globals = object["globals"], let values = PostmanEnvironment.values(globals) {
      let scope: JSONValue = ["values": .array(values), "_postman_variable_scope": "globals"]
      result.add(PostmanEnvironment.read(scope, values, stem: nil))
    }
    for preset in object["headerPresets"].objects {
      let name = preset.text("name") ?? ""
      result.notes.append(InterchangeNote(.dropped, [], "The header preset \"\(name)\": set headers of a folder"))
    }
    return result
  }

  /// A collection among others; its name is part of where its notes belong.
  static func collection(_ object: JSONObject, stem: String) -> ImportResult {
    var reader = PostmanCollection()
    var result = reader.read(PostmanCollection.unwrapped(object), stem: stem)
    let name = result.collections.first?.name ?? stem
    for index in result.notes.indices { result.notes[index].path.insert(name, at: 0) }
    return result
  }
}
