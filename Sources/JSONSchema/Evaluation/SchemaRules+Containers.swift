// Keywords about objects.
extension SchemaRules {
  mutating func apply(to members: SchemaMembers) throws(SchemaProblem) {
    try evaluation.spend(size(for: members))
    if dialect.hasValidation { checkCounts(members) }
    try applyDependencies(members)
    try applyProperties(members)
    if let schema = self["propertyNames"] {
      let child = child("propertyNames", value: schema)
      for name in members.names {
        let result = try evaluation.attempt(child, .string(name))
        guard result.evaluated == nil else { continue }
        fail("propertyNames", "has the name \(name.text), which is not allowed")
      }
    }
    guard !dialect.isOld, let schema = self["unevaluatedProperties"] else { return }
    let child = child("unevaluatedProperties", value: schema)
    for name in members.names where !evaluated.has(name: name.text) { try apply(child, name, members) }
    evaluated.hasAllNames = true
  }

  /// How much the keywords compare.
  private func size(for members: SchemaMembers) -> Int {
    let lists = ["dependentRequired", "dependentSchemas", "dependencies", "properties"]
    let named = lists.reduce(self["required"]?.array?.count ?? 0) { $0 + (self[$1]?.object?.members.count ?? 0) }
    return named + members.names.count * (1 + (self["patternProperties"]?.object?.members.count ?? 0))
  }

  private mutating func checkCounts(_ members: SchemaMembers) {
    checkCount(members.names.count, "member", "minProperties", "maxProperties")
    for name in (self["required"]?.array ?? []).compactMap(\.string) where members[name] == nil {
      fail("required", "has no \"\(name)\"")
    }
    guard !dialect.isOld else { return }
    for member in self["dependentRequired"]?.object?.members ?? [] where members[member.key.value] != nil {
      require(member.value.array ?? [], for: member.key.value, in: members, "dependentRequired")
    }
  }

  private mutating func require(
    _ names: [JSONValue], for name: String, in members: SchemaMembers, _ keyword: String
  ) {
    for needed in names.compactMap(\.string) where members[needed] == nil {
      fail(keyword, "has \"\(name)\", but no \"\(needed)\"")
    }
  }

  private mutating func applyDependencies(_ members: SchemaMembers) throws(SchemaProblem) {
    let keywords = dialect.isOld ? ["dependencies"] : ["dependentSchemas", "dependencies"]
    for keyword in keywords {
      for member in self[keyword]?.object?.members ?? [] where members[member.key.value] != nil {
        if let names = member.value.array {
          require(names, for: member.key.value, in: members, keyword)
        } else {
          merge(try evaluation.evaluate(child(keyword, member.key.value, value: member.value), instance))
        }
      }
    }
  }

  private mutating func applyProperties(_ members: SchemaMembers) throws(SchemaProblem) {
    let properties = self["properties"]?.object
    var named: Set<ExactText> = []
    for member in properties?.members ?? [] {
      let name = ExactText(member.key.value)
      guard members.values[name] != nil else { continue }
      named.insert(name)
      try apply(child("properties", name.text, value: member.value), name, members)
    }
    for member in self["patternProperties"]?.object?.members ?? [] {
      let pattern = try pattern(member.key.value)
      let child = child("patternProperties", member.key.value, value: member.value)
      for name in members.names where try pattern.matches(name.text) {
        named.insert(name)
        try apply(child, name, members)
      }
    }
    guard let schema = self["additionalProperties"] else { return }
    let child = child("additionalProperties", value: schema)
    for name in members.names where !named.contains(name) { try apply(child, name, members) }
    evaluated.hasAllNames = true
  }

  private mutating func apply(
    _ child: SchemaNode, _ name: ExactText, _ members: SchemaMembers
  ) throws(SchemaProblem) {
    guard let value = members.values[name] else { return }
    if evaluation.library.needsEvaluated { evaluated.names.insert(name.text) }
    if try !evaluation.evaluate(child, value, at: name.text) { fail() }
  }
}

// Keywords about arrays.
extension SchemaRules {
  mutating func apply(to elements: [SchemaInstance]) throws(SchemaProblem) {
    if dialect.hasValidation { checkCounts(elements) }
    try applyItems(elements)
    if let schema = self["contains"] { try applyContains(schema, elements) }
    guard !dialect.isOld, let schema = self["unevaluatedItems"] else { return }
    let child = child("unevaluatedItems", value: schema)
    for (index, element) in elements.enumerated() where !evaluated.has(item: index) {
      if try !evaluation.evaluate(child, element, at: String(index)) { fail() }
    }
    evaluated.hasAllItems = true
  }

  private mutating func checkCounts(_ elements: [SchemaInstance]) {
    checkCount(elements.count, "item", "minItems", "maxItems")
    guard self["uniqueItems"]?.bool == true else { return }
    var seen: [SchemaInstance: Int] = [:]
    for (index, element) in elements.enumerated() {
      if let first = seen.updateValue(index, forKey: element) {
        fail("uniqueItems", "has the same item at \(first) and \(index)")
        return
      }
    }
  }

  private mutating func applyItems(_ elements: [SchemaInstance]) throws(SchemaProblem) {
    let isNew = dialect.draft == .draft202012
    let listKeyword = isNew ? "prefixItems" : "items"
    let restKeyword = isNew ? "items" : "additionalItems"
    let list = self[listKeyword]?.array
    for (index, (schema, element)) in zip(list ?? [], elements).enumerated() {
      let child = child(listKeyword, String(index), value: schema)
      if try !evaluation.evaluate(child, element, at: String(index)) { fail() }
    }
    evaluated.prefix = max(evaluated.prefix, min(list?.count ?? 0, elements.count))
    let (keyword, start) = !isNew && list == nil ? ("items", 0) : (restKeyword, list?.count ?? 0)
    guard let schema = self[keyword] else { return }
    let child = child(keyword, value: schema)
    for (index, element) in elements.enumerated().dropFirst(start) {
      if try !evaluation.evaluate(child, element, at: String(index)) { fail() }
    }
    evaluated.hasAllItems = true
  }

  private mutating func applyContains(_ schema: JSONValue, _ elements: [SchemaInstance]) throws(SchemaProblem) {
    let child = child("contains", value: schema)
    var matches = 0
    for (index, element) in elements.enumerated() where try evaluation.attempt(child, element).evaluated != nil {
      matches += 1
      // In 2019-09, `contains` evaluates nothing.
      if dialect.draft == .draft202012 { evaluated.items.insert(index) }
    }
    let hasLimits = !dialect.isOld && dialect.hasValidation
    let least = hasLimits ? count("minContains") ?? 1 : 1
    if matches < least {
      fail("contains", "has \(Self.counted(matches, "item")) that match contains, less than \(least)")
    }
    if hasLimits, let most = count("maxContains"), matches > most {
      fail("maxContains", "has \(Self.counted(matches, "item")) that match contains, more than \(most)")
    }
  }
}
