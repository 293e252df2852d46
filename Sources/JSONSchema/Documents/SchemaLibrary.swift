/// A schema or a subschema at its place.
final class SchemaNode {
  let value: JSONValue
  let resource: SchemaResource
  /// The place in the document, as reference tokens.
  let path: [String]
  let keywords: [String: JSONValue]
  /// The compiled patterns of `pattern` and `patternProperties`.
  var patterns: [String: SchemaPattern] = [:]
  /// The targets of `$ref` and `$dynamicRef`.
  var targets: [String: SchemaNode] = [:]
  var children: [[String]: SchemaNode] = [:]

  init(_ value: JSONValue, _ resource: SchemaResource, _ path: [String]) {
    (self.value, self.resource, self.path) = (value, resource, path)
    var keywords: [String: JSONValue] = [:]
    for member in value.object?.members ?? [] { keywords[member.key.value] = member.value }
    self.keywords = keywords
  }

  /// The place for people.
  var location: String { resource.uri + "#" + JSONPointer.text(Array(path.dropFirst(resource.path.count))) }
}

/// A schema with a URI of its own: a document, or a part of it with `$id`.
final class SchemaResource {
  let uri: String
  let document: SchemaDocument
  let path: [String]
  let dialect: Dialect
  /// The places of `$anchor` and `$dynamicAnchor`.
  var anchors: [String: [String]] = [:]
  var dynamicAnchors: Set<String> = []

  init(uri: String, document: SchemaDocument, path: [String], dialect: Dialect) {
    (self.uri, self.document, self.path, self.dialect) = (uri, document, path, dialect)
  }
}

/// A whole JSON document.
final class SchemaDocument {
  let value: JSONValue
  var resources: [[String]: SchemaResource] = [:]
  var nodes: [[String]: SchemaNode] = [:]

  init(_ value: JSONValue) { self.value = value }

  /// The resource that a place belongs to: the nearest one around it.
  func resource(around path: [String]) -> SchemaResource? {
    for length in stride(from: path.count, through: 0, by: -1) {
      if let resource = resources[Array(path.prefix(length))] { return resource }
    }
    return nil
  }
}

/// All schemas that may be referred to, by their URI.
final class SchemaLibrary {
  private var resources: [String: SchemaResource] = [:]
  private let given: [String: JSONValue]
  private let standard: Dialect
  /// Whether a schema has `unevaluatedItems` or `unevaluatedProperties`, which need a record of what was evaluated.
  private(set) var needsEvaluated = false

  init(documents: [String: JSONValue], standard: Dialect) {
    given = documents
    self.standard = standard
  }

  func add(_ schema: JSONValue, uri: String) throws(SchemaProblem) -> SchemaNode {
    let document = SchemaDocument(schema)
    try scan(schema, [], document, uri: SchemaURI(uri), dialect: standard)
    return node(in: document, at: [], schema)
  }

  // MARK: References

  /// The target of `reference` in `node`, and the name of the dynamic anchor that it goes through.
  func target(_ reference: String, from node: SchemaNode) throws(SchemaProblem) -> SchemaNode {
    let uri = SchemaURI(node.resource.uri).resolving(reference)
    guard let resource = try resource(uri.base, standard: node.resource.dialect) else {
      throw SchemaProblem("No schema \(uri.base) for the reference in \(node.location): schemas are not fetched")
    }
    return try self.node(uri.fragment ?? "", in: resource, named: reference, from: node)
  }

  private func node(
    _ fragment: String, in resource: SchemaResource, named reference: String, from node: SchemaNode
  ) throws(SchemaProblem) -> SchemaNode {
    let fragment = String(decoding: PercentEncoding.decode(fragment), as: UTF8.self)
    var path = resource.path
    if fragment.isEmpty || fragment.hasPrefix("/") {
      path += JSONPointer.tokens(fragment)
    } else if let place = resource.anchors[fragment] {
      path = place
    } else {
      throw SchemaProblem("No anchor \(fragment) for the reference \(reference) in \(node.location)")
    }
    guard let value = JSONPointer.value(at: path, in: resource.document.value) else {
      throw SchemaProblem("Nothing is at \(reference), which \(node.location) refers to")
    }
    return self.node(in: resource.document, at: path, value)
  }

