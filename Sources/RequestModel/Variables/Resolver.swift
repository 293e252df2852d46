/// Replaces `{{name}}` by values, and records what it could not find and what must not be shown.
///
/// Values may hold variables themselves. A name that starts with `$` has a new value each time it is used.
package struct Resolver: Sendable {
  /// How many variables may be nested in each other's values.
  package static let depthLimit = 100
  /// How many bytes variables may add to one request.
  package static let sizeLimit = 64 << 20

  /// Why the variables of a request are not replaced any further.
  package enum Excess: Equatable, Sendable {
    /// The first names of a chain that is longer than `depthLimit`.
    case depth([String])
    /// The variable whose value passed `sizeLimit`.
    case size(String)
  }

  private let scope: VariableScope
  private let variables: VariableIndex
  private let secretValue: @Sendable (Variable) -> String?
  private var dynamic: DynamicVariables
  /// Values that are the same wherever their variable is used, with the variables in them replaced.
  private var settled: [ExactText: String] = [:]
  /// How many dynamic values were made: what holds one is not settled.
  private var dynamicCount = 0
  private var size = 0

  /// Names that have no value, in the order they were met.
  package private(set) var missing: [String] = []
  /// Secret variables whose value is not there.
  package private(set) var missingSecrets: [Variable] = []
  /// Chains of names that lead back to their start: `a → b → a`.
  package private(set) var circles: [String] = []
  package private(set) var excess: Excess?
  /// Values of secret variables that were used.
  package private(set) var secrets: Set<String> = []
  /// How often one of them was used.
  package private(set) var usesOfSecrets = 0
  /// Names whose settled value holds a secret.
  private var settledWithSecrets: Set<ExactText> = []
  /// Variables of the operating system's environment that were used, in the order they were met.
  package private(set) var environmentVariables: [String] = []
  private var noted: Set<ExactText> = []

  /// - Parameter secretValue: Finds the value of a variable that is kept outside the files; `nil` where there is none.
  package init(scope: VariableScope, dynamic: DynamicVariables, secretValue: @escaping @Sendable (Variable) -> String?)
  {
    self.scope = scope
    variables = VariableIndex(scope)
    self.dynamic = dynamic
    self.secretValue = secretValue
  }

  package mutating func resolve(_ text: String) -> String { resolve(text, inside: []) }

  private mutating func resolve(_ text: String, inside names: [String]) -> String {
    let template = Template(text)
    if template.isPlainText { return text }
    return template.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .escapedBraces: result += "{{"
      case .variable(let name): result += value(of: name, inside: names)
      }
    }
  }

  private mutating func value(of name: String, inside names: [String]) -> String {
    guard excess == nil else { return "" }
    let key = ExactText(name)
    let (dynamicBefore, usesBefore) = (dynamicCount, usesOfSecrets)
    if settledWithSecrets.contains(key) { usesOfSecrets += 1 }
    let value = settled[key] ?? newValue(of: name, inside: names)
    size += value.utf8.count + (names.isEmpty ? 0 : Self.nestedCost)
    if size > Self.sizeLimit, excess == nil { excess = .size(names.first ?? name) }
    guard excess == nil else { return "" }
    if dynamicCount == dynamicBefore {
      settled[key] = value
      if usesOfSecrets > usesBefore { settledWithSecrets.insert(key) }
    }
    return value
  }

  /// What a variable inside another counts for beside its bytes: a million empty ones take time, too.
  private static let nestedCost = 1024

  private mutating func newValue(of name: String, inside names: [String]) -> String {
    if let start = names.firstIndex(where: { $0.isExactly(name) }) {
      let circle = (names[start...] + [name]).joined(separator: " → ")
      if note(circle) { circles.append(circle) }
      return ""
    }
    guard names.count < Self.depthLimit else {
      excess = .depth(Array(names.prefix(3)))
      return ""
    }
    guard let variable = variables[name] else { return dynamicValue(of: name) }
    guard case .literal(let value) = variable.source else { return outsideValue(of: variable) }
    let resolved = resolve(value.templateText, inside: names + [name])
    if variables.isSecret(name) { note(secret: resolved) }
    return resolved
  }

  /// The lowest layer: the built-in variables whose values change.
  private mutating func dynamicValue(of name: String) -> String {
    if name.utf8.first == UInt8(ascii: "$"), let value = dynamic.value(of: name) {
      dynamicCount += 1
      return value
    }
    if note(name) { missing.append(name) }
    return ""
  }

  /// A value from outside is no template.
  private mutating func outsideValue(of variable: Variable) -> String {
    guard let value = secretValue(variable) else {
      if note(variable.name) { missingSecrets.append(variable) }
      return ""
    }
    if variables.isSecret(variable.name) { note(secret: value) }
    if case .environmentVariable(let name) = variable.source, !environmentVariables.contains(name) {
      environmentVariables.append(name)
    }
    return value
  }

  private mutating func note(secret: String) {
    secrets.insert(secret)
    usesOfSecrets += 1
  }

  /// Every secret that the request can see, whether it uses it or not.
  package var secretsInScope: Set<String> {
    var values: Set<String> = []
    for variable in scope.secretVariables {
      if case .literal(let value) = variable.source {
        var resolver = self
        values.insert(resolver.resolve(value.templateText))
      } else if let value = secretValue(variable) {
        values.insert(value)
      }
    }
    return values
  }

  private mutating func note(_ entry: String) -> Bool { noted.insert(ExactText(entry)).inserted }
}

extension Resolver {
  /// The same JSON with the variables in its strings replaced by their values, escaped as JSON needs it.
  package mutating func resolve(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let string): return .string(resolve(string))
    case .array(let elements):
      var resolved: [JSONValue] = []
      for element in elements { resolved.append(resolve(element)) }
      return .array(resolved)
    case .object(let object):
      var members: [JSONMember] = []
      for member in object.members {
        members.append(JSONMember(key: resolve(member.key), value: resolve(member.value)))
      }
      return .object(JSONObject(members: members))
    }
  }

  /// Only what is replaced changes: the text around it keeps its escapes.
  private mutating func resolve(_ string: JSONString) -> JSONString {
    let template = Template(string.escaped)
    if template.isPlainText { return string }
    let escaped = template.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .escapedBraces: result += "{{"
      case .variable(let name):
        result += JSONString(value(of: JSONString(escaped: name).value, inside: [])).escaped
      }
    }
    return JSONString(escaped: escaped)
  }
}
