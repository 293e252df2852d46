package import RequestModel

/// Replaces `{{name}}` by values, and remembers what it could not find and what must not be shown.
///
/// Values may hold variables themselves. A name that starts with `$` is made anew each time it stands somewhere.
package struct Resolver {
  private let scope: VariableScope
  private let secretValue: (Variable) -> String?
  private var dynamic: DynamicVariables

  /// Names that have no value, in the order they were met.
  package private(set) var missing: [String] = []
  /// Chains of names that lead back to their start: `a → b → a`.
  package private(set) var circles: [String] = []
  /// Values of secret variables that were used.
  package private(set) var secrets: Set<String> = []
  /// How often one of them was used.
  package private(set) var usesOfSecrets = 0

  /// - Parameter secretValue: Finds the value of a variable that is kept outside the files; `nil` where there is none.
  package init(scope: VariableScope, dynamic: DynamicVariables, secretValue: @escaping (Variable) -> String?) {
    self.scope = scope
    self.dynamic = dynamic
    self.secretValue = secretValue
  }

  package mutating func resolve(_ text: String) -> String { resolve(text, inside: []) }

  private mutating func resolve(_ text: String, inside names: [String]) -> String {
    let template = Template(text)
    if template.pieces.count <= 1, template.variables.isEmpty { return text }
    return template.pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .variable(let name): result += value(of: name, inside: names)
      }
    }
  }

  private mutating func value(of name: String, inside names: [String]) -> String {
    if names.contains(name) {
      Self.note(&circles, (names.drop { $0 != name } + [name]).joined(separator: " → "))
      return ""
    }
    if name.hasPrefix("$"), let value = dynamic.value(of: name) { return value }
    guard let variable = scope.variable(name) else {
      Self.note(&missing, name)
      return ""
    }
    guard variable.isSecret else {
      guard case .value(let value) = variable.source else { return "" }
      let resolved = resolve(value, inside: names + [name])
      if scope.isSecret(name) { note(secret: resolved) }
      return resolved
    }
    guard let secret = secretValue(variable) else {
      Self.note(&missing, name)
      return ""
    }
    note(secret: secret)
    return secret
  }

  private mutating func note(secret: String) {
    secrets.insert(secret)
    usesOfSecrets += 1
  }

  /// Every secret that the request can see, whether it uses it or not.
  package var secretsInScope: Set<String> {
    var values: Set<String> = []
    for variable in scope.secretVariables {
      if case .value(let text) = variable.source {
        var resolver = self
        values.insert(resolver.resolve(text))
      } else if let value = secretValue(variable) {
        values.insert(value)
      }
    }
    return values
  }

  private static func note(_ list: inout [String], _ entry: String) {
    if !list.contains(entry) { list.append(entry) }
  }
}

extension Resolver {
  /// The same JSON with the variables in its strings replaced; what stands there is the value, escaped as JSON needs it.
  package mutating func resolve(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let string):
      guard string.escaped.contains("{{") else { return value }
      return .string(resolve(string.value))
    case .array(let elements):
      var resolved: [JSONValue] = []
      for element in elements { resolved.append(resolve(element)) }
      return .array(resolved)
    case .object(let object):
      var members: [JSONMember] = []
      for member in object.members {
        let key = member.key.escaped.contains("{{") ? JSONString(resolve(member.key.value)) : member.key
        members.append(JSONMember(key: key, value: resolve(member.value)))
      }
      return .object(JSONObject(members: members))
    }
  }
}
