extension JSONSchema {
  /// Rejects formats that Ajv does not know, with Ajv's message. They would be ignored otherwise.
  ///
  /// - Parameter allowsOpenAPI: Whether the formats of the package ajv-formats are known.
  package func checkFormats(allowsOpenAPI: Bool = false) throws(SchemaProblem) {
    let dialect = schema.object?["$schema"]?.string ?? draft.rawValue
    let readsBesideReferences = !dialect.hasPrefix("http://json-schema.org/draft-0")
    var search = FormatSearch(
      root: schema, readsBesideReferences: readsBesideReferences, allowsOpenAPI: allowsOpenAPI)
    guard let (format, names) = search.unknownFormat(in: schema, at: []) else { return }
    let path = names.map { "/" + PercentEncoding.component(JSONPointer.escaped($0)) }.joined()
    throw SchemaProblem("unknown format \"\(format)\" is used in schema at path \"#\(path)\"")
  }
}

/// Searches the parts of a schema that are used: definitions only if something refers to them.
private struct FormatSearch {
  typealias Found = (format: String, names: [String])

  let root: JSONValue
  /// Whether keywords beside `$ref` count, as they do since draft 2019-09.
  let readsBesideReferences: Bool
  let allowsOpenAPI: Bool
  /// The references followed so far.
  var followed: Set<String> = []

  private func isKnown(_ format: String) -> Bool {
    SchemaFormat.all[format] != nil || allowsOpenAPI && OpenAPIFormat.isKnown(format)
  }

  private static let definitions = ["definitions", "$defs"]
  private static let schemas = [
    "additionalProperties", "contains", "not", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
  ]
  private static let lists = ["allOf", "anyOf", "oneOf", "items", "prefixItems"]
  private static let maps = ["properties", "patternProperties", "dependencies", "dependentSchemas"]

  mutating func unknownFormat(in schema: JSONValue, at names: [String]) -> Found? {
    guard let object = schema.object else { return nil }
    if let reference = object["$ref"]?.string {
      if let found = unknownFormat(behind: reference) { return found }
      if !readsBesideReferences { return nil }
    }
    if let format = object["format"]?.string, !isKnown(format) { return (format, names) }
    for (path, part) in Self.parts(of: object) {
      if let found = unknownFormat(in: part, at: names + path) { return found }
    }
    return nil
  }

  /// A reference by name may lead to any definition.
  private mutating func unknownFormat(behind reference: String) -> Found? {
    guard reference != "#", followed.insert(reference).inserted else { return nil }
    if reference.hasPrefix("#/") {
      let names = JSONPointer.tokens(fragment: String(reference.dropFirst()))
      return JSONPointer.value(at: names, in: root).flatMap { unknownFormat(in: $0, at: names) }
    }
    for name in Self.definitions {
      for member in root.object?[name]?.object?.members ?? [] {
        if let found = unknownFormat(in: member.value, at: [name, member.key.value]) { return found }
      }
    }
    return nil
  }

  private static func parts(of object: JSONObject) -> [(names: [String], schema: JSONValue)] {
    var names = schemas.map { [$0] }
    for list in lists { names += (object[list]?.array ?? []).indices.map { [list, String($0)] } }
    for map in maps { names += (object[map]?.object?.members ?? []).map { [map, $0.key.value] } }
    names.append([object["items"]?.array == nil ? "items" : "additionalItems"])
    // A condition alone changes nothing.
    if object["if"] != nil, object["then"] != nil || object["else"] != nil { names += [["if"], ["then"], ["else"]] }
    let value = JSONValue.object(object)
    return names.compactMap { names in JSONPointer.value(at: names, in: value).map { (names, $0) } }
  }
}
