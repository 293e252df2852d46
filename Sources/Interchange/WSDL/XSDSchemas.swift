/// A part of a schema, and the schema that it is in.
struct XSDNode {
  struct Schema: Equatable {
    var namespace = ""
    var qualifiesElements = false
    var qualifiesAttributes = false
  }

  let element: XMLElement
  let schema: Schema

  func with(_ element: XMLElement) -> XSDNode { XSDNode(element: element, schema: schema) }
  var kind: String { element.name.local }
  subscript(attribute: String) -> String? { element[attribute] }
  func first(_ kind: String) -> XSDNode? { element.first(kind).map(with) }
  var children: [XSDNode] { element.children.map(with) }

  /// The name that an attribute refers to. In included schemas without a namespace, the includer's namespace applies.
  func name(in attribute: String) -> XMLName? {
    guard let name = element.name(in: attribute) else { return nil }
    let isOwn = name.namespace.isEmpty && element[attribute]?.contains(":") != true
    return isOwn ? XMLName(namespace: schema.namespace, local: name.local) : name
  }
}

/// The declarations of a description's schemas, by name.
struct XSDSchemas {
  static let namespace = "http://www.w3.org/2001/XMLSchema"
  /// That of drafts, which old services still use.
  private static let draftNamespaces: Set = [
    "http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema",
  ]
  static let encodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/"

  private(set) var elements: [XMLName: XSDNode] = [:]
  private(set) var types: [XMLName: XSDNode] = [:]
  private(set) var groups: [XMLName: XSDNode] = [:]
  private(set) var attributes: [XMLName: XSDNode] = [:]
  private(set) var attributeGroups: [XMLName: XSDNode] = [:]
  /// The first element that may replace an abstract one.
  private(set) var substitutes: [XMLName: XMLName] = [:]
  /// The first concrete type that extends one.
  private(set) var extensions: [XMLName: XMLName] = [:]

  init(_ schemas: [WSDLDocuments.Schema]) {
    for schema in schemas { addDeclarations(of: schema) }
  }

  private mutating func addDeclarations(of schema: WSDLDocuments.Schema) {
    let context = XSDNode.Schema(
      namespace: schema.namespace, qualifiesElements: schema.element["elementFormDefault"] == "qualified",
      qualifiesAttributes: schema.element["attributeFormDefault"] == "qualified")
    let root = XSDNode(element: schema.element, schema: context)
    for child in root.children {
      addDeclaration(child)
      guard ["redefine", "override"].contains(child.kind) else { continue }
      // The redefined declarations are already known, from the file.
      for inner in child.children { addDeclaration(inner) }
    }
  }

  private mutating func addDeclaration(_ node: XSDNode) {
    guard let local = node["name"] else { return }
    let name = XMLName(namespace: node.schema.namespace, local: local)
    switch node.kind {
    case "element":
      if elements[name] == nil { elements[name] = node }
      if let head = node.name(in: "substitutionGroup"), node["abstract"] != "true", substitutes[head] == nil {
        substitutes[head] = name
      }
    case "complexType", "simpleType":
      if types[name] == nil { types[name] = node }
      let base = node.first("complexContent")?.first("extension")?.name(in: "base")
      if let base, node["abstract"] != "true", extensions[base] == nil { extensions[base] = name }
    case "group": if groups[name] == nil { groups[name] = node }
    case "attribute": if attributes[name] == nil { attributes[name] = node }
    case "attributeGroup": if attributeGroups[name] == nil { attributeGroups[name] = node }
    default: break
    }
  }

  static func isBuiltIn(_ name: XMLName) -> Bool {
    name.namespace == namespace || draftNamespaces.contains(name.namespace)
  }
}
