/// The keywords of one schema, applied to one value.
struct SchemaRules {
  let evaluation: SchemaEvaluation
  let node: SchemaNode
  let instance: SchemaInstance
  private(set) var isValid = true
  var evaluated = Evaluated()

  var dialect: Dialect { node.resource.dialect }

  subscript(keyword: String) -> JSONValue? { node.keywords[keyword] }

  mutating func apply() throws(SchemaProblem) {
    try applyReferences()
    if dialect.isOld, self["$ref"] != nil { return }
    if dialect.hasValidation {
      checkType()
      try checkValue()
      try checkNumber()
      try checkText()
    }
    try checkFormat()
    try applyCombinations()
    switch instance {
    case .object(let members): try apply(to: members)
    case .array(let elements): try apply(to: elements)
    default: break
    }
  }

  // MARK: For keywords

  mutating func fail(_ keyword: String, _ message: String) {
    isValid = false
    evaluation.report(message, at: node, keyword)
  }

  /// Fails because of findings that are already reported.
  mutating func fail() { isValid = false }

  func child(_ path: String..., value: JSONValue) -> SchemaNode { evaluation.library.child(path, of: node, value) }

  mutating func merge(_ other: Evaluated?) {
    if let other { if evaluation.library.needsEvaluated { evaluated.add(other) } } else { fail() }
  }

  func pattern(_ text: String) throws(SchemaProblem) -> SchemaPattern {
    if let known = node.patterns[text] { return known }
    let pattern = try SchemaPattern(text)
    node.patterns[text] = pattern
    return pattern
  }

  /// A limit such as `maxLength`: a whole number, which may be written as `2.0`.
  func count(_ keyword: String) -> Int? {
    guard let number = self[keyword]?.number else { return nil }
    return number.int ?? number.double.flatMap { Int(exactly: $0) }
  }

  // MARK: References

  private mutating func applyReferences() throws(SchemaProblem) {
    if let reference = self["$ref"]?.string {
      merge(try evaluation.evaluate(try target(reference), instance))
    }
    guard dialect.draft == .draft202012, let reference = self["$dynamicRef"]?.string else { return }
    merge(try evaluation.evaluate(try evaluation.dynamicTarget(reference, from: node), instance))
  }

  private func target(_ reference: String) throws(SchemaProblem) -> SchemaNode {
    if let known = node.targets[reference] { return known }
    let target = try evaluation.library.target(reference, from: node)
    node.targets[reference] = target
    return target
  }

  // MARK: Combinations

  private mutating func applyCombinations() throws(SchemaProblem) {
    for (index, schema) in (self["allOf"]?.array ?? []).enumerated() {
      merge(try evaluation.evaluate(child("allOf", String(index), value: schema), instance))
    }
    try applyChoice("anyOf")
    try applyChoice("oneOf")
    if let schema = self["not"], try evaluation.attempt(child("not", value: schema), instance).evaluated != nil {
      fail("not", "matches a schema that it must not match")
    }
    try applyCondition()
  }

  private mutating func applyChoice(_ keyword: String) throws(SchemaProblem) {
    guard let schemas = self[keyword]?.array else { return }
    var matches: [Int] = []
    var failures: [[SchemaFinding]] = []
    for (index, schema) in schemas.enumerated() {
      let result = try evaluation.attempt(child(keyword, String(index), value: schema), instance)
      if let evaluated = result.evaluated {
        matches.append(index)
        if evaluation.library.needsEvaluated { self.evaluated.add(evaluated) }
      } else {
        failures.append(result.findings)
      }
    }
    if matches.isEmpty {
      fail(keyword, "matches none of the \(schemas.count) schemas of \(keyword)")
      // The branch that came furthest says most.
      let depth = { (findings: [SchemaFinding]) in findings.map(\.instancePath.count).max() ?? 0 }
      evaluation.add(failures.max { depth($0) < depth($1) } ?? [])
    } else if keyword == "oneOf", matches.count > 1 {
      fail(keyword, "matches \(matches.count) schemas of oneOf instead of one: \(matches)")
    }
  }

  private mutating func applyCondition() throws(SchemaProblem) {
    guard let condition = self["if"] else { return }
    let result = try evaluation.attempt(child("if", value: condition), instance).evaluated
    if let result, evaluation.library.needsEvaluated { evaluated.add(result) }
    let keyword = result == nil ? "else" : "then"
    guard let schema = self[keyword] else { return }
    merge(try evaluation.evaluate(child(keyword, value: schema), instance))
  }
}
