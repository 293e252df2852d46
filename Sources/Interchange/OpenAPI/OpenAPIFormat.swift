internal import Foundation

extension ImportFormat {
  /// OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, as JSON or YAML, in one file or several.
  static let openapi = ImportFormat("openapi", "OpenAPI or Swagger document", hasExampleBodies: true) { source in
    guard source.isFolder else { return OpenAPISource.isRoot(source.json) }
    return !OpenAPISource.hasOthers(source) && !OpenAPISource.roots(in: source).isEmpty
  } read: { source throws(ImportError) in
    let roots = try OpenAPISource.documents(of: source)
    var result = ImportResult()
    for root in roots {
      var reader = OpenAPIReader(root.documents)
      let (collection, notes) = reader.read(stem: root.stem)
      result.collections.append(collection)
      result.notes += notes
    }
    if roots.count == 1 { result.source = roots[0].documents.root.value }
    return result
  }
}

/// Finds the documents of a source.
enum OpenAPISource {
  static func isRoot(_ value: JSONValue?) -> Bool {
    guard let object = value?.object else { return false }
    return object["openapi"]?.scalarText != nil || object["swagger"]?.scalarText != nil
  }

  /// Whether a folder has files of other formats too, so that each of its files is read for itself.
  static func hasOthers(_ source: ImportSource) -> Bool {
    let endings = [".http", ".rest", ".bru", ".hurl", ".har", ".postman_collection.json", "opencollection.yml"]
    return source.files?.paths.contains { path in endings.contains { path.lowercased().hasSuffix($0) } } ?? false
  }

  static func documents(
    of source: ImportSource
  ) throws(ImportError) -> [(documents: OpenAPIDocuments, stem: String?)] {
    guard !source.isFolder else {
      let roots = roots(in: source)
      guard !roots.isEmpty else { throw ImportError("No file in the folder has an \"openapi\" or \"swagger\" member") }
      return roots.map { path, value, notation in
        let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
        let documents = OpenAPIDocuments(value, path: path, sources: source.files)
        documents.notation = notation
        return (documents, ["openapi", "swagger", "index"].contains(name) ? source.stem ?? name : name)
      }
    }
    guard let json = source.json, json.object != nil else {
      throw ImportError("Not an OpenAPI document: \(source.jsonProblem ?? "its content is not an object")")
    }
    let location = source.url.flatMap(OpenAPILocation.init)
    let documents = OpenAPIDocuments(json, path: source.fileName, sources: source.files, location: location)
    documents.notation = JSONNotation(source.data)
    return [(documents, source.stem)]
  }

  /// The root documents of a folder: one with the usual name, else all that say that they are.
  static func roots(in source: ImportSource) -> [(path: String, value: JSONValue, notation: JSONNotation?)] {
    guard let files = source.files else { return [] }
    let candidates = files.paths.filter(isCandidate)
    let named = candidates.filter { path in
      guard let name = path.split(separator: "/").last?.lowercased() else { return false }
      return ["openapi.", "swagger."].contains { name.hasPrefix($0) }
    }
    let nearest = named.min { depth($0) < depth($1) }
    if let nearest, let (value, notation) = root(nearest, files) { return [(nearest, value, notation)] }
    return candidates.prefix(fileLimit).compactMap { path in root(path, files).map { (path, $0.value, $0.notation) } }
  }

  private static let fileLimit = 2000
  private static let byteLimit = 32 << 20

  private static func isCandidate(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".json", ".yaml", ".yml"].contains { name.hasSuffix($0) }
  }

  private static func depth(_ path: String) -> Int { path.count { $0 == "/" } }

  private static func root(_ path: String, _ files: SourceFiles) -> (value: JSONValue, notation: JSONNotation?)? {
    // Ignore unreadable files.
    guard let data = try? files.read(path), data.count <= byteLimit else { return nil }
    guard data.range(of: Data("openapi".utf8)) != nil || data.range(of: Data("swagger".utf8)) != nil else { return nil }
    let value = StructuredText.read(data, fileName: path).0
    guard let value, isRoot(value) else { return nil }
    return (value, JSONNotation(data))
  }
}
