extension ImportFormat {
  /// Files and exports of Insomnia: v5 in YAML, and v4 to v1 converted to it.
  static let insomnia = ImportFormat("insomnia", "Insomnia collection") { source in
    source.json?.object.map { InsomniaFile.isFile($0) || InsomniaV4.isExport($0) } ?? false
  } read: { source throws(ImportError) in
    let object = try source.object(or: "Not an Insomnia file", "it is not an object")
    if InsomniaFile.isFile(object) { return InsomniaFile.read([object], stem: source.stem) }
    guard InsomniaV4.isExport(object) else {
      throw ImportError("Not an Insomnia file: it has neither a type nor resources")
    }
    var export = InsomniaV4(object, stem: source.stem)
    var result = InsomniaFile.read(export.files(), stem: source.stem)
    result.notes = export.notes + result.notes
    return result
  }
}

extension ExportFormat {
  /// A collection file of Insomnia v5.
  static let insomnia = ExportFormat("insomnia", "Insomnia v5", fileExtension: "yaml") {
    source throws(ExportError) in
    var writer = InsomniaWriter(source)
    return ExportResult(YAMLWriter.text(writer.file()), notes: writer.notes)
  }
}

/// A file of Insomnia v5, of any of its types.
enum InsomniaFile {
  static func isFile(_ object: JSONObject) -> Bool { kind(object) != nil }

  enum Kind: String, CaseIterable {
    case collection = "collection.insomnia.rest/5."
    case spec = "spec.insomnia.rest/5."
    case mock = "mock.insomnia.rest/5."
    case environment = "environment.insomnia.rest/5."
    case mcpClient = "mcpClient.insomnia/5."
  }

  static func kind(_ object: JSONObject) -> Kind? {
    guard let type = object["type"]?.string else { return nil }
    return Kind.allCases.first { type.hasPrefix($0.rawValue) }
  }

  static func read(_ files: [JSONObject], stem: String?) -> ImportResult {
    var result = ImportResult()
    for file in files {
      var reader = InsomniaReader(file, uses: [])
      var read = reader.read(stem: stem)
      if reader.hasContainers {
        // Which parts of nested values become variables depends on the templates that use them.
        reader = InsomniaReader(file, uses: reader.uses)
        read = reader.read(stem: stem)
      }
      result.add(read)
    }
    return result
  }
}