  func resource(_ uri: String, standard: Dialect) throws(SchemaProblem) -> SchemaResource? {
    if let known = resources[uri] { return known }
    guard let value = given[uri] ?? given[uri + "#"] ?? Metaschemas.document(uri) else { return nil }
    let document = SchemaDocument(value)
    try scan(value, [], document, uri: SchemaURI(uri), dialect: standard)
    if resources[uri] == nil { resources[uri] = document.resources[[]] }
    return resources[uri]
  }

  private func node(in document: SchemaDocument, at path: [String], _ value: JSONValue) -> SchemaNode {
    if let known = document.nodes[path] { return known }
    let resource =
      document.resource(around: path)
      ?? SchemaResource(uri: "", document: document, path: [], dialect: standard)
    let node = SchemaNode(value, resource, path)
    document.nodes[path] = node
    return node
  }

  /// A subschema of `node`.
  func child(_ path: [String], of node: SchemaNode, _ value: JSONValue) -> SchemaNode {
    if let known = node.children[path] { return known }
    let child = self.node(in: node.resource.document, at: node.path + path, value)
    node.children[path] = child
    return child
  }

  // MARK: Finding identifiers

  private func scan(
    _ schema: JSONValue, _ path: [String], _ document: SchemaDocument, uri: SchemaURI, dialect: Dialect
  ) throws(SchemaProblem) {
    guard let object = schema.object else {
      if path.isEmpty { register(uri.base, document, path, dialect) }
      return
    }
    var (uri, dialect) = (uri, dialect)
    let id = object["$id"]?.string
    if path.isEmpty || id != nil, let name = object["$schema"]?.string {
      dialect = try self.dialect(name) ?? dialect
    }
    if path.isEmpty { register(uri.base, document, path, dialect) }
    // In draft 7, a reference hides the identifier beside it.
    let isHidden = dialect.isOld && object["$ref"] != nil
    if let id, !isHidden { uri = enter(id, path, document, uri, dialect) }
    if let resource = document.resource(around: path), !dialect.isOld {
      if let name = object["$anchor"]?.string { resource.anchors[name] = path }
      if let name = object["$dynamicAnchor"]?.string {
        resource.anchors[name] = path
        resource.dynamicAnchors.insert(name)
      }
    }
    for member in object.members {
      let keyword = member.key.value
      if keyword.hasPrefix("unevaluated") { needsEvaluated = true }
      for (place, child) in Keywords.subschemas(keyword, member.value) {
        try scan(child, path + [keyword] + place, document, uri: uri, dialect: dialect)
      }
    }
  }

  private func enter(
    _ id: String, _ path: [String], _ document: SchemaDocument, _ uri: SchemaURI, _ dialect: Dialect
  ) -> SchemaURI {
    let own = uri.resolving(id)
    if !id.hasPrefix("#") { register(own.base, document, path, dialect) }
    if dialect.isOld, let anchor = own.fragment, !anchor.isEmpty, !anchor.hasPrefix("/") {
      document.resource(around: path)?.anchors[anchor] = path
    }
    return id.hasPrefix("#") ? uri : SchemaURI(own.base)
  }

  private func register(_ uri: String, _ document: SchemaDocument, _ path: [String], _ dialect: Dialect) {
    let resource = SchemaResource(uri: uri, document: document, path: path, dialect: dialect)
    if let former = document.resources[path] {
      (resource.anchors, resource.dynamicAnchors) = (former.anchors, former.dynamicAnchors)
      resources[former.uri] = resource
    }
    document.resources[path] = resource
    if resources[uri]?.document !== document || resources[uri]?.path == path { resources[uri] = resource }
  }

  private func dialect(_ uri: String) throws(SchemaProblem) -> Dialect? {
    let name = SchemaURI(uri).base
    if let draft = JSONSchema.Draft(rawValue: name) { return Dialect(draft) }
    if name.hasPrefix("http://json-schema.org/draft-0") { return Dialect(.draft7) }
    guard let metaschema = given[name]?.object else { return nil }
    var dialect =
      try metaschema["$schema"]?.string.flatMap { (name) throws(SchemaProblem) in
        name == uri ? nil : try self.dialect(name)
      } ?? standard
    if let vocabulary = metaschema["$vocabulary"]?.object {
      dialect.hasValidation = vocabulary.keys.contains { $0.hasSuffix("/vocab/validation") }
      dialect.assertsFormats = vocabulary.keys.contains { $0.hasSuffix("/vocab/format-assertion") }
    }
    return dialect
  }
}
