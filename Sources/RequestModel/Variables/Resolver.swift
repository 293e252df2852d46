/// Replaces `{{name}}` with values, and records missing variables and used secrets.
///
/// Values may contain variables. A name that starts with `$` has a new value for each use.
package struct Resolver: Sendable {
  /// How deep variables may be nested in values.
  package static let depthLimit = 100
  /// How many bytes variables may add to a request.
  package static let sizeLimit = 64 << 20

  /// A limit that was exceeded.
  package enum Excess: Equatable, Sendable {
    /// The first names of a chain longer than `depthLimit`.
    case depth([String])
    /// The variable whose value exceeded `sizeLimit`.
    case size(String)
  }

  private let scope: VariableScope
  private let variables: VariableIndex
  private let outside: OutsideValues
  private var dynamic: DynamicVariables
  /// Values that are the same wherever their template is used, with the variables in them replaced.
  private var settled: [ExactText: TemplateValue] = [:]
  /// The variables that are being replaced, each in the value of the one before it.
  private var path: [String] = []
  /// How many templates are being replaced that have templates in their names.
  private var nesting = 0
  /// How many dynamic values were made. Values that contain one are not settled.
  private var dynamicCount = 0
  private var size = 0

  /// Whether templates stay unreplaced if their value is missing or must be fetched, as in a preview.
  package var keepsTemplates = false
  /// Whether templates may have filters and responses; else each is a name, with Postman's rules.
  package var hasExpressions = true
  /// Whether a template of a name without a value is text, as in REST Client.
  package var keepsUnknown = false
  /// Whether secrets can be stored. Those of another program's file can only be given with the command.
  package var storesSecrets = true
  /// How many templates stayed text. Values that contain one are not settled.
  private var keptCount = 0
  /// Templates whose values have to be fetched, with where from: `{{token}} (command)`.
  package private(set) var unfetched: [String] = []

  /// Names that have no value, in the order they were met.
  package private(set) var missing: [String] = []
  /// Variables whose value is not in a file and was not found elsewhere.
  package private(set) var missingOutside: [Variable] = []
  /// Variables that take their value from outside of the files, in the order they were met.
  package private(set) var outsideVariables: [Variable] = []
  private var namesOutside: Set<ExactText> = []
  /// The responses that templates refer to, in the order they were met.
  package private(set) var responses: [ResponseReference] = []
  /// Sentences about invalid templates.
  package private(set) var problems: [String] = []
  /// Chains of names that lead back to their start: `a → b → a`.
  package private(set) var circles: [String] = []
  package private(set) var excess: Excess?
  /// Values of secret variables that were used.
  package private(set) var secrets: Set<String> = []
  /// How often one of them was used.
  package private(set) var usesOfSecrets = 0
  /// Names whose settled value holds a secret.
  private var settledWithSecrets: Set<ExactText> = []
  private var noted: Set<ExactText> = []

  package init(scope: VariableScope, dynamic: DynamicVariables, outside: OutsideValues) {
    self.scope = scope
    variables = VariableIndex(scope)
    self.dynamic = dynamic
    self.outside = outside
  }

  package mutating func resolve(_ text: String) -> String { resolve(Template(text), text) }

  private mutating func resolve(_ template: Template, _ text: String) -> String {
    if template.isPlainText { return text }
    var written = keepsUnknown ? Template.written(in: text)[...] : []
    return template.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .escapedBraces:
        written = written.dropFirst()
        result += "{{"
      case .variable(let name):
        let value = value(of: name).text
        // With the white space in the braces.
        result += keepsUnknown && value.isExactly("{{\(name)}}") ? written.first ?? value : value
        written = written.dropFirst()
      }
    }
  }

  private mutating func value(of name: String) -> TemplateValue {
    guard excess == nil else { return .empty }
    if Template.isNested(name) { return value(ofNested: name) }
    let key = ExactText(name)
    let (dynamicBefore, keptBefore, usesBefore) = (dynamicCount, keptCount, usesOfSecrets)
    if settledWithSecrets.contains(key) { usesOfSecrets += 1 }
    let value = settled[key] ?? newValue(of: name)
    size += value.text.utf8.count + (path.isEmpty ? 0 : Self.nestedCost)
    if size > Self.sizeLimit, excess == nil { excess = .size(path.first ?? name) }
    guard excess == nil else { return .empty }
    if dynamicCount == dynamicBefore, keptCount == keptBefore {
      settled[key] = value
      if usesOfSecrets > usesBefore { settledWithSecrets.insert(key) }
    }
    return value
  }

  /// The value of a template with templates in its name, such as `base_{{stage}}`. With these replaced it is a name and
  /// nothing more: a value does not become a filter.
  private mutating func value(ofNested template: String) -> TemplateValue {
    guard isWithinDepth else { return .empty }
    nesting += 1
    defer { nesting -= 1 }
    if hasExpressions, let value = valueOfExpression(template) { return value }
    let parts = Template(template)
    let kept = keptCount
    let name = resolve(parts, template)
    guard keptCount == kept else { return .text("{{\(template)}}") }
    // Missing variables in a name are reported, and not the name that is made of them.
    if excess != nil || parts.variables.contains(where: { noted.contains(ExactText($0)) }) { return .empty }
    let isKnown = variables[name] != nil || name.utf8.first == UInt8(ascii: "$")
    if !Template.isNested(name), isKnown || !hasExpressions { return value(of: name) }
    if note(name) { missing.append(name) }
    return withoutValue(template)
  }

  /// The cost in bytes of each nested variable, to limit the number of empty ones.
  private static let nestedCost = 1024

  private mutating func newValue(of name: String) -> TemplateValue {
    if let start = path.firstIndex(where: { $0.isExactly(name) }) {
      let circle = (path[start...] + [name]).joined(separator: " → ")
      if note(circle) { circles.append(circle) }
      return .empty
    }
    guard isWithinDepth else { return .empty }
    guard let variable = variables[name] else { return valueOfBuiltIn(name) }
    guard case .literal(let value) = variable.source else { return outsideValue(of: variable) }
    return literal(value, of: name)
  }

  /// Notes an excess. Each variable and each name with templates in it takes its part of the stack.
  private var isWithinDepth: Bool {
    mutating get {
      if path.count + nesting < Self.depthLimit { return true }
      excess = .depth(Array(path.prefix(3)))
      return false
    }
  }

  private mutating func literal(_ value: JSONValue, of name: String) -> TemplateValue {
    path.append(name)
    defer { path.removeLast() }
    let value = hasExpressions ? value : value.asInPostman
    let result = if let text = value.string { resolved(text) } else { resolved(value) }
    if variables.isSecret(name) { note(secret: result) }
    return result
  }

  /// Text that is exactly one template becomes its value, of whichever kind.
  private mutating func resolved(_ text: String) -> TemplateValue {
    let template = Template(text)
    if template.pieces.count == 1, case .variable(let name) = template.pieces[0] { return value(of: name) }
    return .text(resolve(template, text))
  }

  /// The value of a process variable, a dynamic variable or an expression. Records other names as missing.
  private mutating func valueOfBuiltIn(_ name: String) -> TemplateValue {
    if hasExpressions, let process = ProcessVariable(name) { return value(of: process, name) }
    if name.utf8.first == UInt8(ascii: "$"),
      let value = hasExpressions ? dynamic.value(of: name) : dynamic.value(named: name)
    {
      dynamicCount += 1
      return .text(value)
    }
    if hasExpressions, let value = valueOfExpression(name) ?? part(name) { return value }
    if note(name) { missing.append(name) }
    guard keepsUnknown else { return withoutValue(name) }
    keptCount += 1
    return .text("{{\(name)}}")
  }

  /// A part of another variable's value: `user.name`. A part of a secret is one, too.
  private mutating func part(_ name: String) -> TemplateValue? {
    guard let path = MemberPath(name), variables[path.variable] != nil else { return nil }
    let (key, uses) = (ExactText(path.variable), usesOfSecrets)
    // The size of the whole value counts once, and then those of its parts.
    let known = settled[key]
    if known != nil, settledWithSecrets.contains(key) { usesOfSecrets += 1 }
    guard let part = path.part(of: (known ?? value(of: path.variable)).json) else { return nil }
    let result = TemplateValue(part)
    if usesOfSecrets > uses { note(secret: result) }
    return result
  }

  private mutating func value(of process: ProcessVariable, _ template: String) -> TemplateValue {
    var name = process.name
    // Only a plain value: the permission is for one name.
    if process.isIndirect, case .literal(let value)? = variables[name]?.source, let text = value.string,
      Template(text).isPlainText
    {
      name = text
    }
    let value = outsideValue(of: Variable(template, .environmentVariable(name)))
    if SuppliedCredential.isLikely([name], value.text) { note(secret: value) }
    return value
  }

  /// - Returns: `nil` for a name.
  private mutating func valueOfExpression(_ template: String) -> TemplateValue? {
    do {
      let expression = try TemplateExpression(template)
      return expression.operand == .variable(template) ? nil : value(of: expression, template)
    } catch {
      return problem(error.sentence)
    }
  }

  private mutating func withoutValue(_ template: String) -> TemplateValue {
    guard keepsTemplates else { return .empty }
    keptCount += 1
    return .text("{{\(template)}}")
  }

  private mutating func unfetched(_ template: String, from source: String) -> TemplateValue {
    if note(template) { unfetched.append("{{\(template)}} (\(source))") }
    return withoutValue(template)
  }

  /// Values from outside are not templates, but the file's default may be one.
  private mutating func outsideValue(of variable: Variable) -> TemplateValue {
    if namesOutside.insert(ExactText(variable.name)).inserted { outsideVariables.append(variable) }
    if keepsTemplates, let place = variable.source.fetchedFrom { return unfetched(variable.name, from: place) }
    guard let value = outside.value(variable) else {
      if let value = variable.defaultValue { return literal(value, of: variable.name) }
      if note(variable.name) { missingOutside.append(variable) }
      return withoutValue(variable.name)
    }
    if variables.isSecret(variable.name) { note(secret: .text(value)) }
    return .text(value)
  }

  private mutating func note(secret: TemplateValue) {
    secrets.formUnion(secret.texts)
    usesOfSecrets += 1
  }

  /// Every secret visible to the request, used or not.
  package var secretsInScope: Set<String> {
    var values: Set<String> = []
    for variable in scope.secretVariables {
      if case .literal(let value) = variable.source {
        var resolver = self
        values.formUnion(resolver.resolved(value).texts)
      } else if let value = outside.value(variable) {
        values.insert(value)
      }
    }
    return values
  }

  private mutating func note(_ entry: String) -> Bool { noted.insert(ExactText(entry)).inserted }
}

