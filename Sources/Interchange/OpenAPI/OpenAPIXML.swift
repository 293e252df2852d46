/// Writes a value as XML with the names that its schema has for it.
struct OpenAPIXML {
  private let schemas: OpenAPISchemas
  private var lines: [String] = []

  private static let depthLimit = 16

  /// - Parameter value: Text is XML already.
  static func text(_ value: JSONValue?, _ node: OpenAPINode?, _ schemas: OpenAPISchemas) -> String {
    guard let value else { return "" }
    if let text = value.string, text.contains("<") { return text }
    var writer = OpenAPIXML(schemas: schemas)
    let schema = node.map(schemas.schema) ?? OpenAPISchema()
    let name = node?.resolved.address?.name ?? schema.name ?? "root"
    writer.write(value, schema, name: name, depth: 0)
    return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + writer.lines).joined(separator: "\n")
  }

  /// `xml` of a schema: the name of its element or attribute.
  private struct Naming {
    private let object: JSONObject?
    private let fallback: String

    init(_ schema: OpenAPISchema, _ fallback: String) {
      object = schema.keywords["xml"]?.object
      self.fallback = fallback
    }

    var name: String {
      let name = object?.filledText("name") ?? fallback
      guard let prefix = object?.text("prefix"), !prefix.isEmpty else { return name }
      return prefix + ":" + name
    }

    var isAttribute: Bool { object?.flag("attribute") == true || object?.text("nodeType") == "attribute" }
    var isWrapped: Bool { object?.flag("wrapped") == true || object?.text("nodeType") == "element" }
    /// The text of the element around it, 3.2.
    var isText: Bool { ["text", "cdata"].contains(object?.text("nodeType")) }

    var namespace: String {
      guard let namespace = object?.text("namespace"), !namespace.isEmpty else { return "" }
      let prefix = object?.text("prefix") ?? ""
      return " xmlns" + (prefix.isEmpty ? "" : ":" + prefix) + "=\"\(namespace.escapedForMarkup)\""
    }
  }

  private mutating func write(_ value: JSONValue, _ schema: OpenAPISchema, name: String, depth: Int) {
    let naming = Naming(schema, name)
    let tag = Self.usable(naming.name)
    guard depth < Self.depthLimit else { return }
    switch value {
    case .object(let object): write(object, schema, tag, naming.namespace, depth)
    case .array(let elements):
      // The root is always an element; elsewhere only a wrapped array is.
      let isWrapped = naming.isWrapped || depth == 0
      let item = schema.items.map(schemas.schema) ?? OpenAPISchema()
      let itemName = Naming(item, depth == 0 ? schema.items?.resolved.address?.name ?? "item" : name).name
      if isWrapped { line(depth, "<\(tag)\(naming.namespace)>") }
      for element in elements {
        // Only the items' own name counts, also for the elements of an array that is not wrapped.
        write(element, item, name: isWrapped ? itemName : name, depth: isWrapped ? depth + 1 : depth)
      }
      if isWrapped { line(depth, "</\(tag)>") }
    case .null: line(depth, "<\(tag)\(naming.namespace)/>")
    default:
      line(depth, "<\(tag)\(naming.namespace)>\(value.compactText.escapedForMarkup)</\(tag)>")
    }
  }

  private mutating func write(
    _ object: JSONObject, _ schema: OpenAPISchema, _ tag: String, _ namespace: String, _ depth: Int
  ) {
    var attributes = namespace
    var text = ""
    var children: [(String, JSONValue, OpenAPISchema)] = []
    for member in object.members {
      let name = member.key.value
      let property = schema.property(name).map(schemas.schema) ?? OpenAPISchema()
      let naming = Naming(property, name)
      if naming.isAttribute {
        attributes += " \(Self.usable(naming.name))=\"\(member.value.compactText.escapedForMarkup)\""
      } else if naming.isText {
        text += member.value.compactText.escapedForMarkup
      } else {
        children.append((name, member.value, property))
      }
    }
    guard !children.isEmpty else {
      return line(depth, text.isEmpty ? "<\(tag)\(attributes)/>" : "<\(tag)\(attributes)>\(text)</\(tag)>")
    }
    line(depth, "<\(tag)\(attributes)>\(text)")
    for (name, value, property) in children { write(value, property, name: name, depth: depth + 1) }
    line(depth, "</\(tag)>")
  }

  private mutating func line(_ depth: Int, _ text: String) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }

  /// A name without characters that names of elements cannot have.
  private static func usable(_ name: String) -> String {
    let kept = String(name.map { $0.isLetter || $0.isNumber || "_-.:".contains($0) ? $0 : "_" })
    return kept.first.map { $0.isLetter || $0 == "_" } == true ? kept : "_" + kept
  }
}
