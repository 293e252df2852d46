/// One validation.
final class SchemaEvaluation {
  static let limit = 100
  /// Deeper nesting is a schema that refers to itself without an end.
  private static let depthLimit = 600

  let library: SchemaLibrary
  let assertsFormats: Bool
  /// The resources entered on the way, the outermost first.
  private var scope: [SchemaResource] = []
  private var depth = 0
  /// How many more schemas and values are compared: a few schemas that refer to each other twice mean billions.
  private var rest: Int
  private(set) var found: [SchemaFinding] = []
  /// Where the evaluation is in the value.
  private var instancePath: [String] = []

  init(_ library: SchemaLibrary, assertsFormats: Bool, steps: Int) {
    self.library = library
    rest = steps
    self.assertsFormats = assertsFormats
  }

  func findings(of root: SchemaNode, in instance: SchemaInstance) throws(SchemaProblem) -> [SchemaFinding] {
    rest += 100 * instance.size
    _ = try evaluate(root, instance)
    return found
  }

  func spend(_ count: Int) throws(SchemaProblem) {
    rest -= count
    if rest < 0 { throw SchemaProblem("The schema compares too much: its parts refer to each other again and again") }
  }

  // MARK: For keywords

  /// Evaluates a schema; what it found wrong is added to the findings.
  ///
  /// - Returns: The parts of the value that it evaluated; `nil` if the value does not match.
  func evaluate(_ node: SchemaNode, _ instance: SchemaInstance) throws(SchemaProblem) -> Evaluated? {
    switch node.value {
    case .bool(true): return Evaluated()
    case .bool(false):
      report("is not allowed", at: node, nil)
      return nil
    case .object: break
    default: throw SchemaProblem("The schema at \(node.location) is \(node.value.kindName), not an object or a boolean")
    }
    try spend(1)
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else {
      throw SchemaProblem("The schema at \(node.location) refers to itself without an end, or the value is too deep")
    }
    let isEntered = scope.last !== node.resource
    if isEntered { scope.append(node.resource) }
    defer { if isEntered { scope.removeLast() } }
    var rules = SchemaRules(evaluation: self, node: node, instance: instance)
    try rules.apply()
    return rules.isValid ? rules.evaluated : nil
  }

  /// Evaluates a schema for a part of the value.
  func evaluate(_ node: SchemaNode, _ instance: SchemaInstance, at token: String) throws(SchemaProblem) -> Bool {
    instancePath.append(token)
    defer { instancePath.removeLast() }
    return try evaluate(node, instance) != nil
  }

  /// Evaluates without adding to the findings.
  func attempt(
    _ node: SchemaNode, _ instance: SchemaInstance
  ) throws(SchemaProblem) -> (evaluated: Evaluated?, findings: [SchemaFinding]) {
    let former = found
    found = []
    defer { found = former }
    let evaluated = try evaluate(node, instance)
    return (evaluated, found)
  }

  func report(_ message: String, at node: SchemaNode, _ keyword: String?) {
    guard found.count < Self.limit else { return }
    let schema = node.location + (keyword.map { JSONPointer.text([$0]) } ?? "")
    found.append(
      SchemaFinding(instancePath: JSONPointer.text(instancePath), schemaPath: schema, message: message))
  }

  func add(_ findings: [SchemaFinding]) { found += findings.prefix(max(0, Self.limit - found.count)) }

  /// The target of a `$dynamicRef`: the outermost schema on the way with the anchor, if the reference leads to one.
  func dynamicTarget(_ reference: String, from node: SchemaNode) throws(SchemaProblem) -> SchemaNode {
    let target = try library.target(reference, from: node)
    guard let name = SchemaURI(reference).fragment, target.resource.dynamicAnchors.contains(name),
      target.keywords["$dynamicAnchor"]?.string == name
    else { return target }
    for resource in scope where resource.dynamicAnchors.contains(name) {
      return try library.target(resource.uri + "#" + name, from: node)
    }
    return target
  }
}