// MARK: Expressions

extension Resolver {
  private mutating func value(
    of expression: TemplateExpression, _ template: String
  ) -> TemplateValue {
    let (uses, kept) = (usesOfSecrets, keptCount)
    var value = operand(expression.operand, template)
    for call in expression.filters where keptCount == kept {
      value = filtered(value, by: call, template, since: uses)
    }
    return keptCount == kept ? value : .text("{{\(template)}}")
  }

  private mutating func operand(_ operand: TemplateExpression.Operand, _ template: String) -> TemplateValue {
    switch operand {
    case .variable(let name): return value(of: name)
    case .response(let reference):
      if !responses.contains(reference) { responses.append(reference) }
      if let value = outside.response(reference) { return TemplateValue(value) }
      if keepsTemplates { return unfetched(template, from: "response") }
      if note(template) { missing.append(template) }
      return .empty
    }
  }

  /// - Parameter uses: How often secrets were used before the expression. The result of filtering a secret is a secret.
  private mutating func filtered(
    _ value: TemplateValue, by call: FilterCall, _ template: String, since uses: Int
  ) -> TemplateValue {
    guard let filter = call.filter else { return unknown(call) }
    guard filter.arguments.contains(call.arguments.count) else {
      return problem("{{\(template)}} has the wrong arguments — write \(filter.usage)")
    }
    let arguments = call.arguments.map { argument($0, of: filter) }
    // A value that is not there yet, or never will be, is reported and not filtered.
    guard excess == nil, isComplete || keepsTemplates else { return .empty }
    do {
      let result = TemplateValue(try filter.apply(value.json, arguments, outside.digests))
      if usesOfSecrets > uses || filter.name == "secret" { note(secret: result) }
      return result
    } catch {
      return problem("{{\(template)}}: \(error.sentence)")
    }
  }

