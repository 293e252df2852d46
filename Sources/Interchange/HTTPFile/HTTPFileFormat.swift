extension ImportFormat {
  /// Files of VS Code's REST Client, JetBrains' HTTP Client and httpyac, with their environments where the source is a
  /// folder.
  static let http = ImportFormat("http", "HTTP file (.http, .rest)") { source in
    if source.isFolder { return HTTPFiles.isFolder(source, of: HTTPFiles.isHTTPFile) }
    if let name = source.fileName, HTTPFiles.isHTTPFile(name) { return true }
    return source.json == nil && HTTPFiles.looksLikeOne(source.text)
  } read: { source throws(ImportError) in
    source.isFolder ? try HTTPFiles.read(source) : try HTTPFiles.readFile(source)
  }

  /// `http-client.env.json` of JetBrains, and the environments of REST Client.
  static let httpEnvironment = ImportFormat("http-environment", "Environments of HTTP files") { source in
    source.json?.object.map { HTTPEnvironments.isOne($0, fileName: source.fileName) } ?? false
  } read: { source throws(ImportError) in
    let object = try source.object(or: "It has no environments")
    var environments = HTTPEnvironments()
    environments.addEnvironments(in: object, isPrivate: source.fileName?.contains("private") ?? false)
    return ImportResult(environments: environments.finished(), notes: environments.notes)
  }
}

/// One HTTP file, or a folder of them.
enum HTTPFiles {
  static func isHTTPFile(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".http") || name.hasSuffix(".rest")
  }

  /// Whether a folder has such files, and none of other formats: then each file is read for itself.
  static func isFolder(_ source: ImportSource, of isOwn: (String) -> Bool) -> Bool {
    let paths = source.files?.paths ?? []
    guard paths.contains(where: isOwn) else { return false }
    let endings = [".http", ".rest", ".hurl", ".bru", ".har", ".postman_collection.json", "opencollection.yml"]
    return !paths.contains { path in
      let name = (path.split(separator: "/").last.map(String.init) ?? "").lowercased()
      return !isOwn(path)
        && (endings.contains(where: name.hasSuffix) || name.hasPrefix("openapi.") || name.hasPrefix("swagger."))
    }
  }

  /// Whether text of any name has a request line before anything else.
  static func looksLikeOne(_ text: String) -> Bool {
    for line in text.prefix(4000).split(whereSeparator: \.isNewline) {
      let line = String(line)
      if line.hasPrefix("###") { return true }
      if line.trimmed.isEmpty || HTTPFileComment(line) != nil || HTTPFileVariable(line) != nil { continue }
      return HTTPFileRequestLine.startsRequest(line)
    }
    return false
  }

  static func readFile(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var context = InterchangeContext()
    context.isSentAsIs = source.isSentAsIs
    let sources = HTTPFileSources(files: source.files, around: source.joinedFiles)
    var reader = HTTPFileReader(sources: sources, context: context)
    var collection = reader.read(source.text, name: source.stem ?? "HTTP")
    let isEmpty = collection.items.isEmpty && collection.settings["variables"] == nil && reader.notes.isEmpty
    guard !isEmpty || reader.collectionName != nil else {
      throw ImportError("There is no request in it")
    }
    var environments = HTTPEnvironments()
    if source.isSentAsIs, let beside = source.sentFiles { environments.addFiles(beside: beside) }
    environments.addDotenv(reader.dotenvKeys)
    collection.environments = environments.finished()
    return ImportResult([collection], notes: reader.notes + environments.notes)
  }

  /// - Parameter source: A folder. Each file becomes a folder; the only one becomes the collection.
  static func read(_ source: ImportSource) throws(ImportError) -> ImportResult {
    guard let files = source.files else { throw ImportError("There are no files in it") }
    let paths = files.paths.filter(isHTTPFile)
    guard !paths.isEmpty else { throw ImportError("There is no .http or .rest file in it") }
    var result = ImportResult()
    var collection = PortableFolder(name: source.stem ?? "HTTP")
    let tree = FilledFolders(collection)
    var environments = HTTPEnvironments()
    for path in files.paths { environments.addFile(path, files) }
    for path in paths {
      var folders = path.split(separator: "/").map(String.init)
      let name = stem(folders.removeLast())
      let isOnly = paths.count == 1 && folders.isEmpty
      do {
        let text = ImportSource(try files.read(path), fileName: path).text
        var reader = HTTPFileReader(sources: HTTPFileSources(files: files, folder: folders.joined(separator: "/")))
        let prefix = isOnly ? "" : (folders + [name]).joined(separator: "/") + "/"
        let folder = reader.read(text, name: isOnly ? collection.name : name, prefix: prefix)
          .withFiles(below: folders.joined(separator: "/"))
        result.notes += reader.notes.map { note in
          InterchangeNote(note.kind, (isOnly ? [] : folders + [name]) + note.path, note.text)
        }
        environments.addDotenv(reader.dotenvKeys)
        if isOnly { collection = folder } else { tree.insert(folder, at: folders) }
      } catch {
        result.notes.append(InterchangeNote(.failed, folders + [name], error.description))
      }
    }
    if !tree.isEmpty { collection = tree.folder }
    collection.environments = environments.finished()
    result.notes += environments.notes
    result.collections = [collection]
    return result
  }

  static func stem(_ name: String) -> String {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return stem.isEmpty ? name : stem
  }
}
