extension ImportFormat {
  /// Any files: each is read in its own format.
  package static let folder = ImportFormat("folder", "Folder") {
    $0.isFolder
  } read: { source throws(ImportError) in
    guard let files = source.files else { throw ImportError("Not a folder") }
    var result = ImportResult()
    var others = 0
    let paths = Dictionary(grouping: files.paths) { InsomniaRepository.folder(of: $0) ?? "" }
    for folder in paths.keys.sorted() where !folder.isEmpty {
      result.add(InsomniaRepository.read(folder, paths[folder] ?? [], files))
    }
    for path in paths[""] ?? [] {
      switch read(path, files) {
      case .success(let part?): result.add(part)
      case .success(nil): others += 1
      case .failure(let problem): result.notes.append(InterchangeNote(.failed, [path], "\(problem)"))
      }
    }
    guard !result.isEmpty || !result.notes.isEmpty else {
      throw ImportError("None of its \(files.paths.count) files is in a known format")
    }
    if others > 0 {
      let subject = others == 1 ? "A file is" : "\(others) files are"
      result.notes.append(InterchangeNote(.dropped, [], "\(subject) in no known format"))
    }
    if result.collections.count == 1 {
      result.collections[0].environments += result.environments
      result.environments = []
    }
    return result
  }

  /// - Returns: `nil` for a file of no format.
  private static func read(_ path: String, _ files: SourceFiles) -> Result<ImportResult?, ImportError> {
    Result { () throws(ImportError) in
      let parts = path.split(separator: "/").map(String.init)
      guard let name = parts.last, !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
      let folder = parts.dropLast().joined(separator: "/")
      let source = ImportSource(try files.read(path), fileName: name, files: files.below(folder))
      guard let format = ImportFormat.of(source) else {
        // Other files may be broken or empty.
        if let problem = source.problem, source.likelyFormat != nil { throw ImportError(problem) }
        return nil
      }
      var part = try format.read(source)
      if format.keepsUnknown { part = UnknownAsText.kept(in: part) }
      for index in part.collections.indices {
        part.collections[index] = part.collections[index].withFiles(below: folder)
        part.collections[index].sourceFile = path
      }
      return part
    }
  }
}

extension ImportResult {
  package var isEmpty: Bool { collections.isEmpty && environments.isEmpty && globals.isEmpty }

  package mutating func add(_ other: ImportResult) {
    collections += other.collections
    environments += other.environments
    globals += other.globals
    notes += other.notes
  }
}