  private mutating func argument(
    _ argument: FilterCall.Argument, of filter: TemplateFilter
  ) -> FilterArgument {
    switch argument {
    case .text(let text): .text(resolve(text))
    case .word(let word) where filter.keywords.contains(word): .keyword(word)
    case .word(let word): .text(value(of: word).text)
    }
  }

  private var isComplete: Bool {
    missing.isEmpty && missingOutside.isEmpty && circles.isEmpty
  }

  private mutating func unknown(_ call: FilterCall) -> TemplateValue {
    let names = TemplateFilter.all.map(\.name)
    let advice = NearestName.of(call.name, among: names).map { "did you mean \"\($0)\"?" }
    return problem(
      "There is no filter \"\(call.name)\" — \(advice ?? "choose one of \(names.joined(separator: ", "))")")
  }

  private mutating func problem(_ sentence: String) -> TemplateValue {
    if note(sentence) { problems.append(sentence) }
    return .empty
  }
}

// MARK: JSON

extension Resolver {
  /// Replaces the variables in all strings and member names. A string that is
  /// a single template becomes the value itself, of whichever kind.
  package mutating func resolve(_ value: JSONValue) -> JSONValue { resolved(value).json }

  private mutating func resolved(_ value: JSONValue) -> TemplateValue {
    switch value {
    case .null, .bool, .number: return .json(value)
    case .string(let string): return resolve(string)
    case .array(let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(resolved(element).json) }
      return .json(.array(values))
    case .object(let object):
      var members: [JSONMember] = []
      for member in object.members {
        let key = resolve(member.key, keepsKind: false).json
        guard case .string(let key) = key else { continue }
        members.append(JSONMember(key: key, value: resolved(member.value).json))
      }
      return .json(.object(JSONObject(members: members)))
    }
  }

  /// Escapes the inserted values and keeps the escapes of the text around them.
  private mutating func resolve(
    _ string: JSONString, keepsKind: Bool = true
  ) -> TemplateValue {
    let template = Template(string.escaped)
    if template.isPlainText { return .json(.string(string)) }
    if keepsKind, template.pieces.count == 1, case .variable(let name) = template.pieces[0] {
      return value(of: JSONString(escaped: name).value)
    }
    let escaped = template.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .escapedBraces: result += "{{"
      case .variable(let name):
        result += JSONString(value(of: JSONString(escaped: name).value).text).escaped
      }
    }
    return .json(.string(JSONString(escaped: escaped)))
  }
}
