extension ImportFormat {
  /// Bruno: folders of `.bru` or YAML files, single files of them, and exported JSON.
  static let bruno = ImportFormat("bruno", "Bruno collection") { source in
    if let files = source.files, source.isFolder { return !BrunoFiles.collections(files).isEmpty }
    if let object = source.json?.object {
      return BrunoCollection.isCollection(object) || OpenCollection.isCollection(object) || isBrunoExport(object)
    }
    return source.fileName?.lowercased().hasSuffix(".bru") == true || looksLikeBru(source.text)
  } read: { source throws(ImportError) in
    if let files = source.files, source.isFolder { return try folder(files, source) }
    guard let object = source.json?.object else { return try file(source) }
    if isBrunoExport(object), !BrunoCollection.isCollection(object) { return environments(object, stem: source.stem) }
    var reader = BrunoCollection(isSentAsIs: source.isSentAsIs)
    reader.isAlone = true
    let collection = OpenCollection.isCollection(object) ? OpenCollection.collection(object) : object
    return reader.read(collection, stem: source.stem)
  }

  private static func looksLikeBru(_ text: String) -> Bool {
    let names: Set = ["meta", "get", "post", "put", "patch", "delete", "head", "options", "vars", "headers", "auth"]
    for line in text.prefix(4000).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("//") { continue }
      let name = line.prefix { $0 != "{" && !$0.isWhitespace }
      return line.last == "{" && names.contains(String(name.prefix { $0 != ":" }))
        && line.dropLast().trimmed == name
    }
    return false
  }

  // MARK: Environments

  private static func isBrunoExport(_ object: JSONObject) -> Bool {
    object["info"]?.object?.text("type") == "bruno-environment"
  }

  private static func environments(_ object: JSONObject, stem: String?) -> ImportResult {
    let reader = BrunoCollection()
    let sources = object["environments"]?.array?.compactMap(\.object) ?? [object]
    let environments = sources.map { source in
      var environment = reader.environment(source)
      if source.text("name") == nil, let stem { environment.name = stem }
      return environment
    }
    return ImportResult(environments: environments)
  }

  // MARK: Files

  private static func file(_ source: ImportSource) throws(ImportError) -> ImportResult {
    let name = source.fileName ?? "bru"
    let document = try BrunoFiles.parse(source.text, name: name)
    guard !document.blocks.isEmpty else { throw ImportError("\(name): it has no blocks") }
    let stem = source.stem ?? "Imported"
    if BruItem.isEnvironment(document) {
      return ImportResult(environments: [BrunoCollection().environment(BruItem.environment(document, name: stem))])
    }
    var reader = BrunoCollection(isSentAsIs: source.isSentAsIs)
    reader.isAlone = true
    guard BruItem.isRequest(document) else {
      return reader.read(["root": .object(BruItem.root(document))], stem: stem)
    }
    let item = BruItem.request(document, stem: stem)
    return reader.read(["name": item["name"] ?? .string(stem), "items": [.object(item)]], stem: stem)
  }

  private static func folder(_ files: SourceFiles, _ source: ImportSource) throws(ImportError) -> ImportResult {
    var result = ImportResult()
    for folder in BrunoFiles.collections(files) {
      let own = folder.split(separator: "/").last.map(String.init) ?? source.stem
      var part = collection(files.below(folder), name: own, isSentAsIs: source.isSentAsIs)
      part.collections = part.collections.map { $0.withFiles(below: folder) }
      result.add(part)
    }
    guard !result.isEmpty else { throw ImportError("It has no bruno.json and no opencollection.yml") }
    return result
  }

  private static func collection(_ files: SourceFiles, name: String?, isSentAsIs: Bool) -> ImportResult {
    var notes: [InterchangeNote] = []
    var config = JSONObject()
    if files.contains("bruno.json") {
      do {
        let source = ImportSource(try files.read("bruno.json"), fileName: "bruno.json")
        if let object = source.json?.object {
          config = object
        } else {
          notes.append(InterchangeNote(.failed, [], "bruno.json: \(source.jsonProblem ?? "it is not an object")"))
        }
      } catch { notes.append(InterchangeNote(.failed, [], "bruno.json: \(error)")) }
    }
    let ignored = (config["ignore"]?.array ?? []).compactMap(\.scalarText)
    var reading = BrunoFiles(files, ignored: ignored)
    var collection = reading.collection()
    var merged = collection["brunoConfig"]?.object ?? JSONObject()
    merged.set(config.members.map { ($0.key.value, $0.value) })
    collection["brunoConfig"] = merged.asMember
    let dotenv = files.contains(".env") ? (try? BrunoFiles.text(".env", in: files)).map { Dotenv($0) } : nil
    var reader = BrunoCollection(dotenv: dotenv, notes: notes + reading.notes, isSentAsIs: isSentAsIs)
    if dotenv != nil, !isSentAsIs {
      reader.note("The file .env is not copied: put it into the collection's folder")
    }
    return reader.read(collection, stem: name)
  }
}
