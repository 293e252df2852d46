/// A schema with its references and `allOf` merged.
///
/// A class, as schemas are shared and never change once they are built.
final class OpenAPISchema {
  fileprivate(set) var types: [String] = []
  fileprivate(set) var isNullable = false
  /// Without `allOf`, in the order of the document.
  fileprivate(set) var properties: [OpenAPIEntry] = []
  private var places: [String: Int] = [:]
  fileprivate(set) var required: Set<String> = []
  fileprivate(set) var items: OpenAPINode?
  fileprivate(set) var prefixItems: [OpenAPINode] = []
  /// The schema of additional properties, if any.
  fileprivate(set) var additional: OpenAPINode?
  /// `oneOf` or `anyOf`.
  fileprivate(set) var alternatives: [OpenAPINode] = []
  /// Simple keywords such as `format` and `minimum`; the schema's own before those of `allOf`.
  fileprivate(set) var keywords = JSONObject()
  /// Members of the examples of `allOf`, each of which is about a part.
  fileprivate(set) var partialExample: [String: JSONValue] = [:]
  /// The component it is, or that an `allOf` in it is.
  fileprivate(set) var name: String?

  /// About how much it says.
  var size: Int { properties.count + keywords.members.count }

  func property(_ name: String) -> OpenAPINode? { places[name].map { properties[$0].node } }

  func text(_ keyword: String) -> String? { keywords[keyword]?.scalarText }
  func flag(_ keyword: String) -> Bool { keywords[keyword]?.scalarText == "true" }
  func number(_ keyword: String) -> Double? { keywords[keyword]?.scalarText.flatMap(Double.init) }
  func count(_ keyword: String) -> Int? { number(keyword).flatMap { $0 >= 0 && $0 < 1e9 ? Int($0) : nil } }

  /// The declared type, or the one implied by the keywords.
  var type: String? {
    if let type = types.first(where: { $0 != "null" }) ?? types.first { return type }
    if !properties.isEmpty || additional != nil || keywords["minProperties"] != nil { return "object" }
    if items != nil || !prefixItems.isEmpty || keywords["minItems"] != nil { return "array" }
    if let format = text("format"), ["int32", "int64", "float", "double"].contains(format) {
      return format.hasPrefix("int") ? "integer" : "number"
    }
    if ["format", "pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"].contains(where: {
      keywords[$0] != nil
    }) {
      return "string"
    }
    return ["minimum", "maximum", "multipleOf"].contains { keywords[$0] != nil } ? "number" : nil
  }

  /// Whether its values are bytes, which are sent as files.
  var isBinary: Bool {
    guard type == "string" || type == "file" || type == nil else { return false }
    if type == "file" || text("format") == "binary" { return true }
    return keywords["contentMediaType"] != nil && keywords["contentEncoding"] == nil
      && text("contentMediaType").map { !$0.hasPrefix("text/") && !$0.contains("json") } == true
  }

  var enumeration: [JSONValue] { keywords["enum"]?.array ?? [] }

  fileprivate func add(_ name: String, _ node: OpenAPINode) {
    guard let place = places[name] else {
      places[name] = properties.count
      properties.append(OpenAPIEntry(key: name, node: node))
      return
    }
    // A part may repeat a property only to describe it.
    if node.isTelling || !properties[place].node.isTelling { properties[place] = OpenAPIEntry(key: name, node: node) }
  }
}

extension OpenAPINode {
  /// Whether a schema restricts its values.
  fileprivate var isTelling: Bool {
    if address != nil { return true }
    return ["type", "properties", "items", "enum", "const", "allOf", "oneOf", "anyOf"].contains { raw($0) != nil }
  }
}

/// The schemas of a document by their places.
final class OpenAPISchemas {
  private var known: [OpenAPIAddress: OpenAPISchema] = [:]
  private var open: Set<OpenAPIAddress> = []
  private var depth = 0
  /// How many more properties are merged or made up: a few lines can refer to thousands each.
  private var rest: Int

  private static let depthLimit = 32

  /// - Parameter sizeOfDocument: The number of values in it.
  init(sizeOfDocument: Int) { rest = 5_000_000 + 50 * sizeOfDocument }

  /// Whether parts of the schemas were left out.
  var isCut: Bool { rest <= 0 }

  /// - Returns: Whether as many properties may be looked at.
  func visit(_ count: Int) -> Bool {
    rest -= count + 1
    return rest > 0
  }

  /// Merges another schema, unless the total size exceeds the limit.
  private func merge(
    _ part: OpenAPISchema, into schema: OpenAPISchema, asWhole: Bool = false, keepingExample: Bool = false
  ) {
    guard visit(part.size) else { return }
    schema.merge(part, asWhole: asWhole, keepingExample: keepingExample)
  }

  /// A copy of a schema, to choose among its alternatives; `nil` if there was too much of that.
  func copy(_ schema: OpenAPISchema) -> OpenAPISchema? {
    let copy = OpenAPISchema()
    guard visit(schema.size) else { return nil }
    copy.merge(schema, asWhole: true)
    return copy
  }

