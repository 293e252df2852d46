internal import Foundation

/// The documents of a description: the root, with the descriptions and schemas that it imports.
struct WSDLDocuments {
  /// A `schema` element and the namespace of its declarations.
  struct Schema {
    let element: XMLElement
    let namespace: String
  }

  /// The roots of the descriptions, the importing one first.
  private(set) var definitions: [XMLElement] = []
  private(set) var schemas: [Schema] = []
  /// The paths of the files that were read.
  private(set) var paths: Set<String>
  /// Imports that were not followed, and why.
  private(set) var problems: [String] = []

  private let sources: SourceFiles?
  /// Included files by the including namespace, which applies to schemas without their own.
  private var included: Set<XMLName> = []
  private let parsed: Parsed

  /// The files that descriptions import, each read once for all of them.
  final class Parsed {
    fileprivate var roots: [String: XMLElement] = [:]
    fileprivate var readBytes = 0
  }

  private static let byteLimit = 64 << 20
  private static let schemaLimit = 2000
  private static let problemLimit = 50
  private static let depthLimit = 64

  init(_ root: XMLElement, path: String, sources: SourceFiles?, _ parsed: Parsed = Parsed()) {
    (self.sources, self.parsed) = (sources, parsed)
    paths = [path]
    addDocument(root, path, includedBy: nil, depth: 0)
  }

  private mutating func addDocument(_ root: XMLElement, _ path: String, includedBy namespace: String?, depth: Int) {
    if root.name.local == "schema" { return add(schema: root, path, includedBy: namespace, depth) }
    definitions.append(root)
    for schema in root.all("types").flatMap({ $0.all("schema") }) {
      add(schema: schema, path, includedBy: nil, depth)
    }
    for reference in root.children where ["import", "include"].contains(reference.name.local) {
      follow(reference["location"], from: path, includedBy: nil, depth)
    }
  }

  private mutating func add(schema: XMLElement, _ path: String, includedBy includer: String?, _ depth: Int) {
    guard schemas.count < Self.schemaLimit else { return }
    let namespace = schema["targetNamespace"] ?? includer ?? ""
    schemas.append(Schema(element: schema, namespace: namespace))
    for reference in schema.children {
      switch reference.name.local {
      case "import": follow(reference["schemaLocation"], from: path, includedBy: nil, depth)
      case "include", "redefine", "override":
        follow(reference["schemaLocation"], from: path, includedBy: namespace, depth)
      default: break
      }
    }
  }

  private mutating func follow(_ location: String?, from base: String, includedBy namespace: String?, _ depth: Int) {
    guard let location, !location.isEmpty, !Self.isStandard(location) else { return }
    guard !location.contains("://") else {
      return report("\(location) was not read: imports fetch nothing from other hosts")
    }
    let decoded = String(decoding: PercentEncoding.decode(location), as: UTF8.self)
    guard let path = SourceFiles.path(decoded, relativeTo: base), sources?.contains(path) == true else {
      return report("\(location) was not read: it is not among the files of the source")
    }
    guard depth < Self.depthLimit, included.insert(XMLName(namespace: namespace ?? "", local: path)).inserted,
      namespace != nil || paths.insert(path).inserted, let root = document(path)
    else { return }
    paths.insert(path)
    addDocument(root, path, includedBy: namespace, depth: depth + 1)
  }

  private mutating func document(_ path: String) -> XMLElement? {
    if let known = parsed.roots[path] { return known }
    do {
      guard let data = try sources?.read(path), parsed.readBytes + data.count <= Self.byteLimit else {
        report("\(path) was not read: the files are larger than \(Self.byteLimit >> 20) MB")
        return nil
      }
      parsed.readBytes += data.count
      let root = try XMLReader.root(TextDecoding.utf8(data))
      parsed.roots[path] = root
      return root
    } catch {
      report("\(path) was not read: \(error)")
      return nil
    }
  }

  /// Schemas of standards, whose types are known or do not matter to requests.
  private static func isStandard(_ location: String) -> Bool {
    ["http://schemas.xmlsoap.org/", "http://www.w3.org/", "https://www.w3.org/"].contains { location.hasPrefix($0) }
  }

  private mutating func report(_ problem: String) {
    if problems.count < Self.problemLimit, !problems.contains(problem) { problems.append(problem) }
  }
}
