/// Lines of XML, and the namespaces whose prefixes they use.
struct XSDSample {
  var lines: [String] = []
  var namespaces: Set<String> = []
}

/// Writes samples of elements as their schemas describe them.
///
/// Choices have their first alternative, optional elements are there and marked, and circular types end where they
/// repeat.
struct XSDSampler {
  private let schemas: XSDSchemas
  private let values: XSDValue
  private var prefixes: XSDPrefixes
  private var sample = XSDSample()
  /// The types and groups that are being written, to end circles.
  private var open: [XMLName] = []
  /// How many parts of types are being written. Groups and bases refer to others without an element in between.
  private var nesting = 0
  private var isEncoded = false
  /// How many more parts of schemas are visited for this sample, and for all: small schemas can mean billions.
  private var rest = 0
  private var restOfAll = 5_000_000
  private var known: [XMLName: XSDSample] = [:]
  /// Names that no schema declares.
  private(set) var unknown: Set<String> = []
  private(set) var isCut = false
  /// Whether optional elements are left out, so that the sample stays readable.
  private(set) var isThinned = false

  private static let visitLimit = 20_000
  private static let lineLimit = 2000
  /// Optional elements above these are left out: types of large services refer to most others.
  private static let readableLines = 300
  private static let readableDepth = 4
  private static let depthLimit = 24
  private static let nestingLimit = 256

  init(_ schemas: XSDSchemas, prefixes: XSDPrefixes) {
    self.schemas = schemas
    self.prefixes = prefixes
    values = XSDValue(schemas: schemas)
  }

  /// A part of a message, as the body or a header holds it.
  mutating func sample(of part: WSDLPart, isEncoded: Bool = false) -> XSDSample {
    if let name = part.element {
      if let sample = known[name], !isEncoded { return sample }
      let sample = write(isEncoded) { $0.element(named: name, .once, depth: 0) }
      known[name] = sample
      return sample
    }
    // A part with a type has no namespace.
    let element = XMLElement(name: XMLName(namespace: "", local: part.name), attributes: [], namespaces: .none)
    let node = XSDNode(element: element, schema: XSDNode.Schema())
    return write(isEncoded) { $0.element(node, tag: part.name, named: part.type, .once, depth: 0) }
  }

  mutating func prefix(for namespace: String) -> String { prefixes.prefix(for: namespace) }

  private mutating func write(_ isEncoded: Bool, _ body: (inout Self) -> Void) -> XSDSample {
    sample = XSDSample()
    open = []
    self.isEncoded = isEncoded
    rest = min(Self.visitLimit, restOfAll)
    let start = rest
    body(&self)
    restOfAll -= start - max(rest, 0)
    return sample
  }

  // MARK: Elements

  private mutating func element(named name: XMLName, _ occurrence: XSDOccurrence, depth: Int) {
    let tag = tag(name)
    guard let node = schemas.elements[name] else {
      unknown.insert(name.local)
      return line(depth, "<\(tag)/>", occurrence.comment)
    }
    if node["abstract"] == "true", let substitute = schemas.substitutes[name], substitute != name, open.count < 32 {
      open.append(name)
      defer { open.removeLast() }
      return element(named: substitute, occurrence, depth: depth)
    }
    let isWritten = descend(into: "element", name) {
      $0.element(node, tag: tag, named: node.name(in: "type"), occurrence, depth: depth)
    }
    if !isWritten, !occurrence.isOptional { line(depth, "<\(tag)/>", "as above") }
  }

