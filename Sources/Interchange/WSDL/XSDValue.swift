/// Sample values of simple types.
struct XSDValue {
  let schemas: XSDSchemas

  private static let depthLimit = 16

  /// The value of a type that an attribute names, or that is declared in place.
  func sample(of name: XMLName?, _ inline: XSDNode?) -> String { sample(of: name, inline, depth: 0) }

  private func sample(of name: XMLName?, _ inline: XSDNode?, depth: Int) -> String {
    guard depth < Self.depthLimit else { return "" }
    if let inline { return sample(ofType: inline, depth: depth + 1) }
    guard let name else { return "string" }
    if let declared = schemas.types[name] { return sample(ofType: declared, depth: depth + 1) }
    let isEncoding = name.namespace == XSDSchemas.encodingNamespace
    return XSDSchemas.isBuiltIn(name) || isEncoding ? Self.builtIn[name.local] ?? "string" : "string"
  }

  private func sample(ofType type: XSDNode, depth: Int) -> String {
    if let list = type.first("list") {
      return sample(of: list.name(in: "itemType"), list.first("simpleType"), depth: depth)
    }
    if let union = type.first("union") {
      let members = (union["memberTypes"] ?? "").split(whereSeparator: \.isWhitespace)
      let first = members.first.map { union.element.qualified(String($0)) }
      return sample(of: first, first == nil ? union.first("simpleType") : nil, depth: depth)
    }
    // Complex types with simple content have theirs one level below.
    let content = type.first("simpleContent") ?? type
    guard let derived = content.first("restriction") ?? content.first("extension") else { return "string" }
    if let first = derived.first("enumeration")?["value"] { return first }
    let base = sample(of: derived.name(in: "base"), derived.first("simpleType"), depth: depth)
    return Facets(node: derived).fitted(base)
  }

  /// The values that a type allows, if it enumerates them.
  func choices(of name: XMLName?, _ inline: XSDNode?) -> [String] {
    guard let type = inline ?? name.flatMap({ schemas.types[$0] }) else { return [] }
    return type.first("restriction")?.element.all("enumeration").compactMap { $0["value"] } ?? []
  }

  /// The values of types that are not strings.
  private static let builtIn = [
    "int": "1", "integer": "1", "long": "1", "short": "1", "byte": "1", "unsignedInt": "1", "unsignedLong": "1",
    "unsignedShort": "1", "unsignedByte": "1", "nonNegativeInteger": "1", "positiveInteger": "1",
    "negativeInteger": "-1", "nonPositiveInteger": "-1", "decimal": "1.5", "float": "1.5", "double": "1.5",
    "boolean": "true", "date": "2026-01-31", "dateTime": "2026-01-31T12:00:00Z",
    "dateTimeStamp": "2026-01-31T12:00:00Z", "timeInstant": "2026-01-31T12:00:00Z", "time": "12:00:00",
    "duration": "P1D", "dayTimeDuration": "P1D", "yearMonthDuration": "P1M", "gYear": "2026", "gYearMonth": "2026-01",
    "gMonth": "--01", "gMonthDay": "--01-31", "gDay": "---31", "base64Binary": "AA==", "base64": "AA==",
    "hexBinary": "00", "anyURI": "https://example.com", "language": "en", "ID": "name", "IDREF": "name",
    "NCName": "name", "Name": "name", "NMTOKEN": "name", "QName": "name", "ENTITY": "name",
  ]
}

/// The limits of a type's values.
private struct Facets {
  let node: XSDNode

  private func value(_ facet: String) -> String? { node.first(facet)?["value"] }

  /// The sample, changed as little as the limits require.
  func fitted(_ sample: String) -> String {
    if let number = Double(sample) { return fitted(number, sample) }
    guard sample == "string" else { return sample }
    let length = value("length").flatMap(Int.init)
    let minimum = min(length ?? value("minLength").flatMap(Int.init) ?? 0, 1000)
    let maximum = length ?? value("maxLength").flatMap(Int.init) ?? .max
    let long = sample + String(repeating: "x", count: max(0, minimum - sample.count))
    return String(long.prefix(max(0, maximum)))
  }

  private func fitted(_ number: Double, _ sample: String) -> String {
    if let lowest = value("minInclusive"), let limit = Double(lowest), number < limit { return lowest }
    if let highest = value("maxInclusive"), let limit = Double(highest), number > limit { return highest }
    if let limit = value("minExclusive").flatMap(Int.init), number <= Double(limit), limit < Int.max {
      return String(limit + 1)
    }
    if let limit = value("maxExclusive").flatMap(Int.init), number >= Double(limit), limit > Int.min {
      return String(limit - 1)
    }
    return sample
  }
}
