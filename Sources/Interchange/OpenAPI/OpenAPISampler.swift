/// Makes sample values for schemas: a document's examples, else made-up values.
///
/// Values grow level by level until they are large enough, so that they are complete near the root, and recursive
/// schemas end.
final class OpenAPISampler {
  /// The purpose of a value.
  enum Purpose: Hashable {
    /// Without read-only properties.
    case request
    /// Without read-only properties, and small.
    case field
    /// Without write-only properties.
    case response
    /// Only values in the document; other scalars are empty.
    case parameter
  }

  private struct Key: Hashable {
    var address: OpenAPIAddress
    var purpose: Purpose
  }

  private let schemas: OpenAPISchemas
  private var known: [Key: JSONValue?] = [:]

  init(_ schemas: OpenAPISchemas) { self.schemas = schemas }

  func value(of node: OpenAPINode, for purpose: Purpose) -> JSONValue? {
    let node = node.resolved
    guard let address = node.address, node.siblings == nil else { return grown(node, purpose) }
    let key = Key(address: address, purpose: purpose)
    if let value = known[key] { return value }
    let value = grown(node, purpose)
    known[key] = .some(value)
    return value
  }

  private func grown(_ node: OpenAPINode, _ purpose: Purpose) -> JSONValue? {
    var growth = OpenAPIGrowth(schemas, purpose)
    return growth.value(of: node)
  }
}

/// The growth of one value.
struct OpenAPIGrowth {
  /// A value that grows. Children follow their parent.
  private struct Part {
    let schema: OpenAPISchema
    let address: OpenAPIAddress?
    let parent: Int
    let depth: Int
    let isRequired: Bool
    /// An example that the object around it has for it.
    var given: JSONValue?
    var content = Content.missing
  }

  private enum Content {
    /// Left out where it can be.
    case missing
    case value(JSONValue)
    case object([(name: String, part: Int)])
    case array([Int])
  }

  private let schemas: OpenAPISchemas
  private let purpose: OpenAPISampler.Purpose
  private var parts: [Part] = []
  private var bytes = 0

  private static let byteLimit = 64_000

  init(_ schemas: OpenAPISchemas, _ purpose: OpenAPISampler.Purpose) {
    self.schemas = schemas
    self.purpose = purpose
  }

  /// How many values to make, about.
  private var partLimit: Int {
    switch purpose {
    case .request: 250
    case .response: 150
    case .field, .parameter: 40
    }
  }

  private var depthLimit: Int { purpose == .field || purpose == .parameter ? 4 : 8 }

  mutating func value(of node: OpenAPINode) -> JSONValue? {
    _ = addPart(node, parent: -1, depth: 0, isRequired: true)
    var next = 0
    while next < parts.count {
      grow(next)
      next += 1
    }
    return folded()
  }

  private mutating func addPart(
    _ source: OpenAPINode, parent: Int, depth: Int, isRequired: Bool, given: JSONValue? = nil
  ) -> Int? {
    let node = source.resolved
    var schema = schemas.schema(node)
    guard !isHidden(schema) else { return nil }
    var address = node.address
    if given == nil, OpenAPIExamples.documented(schema) == nil, let choice = choice(schema) {
      address = choice.address ?? address
      schema = choice.schema
    }
    parts.append(
      Part(
        schema: schema, address: address, parent: parent, depth: depth, isRequired: isRequired, given: given))
    return parts.count - 1
  }

  private func isHidden(_ schema: OpenAPISchema) -> Bool {
    switch purpose {
    case .request, .field: schema.flag("readOnly")
    case .response: schema.flag("writeOnly")
    case .parameter: false
    }
  }

  /// The schema with its first alternative that is not null, which may have alternatives too.
  private func choice(_ schema: OpenAPISchema) -> (schema: OpenAPISchema, address: OpenAPIAddress?)? {
    guard !schema.alternatives.isEmpty, let chosen = schemas.copy(schema) else { return nil }
    var address: OpenAPIAddress?
    for _ in 0..<8 {
      let options = chosen.alternatives.lazy.map { (node: $0.resolved, schema: self.schemas.schema($0)) }
      guard let option = options.first(where: { $0.schema.types != ["null"] }) else { break }
      guard schemas.visit(option.schema.size) else { break }
      address = option.node.address ?? address
      chosen.choose(option.schema)
    }
    return (chosen, address)
  }

  // MARK: Growing

  private mutating func grow(_ index: Int) {
    let part = parts[index]
    if let example = part.given ?? OpenAPIExamples.documented(part.schema) {
      let value = OpenAPIExamples.fitting(example, part.schema)
      guard bytes < Self.byteLimit || part.isRequired, value.isShorter(than: Self.byteLimit * 4) else { return }
      count(value)
      parts[index].content = .value(value)
      return
    }
    switch part.schema.type {
    case "object": growObject(index, part)
    case "array": growArray(index, part)
    case nil:
      parts[index].content = .value(blank ?? (part.parent == -1 ? [:] : .null))
    default:
      let value = blank ?? OpenAPIScalars.value(of: part.schema)
      count(value)
      parts[index].content = .value(value)
    }
  }

