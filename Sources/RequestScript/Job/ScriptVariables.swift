/// A variable in the form that scripts see.
package struct ScriptVariable: Equatable, Sendable {
  package var key: String
  /// Any JSON value: scripts may set objects.
  package var value: JSONValue
  package var type: String?
  package var isSecret: Bool

  package init(_ key: String, _ value: JSONValue, type: String? = nil, isSecret: Bool = false) {
    (self.key, self.value, self.type, self.isSecret) = (key, value, type, isSecret)
  }
}

/// The variables visible to a job, by scope.
package struct ScriptVariables: Equatable, Sendable {
  package var globals: [ScriptVariable] = []
  package var collection: [ScriptVariable] = []
  package var folders: [ScriptVariable] = []
  package var environment: [ScriptVariable] = []
  /// `nil` without an environment.
  package var environmentName: String?
  /// Whether variables of folders override those of the environment.
  package var foldersOverrideEnvironment = false
  /// The variables in the file of the request.
  package var request: [ScriptVariable] = []
  /// The variables of the session and of the command line.
  package var local: [ScriptVariable] = []
  /// The row of the data file.
  package var data: JSONObject?
  /// The names whose values are secrets, whatever a script sets them to.
  package var secretNames: [String] = []

  package init() {}
}

/// A change of a variable that a script made.
package struct ScriptChange: Equatable, Sendable {
  package enum Scope: String, Sendable {
    case environment, collectionVariables, globals, variables
  }

  package enum Change: Equatable, Sendable {
    case set(key: String, value: JSONValue, type: String?)
    case unset(key: String)
    /// Removes all variables of the scope.
    case clear
  }

  package var scope: Scope
  package var change: Change

  package init(_ scope: Scope, _ change: Change) { (self.scope, self.change) = (scope, change) }
}

extension ScriptVariable {
  var json: JSONValue {
    var object: JSONObject = ["key": .string(key), "value": value]
    object.add("type", type.map { .string($0) })
    if isSecret { object.add("secret", true) }
    return .object(object)
  }
}

extension ScriptVariables {
  /// The variables by scope, as in the job's message.
  package var object: JSONObject {
    JSONObject(members: members.map { JSONMember(key: JSONString($0.0), value: $0.1) })
  }

  /// The variables as members of the job's message.
  var members: [(String, JSONValue)] {
    func list(_ variables: [ScriptVariable]) -> JSONValue { .array(variables.map(\.json)) }
    var members: [(String, JSONValue)] = [
      ("globals", list(globals)), ("collectionVariables", list(collection)), ("folderVariables", list(folders)),
      ("requestVariables", list(request)), ("variables", list(local)),
    ]
    // Scripts can set variables of the environment scope even if no environment is selected.
    if environmentName != nil || !environment.isEmpty {
      var object: JSONObject = ["values": list(environment)]
      object.add("name", environmentName.map { .string($0) })
      members.append(("environment", .object(object)))
    }
    if foldersOverrideEnvironment { members.append(("foldersOverrideEnvironment", true)) }
    if let data { members.append(("data", .object(data))) }
    if !secretNames.isEmpty { members.append(("secretNames", .array(secretNames.map { .string($0) }))) }
    return members
  }
}

extension ScriptChange {
  init?(_ json: JSONValue) {
    guard let object = json.object, let scope = object["scope"]?.string.flatMap(Scope.init(rawValue:)) else {
      return nil
    }
    switch (object["op"]?.string, object["key"]?.string) {
    case ("set", let key?):
      self.init(scope, .set(key: key, value: object["value"] ?? .null, type: object["type"]?.string))
    case ("unset", let key?): self.init(scope, .unset(key: key))
    case ("clear", _): self.init(scope, .clear)
    default: return nil
    }
  }
}