  func schema(_ source: OpenAPINode) -> OpenAPISchema {
    let node = source.resolved
    guard let address = node.address else { return built(node) }
    guard node.siblings == nil else {
      // The members beside a reference override its target.
      let target = OpenAPINode(value: node.value, file: node.file, documents: node.documents, address: address)
      let schema = OpenAPISchema()
      merge(self.schema(target), into: schema, asWhole: true)
      schema.name = address.name
      read(node.with(.object(node.siblings ?? JSONObject())), into: schema)
      return schema
    }
    if let schema = known[address] { return schema }
    guard open.insert(address).inserted else { return OpenAPISchema() }
    defer { open.remove(address) }
    let schema = built(node)
    schema.name = address.name
    known[address] = schema
    return schema
  }

  private func built(_ node: OpenAPINode) -> OpenAPISchema {
    let schema = OpenAPISchema()
    read(node, into: schema)
    return schema
  }

  private func read(_ node: OpenAPINode, into schema: OpenAPISchema) {
    guard depth < Self.depthLimit else { return }
    depth += 1
    defer { depth -= 1 }
    let parts = node["allOf"]?.elements ?? []
    // An `allOf` with one element is often just a reference with members beside it.
    let isOnly = parts.count == 1 && node.raw("properties") == nil
    for part in parts { merge(self.schema(part), into: schema, keepingExample: isOnly) }
    if let dynamic = node["$dynamicRef"]?.value.string ?? node["$recursiveRef"]?.value.string {
      merge(self.schema(node.with(["$ref": .string(dynamic)])), into: schema, asWhole: true)
    }
    for member in node.value.object?.members ?? [] { read(member, of: node, into: schema) }
  }

  private func read(_ member: JSONMember, of node: OpenAPINode, into schema: OpenAPISchema) {
    let child = node.with(member.value)
    switch member.key.value {
    case "type":
      let types = member.value.string.map { [$0] } ?? member.value.array?.compactMap(\.string) ?? []
      if !types.isEmpty { schema.types = types }
      if types.contains("null") { schema.isNullable = true }
    case "nullable", "x-nullable": if member.value.scalarText == "true" { schema.isNullable = true }
    case "properties": for entry in child.resolved.entries { schema.add(entry.key, entry.node) }
    case "required": schema.required.formUnion(member.value.array?.compactMap(\.string) ?? [])
    case "items":
      // Of a list of schemas, as in old drafts, each is about one element.
      if member.value.array != nil { schema.prefixItems = child.elements } else { schema.items = child.resolved }
    case "prefixItems": schema.prefixItems = child.elements
    case "additionalProperties":
      if member.value.object != nil { schema.additional = child.resolved }
      if member.value == true { schema.additional = node.with([:]) }
    case "oneOf", "anyOf": if schema.alternatives.isEmpty { schema.alternatives = child.elements }
    case "allOf", "$ref", "$dynamicRef", "$defs", "definitions", "not", "if", "then", "else": break
    default:
      // Appended without a search: the last of several counts.
      schema.keywords.members.append(member)
    }
  }
}

extension OpenAPISchema {
  /// Merges a part of `allOf` or a chosen alternative.
  ///
  /// - Parameter isWhole: Whether the part is the whole schema, so that keywords about itself apply.
  func merge(_ part: OpenAPISchema, asWhole isWhole: Bool = false, keepingExample: Bool = false) {
    if types.isEmpty { types = part.types }
    isNullable = isNullable || part.isNullable
    for property in part.properties { add(property.key, property.node) }
    required.formUnion(part.required)
    items = items ?? part.items
    if prefixItems.isEmpty { prefixItems = part.prefixItems }
    additional = additional ?? part.additional
    if alternatives.isEmpty { alternatives = part.alternatives }
    partialExample.merge(part.partialExample) { $1 }
    // Searching a few is faster than indexing them.
    let isLarge = part.keywords.members.count > 16
    var known = isLarge ? Set(keywords.keys) : []
    for member in part.keywords.members {
      let (keyword, value) = (member.key.value, member.value)
      guard isWhole || !Self.ownKeywords.contains(keyword) else { continue }
      if ["example", "examples", "default"].contains(keyword), !isWhole, !keepingExample {
        note(partial: keyword == "examples" ? value.array?.first ?? .null : value, keyword)
      } else if isLarge ? known.insert(keyword).inserted : keywords[keyword] == nil {
        keywords.members.append(member)
      }
    }
  }

  /// Replaces the alternatives with the chosen one.
  func choose(_ option: OpenAPISchema) {
    alternatives = []
    merge(option, keepingExample: properties.isEmpty)
  }

  /// Examples of a part with properties are not examples of the whole.
  private func note(partial value: JSONValue, _ keyword: String) {
    guard let object = value.object else {
      if keywords[keyword] == nil { keywords[keyword] = keyword == "examples" ? .array([value]) : value }
      return
    }
    for member in object.members { partialExample[member.key.value] = member.value }
  }

  /// Keywords about a part itself, which are not merged into the whole.
  private static let ownKeywords: Set = [
    "title", "readOnly", "writeOnly", "deprecated", "x-nullable", "$id", "$anchor",
  ]
}