  /// Writes a declaration, unless it contains itself. Elements, types and groups may have the same name.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  private mutating func descend(into kind: String, _ name: XMLName, _ body: (inout Self) -> Void) -> Bool {
    let key = XMLName(namespace: kind + " " + name.namespace, local: name.local)
    guard !open.contains(key) else { return false }
    open.append(key)
    body(&self)
    open.removeLast()
    return true
  }

  /// An element in a type: one of its own, or a reference to a global one.
  private mutating func local(_ node: XSDNode, _ group: XSDOccurrence, depth: Int) {
    let occurrence = XSDOccurrence(node).inside(group)
    guard !occurrence.isProhibited, visit() else { return }
    if occurrence.isOptional, depth > Self.readableDepth || sample.lines.count > Self.readableLines {
      isThinned = true
      return
    }
    if let reference = node.name(in: "ref") { return element(named: reference, occurrence, depth: depth) }
    guard let name = node["name"] else { return }
    let isQualified = node["form"].map { $0 == "qualified" } ?? node.schema.qualifiesElements
    let tag = isQualified ? tag(XMLName(namespace: node.schema.namespace, local: name)) : Self.usable(name)
    for _ in 0..<min(max(occurrence.minimum, 1), 3) {
      element(node, tag: tag, named: node.name(in: "type"), occurrence, depth: depth)
    }
  }

  private mutating func element(
    _ node: XSDNode, tag: String, named name: XMLName?, _ occurrence: XSDOccurrence, depth: Int
  ) {
    if let complex = node.first("complexType") {
      return write(tag, complex, attributes: [], occurrence, depth)
    }
    guard let name, let type = schemas.types[name], type.kind == "complexType" else {
      return simple(node, tag, name, occurrence, depth)
    }
    guard !open.contains(name) else { return occurrence.isOptional ? () : line(depth, "<\(tag)/>", "as above") }
    open.append(name)
    defer { open.removeLast() }
    if type["abstract"] == "true", let concrete = schemas.extensions[name], let other = schemas.types[concrete] {
      return write(tag, other, attributes: [typeAttribute(concrete)], occurrence, depth)
    }
    write(tag, type, attributes: isEncoded ? [typeAttribute(name)] : [], occurrence, depth)
  }

  private mutating func simple(
    _ node: XSDNode, _ tag: String, _ name: XMLName?, _ occurrence: XSDOccurrence, _ depth: Int
  ) {
    let inline = node.first("simpleType")
    if let name, schemas.types[name] == nil, !XSDSchemas.isBuiltIn(name), name.namespace != XSDSchemas.encodingNamespace
    {
      unknown.insert(name.local)
    }
    let attribute = isEncoded ? name.map { " " + typeAttribute($0) } ?? "" : ""
    let isAny = inline == nil && (name.map { XSDSchemas.isBuiltIn($0) && $0.local == "anyType" } ?? true)
    let value = node["fixed"] ?? node["default"] ?? (isAny ? "" : values.sample(of: name, inline))
    let comment = [occurrence.comment, Self.comment(values.choices(of: name, inline))].compactMap { $0 }
    line(
      depth, value.isEmpty ? "<\(tag)\(attribute)/>" : "<\(tag)\(attribute)>\(value.escapedForMarkup)</\(tag)>",
      comment.isEmpty ? nil : comment.joined(separator: "; "))
  }

  /// The values of an enumeration, if they are few.
  private static func comment(_ choices: [String]) -> String? {
    guard (2...12).contains(choices.count) else { return nil }
    let text = choices.joined(separator: " | ")
    return text.utf8.count <= 100 ? text : nil
  }

  private mutating func write(
    _ tag: String, _ type: XSDNode, attributes: [String], _ occurrence: XSDOccurrence, _ depth: Int
  ) {
    guard visit(), depth < Self.depthLimit else { return }
    let all = attributes + self.attributes(of: type, depth: 0)
    let start = "<" + ([tag] + all).joined(separator: " ")
    if type.first("simpleContent") != nil {
      return line(depth, "\(start)>\(values.sample(of: nil, type).escapedForMarkup)</\(tag)>", occurrence.comment)
    }
    let index = sample.lines.count
    line(depth, start + ">", occurrence.comment)
    let count = sample.lines.count
    content(of: type, .once, depth: depth + 1)
    if sample.lines.count > count {
      sample.lines.append(Self.indent(depth) + "</\(tag)>")
    } else if sample.lines.indices.contains(index) {
      sample.lines[index] = Self.text(depth, start + "/>", occurrence.comment)
    }
  }

  // MARK: Content

  private mutating func content(of type: XSDNode, _ group: XSDOccurrence, depth: Int) {
    for child in type.children where visit() { particle(child, group, depth) }
  }

  private mutating func particle(_ node: XSDNode, _ group: XSDOccurrence, _ depth: Int) {
    guard nesting < Self.nestingLimit else {
      isCut = true
      return
    }
    nesting += 1
    defer { nesting -= 1 }
    switch node.kind {
    case "element": local(node, group, depth: depth)
    case "sequence", "all":
      let occurrence = XSDOccurrence(node).inside(group)
      if !occurrence.isProhibited { content(of: node, occurrence, depth: depth) }
    case "choice": choice(node, group, depth)
    case "group": self.group(node, group, depth)
    case "complexContent": content(of: node, group, depth: depth)
    case "extension": extended(node, group, depth)
    case "restriction":
      if let base = node.name(in: "base"), base.namespace == XSDSchemas.encodingNamespace { return item(node, depth) }
      content(of: node, group, depth: depth)
    case "any": line(depth, "<!-- any element -->", nil)
    default: break
    }
  }

  private mutating func choice(_ node: XSDNode, _ group: XSDOccurrence, _ depth: Int) {
    let occurrence = XSDOccurrence(node).inside(group)
    let alternatives = node.children.filter {
      ["element", "sequence", "all", "choice", "group", "any"].contains($0.kind)
    }
    guard !occurrence.isProhibited, let first = alternatives.first else { return }
    let others = alternatives.dropFirst().compactMap { $0["name"] ?? $0.name(in: "ref")?.local }
    particle(first, occurrence, depth)
    if !others.isEmpty { line(depth, "<!-- or \(Self.commented(others.prefix(20).joined(separator: ", "))) -->", nil) }
  }

  private mutating func group(_ node: XSDNode, _ outer: XSDOccurrence, _ depth: Int) {
    guard let name = node.name(in: "ref"), let group = schemas.groups[name] else { return }
    descend(into: "group", name) { $0.content(of: group, XSDOccurrence(node).inside(outer), depth: depth) }
  }

  /// The base type's content, then the extension's own.
  private mutating func extended(_ node: XSDNode, _ group: XSDOccurrence, _ depth: Int) {
    if let base = node.name(in: "base"), let type = schemas.types[base] {
      descend(into: "base", base) { $0.content(of: type, group, depth: depth) }
    }
    content(of: node, group, depth: depth)
  }

  /// An element of an array in the encoding of SOAP 1.1, whose type is in an attribute of WSDL.
  private mutating func item(_ restriction: XSDNode, _ depth: Int) {
    let attribute = restriction.children.first { $0.kind == "attribute" }
    guard let array = attribute?.element.attribute("arrayType", in: WSDLNamespace.wsdl), let attribute else {
      return content(of: restriction, .once, depth: depth)
    }
    let name = attribute.element.qualified(String(array.prefix { $0 != "[" }))
    let item = XMLElement(name: attribute.element.name, attributes: [], namespaces: attribute.element.namespaces)
    element(attribute.with(item), tag: "item", named: name, .once, depth: depth)
  }

  // MARK: Attributes

  private mutating func attributes(of node: XSDNode, depth: Int) -> [String] {
    guard depth < 16 else { return [] }
    var found: [String] = []
    for child in node.children where visit() {
      switch child.kind {
      case "attribute": if let attribute = attribute(child) { found.append(attribute) }
      case "attributeGroup":
        if let group = child.name(in: "ref").flatMap({ schemas.attributeGroups[$0] }) {
          found += attributes(of: group, depth: depth + 1)
        }
      case "complexContent", "simpleContent": found += attributes(of: child, depth: depth + 1)
      case "extension":
        if let base = child.name(in: "base"), let type = schemas.types[base] {
          found += attributes(of: type, depth: depth + 1)
        }
        found += attributes(of: child, depth: depth + 1)
      case "restriction":
        if child.name(in: "base")?.namespace != XSDSchemas.encodingNamespace {
          found += attributes(of: child, depth: depth + 1)
        }
      default: break
      }
    }
    return found
  }

  private mutating func attribute(_ node: XSDNode) -> String? {
    guard node["use"] != "prohibited" else { return nil }
    let reference = node.name(in: "ref")
    guard let declared = reference.map({ schemas.attributes[$0] ?? node }) ?? node as XSDNode?,
      let name = declared["name"] ?? reference?.local
    else { return nil }
    let isQualified = reference != nil || node["form"].map { $0 == "qualified" } ?? node.schema.qualifiesAttributes
    let namespace = reference?.namespace ?? node.schema.namespace
    let tag = isQualified ? tag(XMLName(namespace: namespace, local: name)) : Self.usable(name)
    let value =
      node["fixed"] ?? node["default"] ?? declared["fixed"] ?? declared["default"]
      ?? values.sample(of: declared.name(in: "type"), declared.first("simpleType"))
    return "\(tag)=\"\(value.escapedForMarkup)\""
  }

  private mutating func typeAttribute(_ name: XMLName) -> String {
    "\(tag(XMLName(namespace: XSDPrefixes.instances, local: "type")))=\"\(tag(name))\""
  }

  // MARK: Lines

  /// - Returns: `false` if enough was visited, and the rest is left out.
  private mutating func visit() -> Bool {
    rest -= 1
    if rest > 0, sample.lines.count < Self.lineLimit { return true }
    isCut = true
    return false
  }

  private mutating func line(_ depth: Int, _ text: String, _ comment: String?) {
    sample.lines.append(Self.text(depth, text, comment))
  }

  private static func text(_ depth: Int, _ text: String, _ comment: String?) -> String {
    indent(depth) + text + (comment.map { " <!-- \(commented($0)) -->" } ?? "")
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private mutating func tag(_ name: XMLName) -> String {
    let local = Self.usable(name.local)
    guard !name.namespace.isEmpty else { return local }
    sample.namespaces.insert(name.namespace)
    return prefixes.prefix(for: name.namespace) + ":" + local
  }
}