  private var blank: JSONValue? { purpose == .parameter ? "" : nil }

  private mutating func count(_ value: JSONValue) {
    bytes += value.string?.utf8.count ?? (value.isShorter(than: 100) ? 100 : value.compact.utf8.count)
  }

  /// Whether a container may get its content.
  private func mayGrow(_ index: Int, _ part: Part) -> Bool {
    guard index > 0 else { return true }
    guard part.depth < depthLimit, parts.count < partLimit, bytes < Self.byteLimit else { return false }
    guard let address = part.address else { return true }
    var ancestor = part.parent
    while ancestor >= 0 {
      if parts[ancestor].address == address { return false }
      ancestor = parts[ancestor].parent
    }
    return true
  }

  private mutating func growObject(_ index: Int, _ part: Part) {
    guard mayGrow(index, part), schemas.visit(part.schema.size) else { return }
    let schema = part.schema
    let kind = OpenAPIDiscriminator(schema, name: part.address?.name ?? schema.name)
    var children: [(name: String, part: Int)] = []
    for property in schema.properties {
      let name = property.key
      let given = name == kind?.property ? kind?.value : schema.partialExample[name]
      let isRequired = schema.required.contains(name)
      let child = addPart(property.node, parent: index, depth: part.depth + 1, isRequired: isRequired, given: given)
      if let child { children.append((name, child)) }
    }
    if let kind, schema.property(kind.property) == nil {
      children.append((kind.property, parts.count))
      parts.append(
        Part(
          schema: OpenAPISchema(), address: nil, parent: index, depth: part.depth + 1, isRequired: true,
          given: kind.value))
    }
    if children.isEmpty, schema.properties.isEmpty, purpose != .parameter, let further = schema.additional {
      let name = further.text("x-additionalPropertiesName") ?? "key"
      if let child = addPart(further, parent: index, depth: part.depth + 1, isRequired: false) {
        children.append((name, child))
      }
    }
    bytes += children.reduce(0) { $0 + $1.name.utf8.count + 6 }
    parts[index].content = .object(children)
  }

  private mutating func growArray(_ index: Int, _ part: Part) {
    guard mayGrow(index, part) else { return }
    let schema = part.schema
    guard schema.count("maxItems") != 0 else {
      parts[index].content = .value([])
      return
    }
    let wanted = min(max(schema.count("minItems") ?? 1, 1), 5)
    var nodes = schema.prefixItems
    if let items = schema.items {
      while nodes.count < wanted || nodes.isEmpty { nodes.append(items) }
    }
    let children = nodes.compactMap { addPart($0, parent: index, depth: part.depth + 1, isRequired: false) }
    parts[index].content = .array(children)
    guard schema.flag("uniqueItems"), children.count > 1 else { return }
    for (offset, child) in children.enumerated() {
      let choices = parts[child].schema.enumeration
      if choices.count > offset { parts[child].given = choices[offset] }
    }
  }

  // MARK: Folding

  private func folded() -> JSONValue? {
    var values = [JSONValue?](repeating: nil, count: parts.count)
    for index in parts.indices.reversed() {
      switch parts[index].content {
      case .value(let value): values[index] = value
      case .array(let children): values[index] = .array(children.compactMap { values[$0] })
      case .object(let children):
        let members = children.compactMap { child in
          values[child.part].map { JSONMember(key: JSONString(child.name), value: $0) }
        }
        values[index] = .object(JSONObject(members: members))
      case .missing:
        guard parts[index].isRequired else { continue }
        values[index] = parts[index].schema.type == "array" ? [] : [:]
      }
    }
    return values.first ?? nil
  }
}

/// The property that tells which of several schemas an object has.
struct OpenAPIDiscriminator {
  let property: String
  let value: JSONValue

  /// - Parameter name: The component that was chosen.
  init?(_ schema: OpenAPISchema, name: String?) {
    guard let discriminator = schema.keywords["discriminator"], let name else { return nil }
    // Swagger 2.0 has the name of the property alone.
    guard let property = discriminator.string ?? discriminator.object?.text("propertyName") else { return nil }
    self.property = property
    let mapping = discriminator.object?["mapping"]?.object?.members ?? []
    let end = "/" + JSONPointer.escaped(name)
    let mapped = mapping.first { member in
      let target = member.value.string ?? ""
      return target == name || target.hasSuffix(end)
    }
    if mapped == nil, let node = schema.property(property)?.resolved,
      node.raw("enum") != nil || node.raw("const") != nil
    {
      return nil
    }
    value = .string(mapped?.key.value ?? name)
  }
}
