internal import Foundation

extension ImportFormat {
  /// Descriptions of services, WSDL 1.1 and 2.0: a request with its SOAP envelope for each operation.
  static let wsdl = ImportFormat("wsdl", "WSDL", hasExampleBodies: true) { source in
    source.isFolder ? WSDLSource.isFolderOfDescriptions(source) : WSDLSource.isDescription(source.data)
  } read: { source throws(ImportError) in
    var result = ImportResult()
    // Each description has an index of all that it imports.
    var rest = 2_000_000
    for (documents, stem) in try WSDLSource.documents(of: source) {
      rest -= documents.schemas.reduce(1) { $0 + $1.element.children.count }
      guard rest > 0 else {
        result.notes.append(InterchangeNote(.failed, [stem ?? "WSDL"], "The descriptions import too much in all"))
        continue
      }
      var reader = WSDLReader(documents)
      result.add(reader.read(stem: stem))
    }
    return result
  }
}

/// Finds the descriptions of a source.
enum WSDLSource {
  private static let fileLimit = 500

  static func isDescription(_ data: Data) -> Bool {
    let start = String(decoding: data.prefix(65_536), as: UTF8.self)
    guard start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" else { return false }
    return (start.containsExactly(WSDLNamespace.wsdl) && start.containsExactly("definitions"))
      || (start.containsExactly(WSDLNamespace.wsdl2) && start.containsExactly("description"))
  }

  /// Whether a folder has descriptions, and otherwise only schemas, XML and text files.
  static func isFolderOfDescriptions(_ source: ImportSource) -> Bool {
    let paths = (source.files?.paths ?? []).map { $0.lowercased() }
    return paths.contains { $0.hasSuffix(".wsdl") }
      && paths.allSatisfy { path in [".wsdl", ".xsd", ".xml", ".txt", ".md"].contains { path.hasSuffix($0) } }
  }

  static func documents(of source: ImportSource) throws(ImportError) -> [(WSDLDocuments, stem: String?)] {
    if source.isFolder { return try documents(in: source) }
    return [(try document(source.data, path: source.fileName ?? "", source.files), source.stem)]
  }

  /// The descriptions of a folder that no other one imports.
  private static func documents(in source: ImportSource) throws(ImportError) -> [(WSDLDocuments, stem: String?)] {
    guard let files = source.files else { throw ImportError("Not a folder") }
    let paths = files.paths.filter { $0.lowercased().hasSuffix(".wsdl") }.prefix(fileLimit)
    var found: [(path: String, documents: WSDLDocuments)] = []
    var problem: ImportError?
    let parsed = WSDLDocuments.Parsed()
    for path in paths {
      do {
        found.append((path, try document(try files.read(path), path: path, files, parsed)))
      } catch {
        problem = ImportError("\(path): \(error)")
      }
    }
    let roots = found.filter { entry in
      !found.contains { $0.path != entry.path && $0.documents.paths.contains(entry.path) }
    }
    // Descriptions that import each other.
    let chosen = roots.isEmpty ? found.prefix(1) : roots[...]
    guard !chosen.isEmpty else { throw problem ?? ImportError("No file in the folder is a WSDL document") }
    return chosen.map { path, documents in
      (documents, stem: path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) })
    }
  }

  private static func document(
    _ data: Data, path: String, _ files: SourceFiles?, _ parsed: WSDLDocuments.Parsed = WSDLDocuments.Parsed()
  ) throws(ImportError) -> WSDLDocuments {
    let root: XMLElement
    do {
      root = try XMLReader.root(data)
    } catch {
      throw ImportError("Not a WSDL document: \(error)")
    }
    guard root.name.local == "definitions" || root.name.local == "description" else {
      throw ImportError("Not a WSDL document: its root is <\(root.name.local)>, not <definitions> or <description>")
    }
    return WSDLDocuments(root, path: path, sources: files, parsed)
  }
}

enum WSDLNamespace {
  static let wsdl = "http://schemas.xmlsoap.org/wsdl/"
  static let soap12 = "http://schemas.xmlsoap.org/wsdl/soap12/"
  static let http = "http://schemas.xmlsoap.org/wsdl/http/"
  static let wsdl2 = "http://www.w3.org/ns/wsdl"
  static let wsdl2SOAP = "http://www.w3.org/ns/wsdl/soap"
}
