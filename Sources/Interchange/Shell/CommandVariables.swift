/// The variables that requests of a script use.
struct CommandVariables {
  /// In order of their first use.
  private(set) var names: [String] = []
  private var known: Set<String> = []
  /// Those that are part of credentials.
  private var secrets: Set<String> = []
  private var question: String?

  /// A password that curl would ask for.
  mutating func ask(_ question: String) { self.question = question }

  // MARK: Documents

  /// A document with templates instead of marks.
  ///
  /// - Parameter keepsBraces: Whether `{{name}}` is a variable of the text itself.
  mutating func finished(
    _ document: JSONObject, keepsBraces: Bool, _ context: inout InterchangeContext
  ) -> JSONObject {
    var finished = document
    for member in document.members {
      let isSecret = member.key.value == "auth"
      finished[member.key.value] = self.finished(
        member.value, of: member.key.value, isSecret: isSecret, keepsBraces: keepsBraces, &context)
    }
    return finished
  }

  /// Members that take no variables.
  private static let plain: Set = ["method", "type", "filename"]

  private mutating func finished(
    _ value: JSONValue, of key: String, isSecret: Bool, keepsBraces: Bool, _ context: inout InterchangeContext
  ) -> JSONValue {
    switch value {
    case .string(let string):
      if Self.plain.contains(key) { return .string(VariableMarks.plain(string.value)) }
      note(string.value, isSecret: isSecret)
      let template = VariableMarks.template(string.value, keepsBraces: keepsBraces)
      if template.containsExactly(Template.escapedBraces) {
        context.note(.changed, "{{ in the text is sent as it is: curl knows no variables")
      }
      return .string(template)
    case .array(let elements):
      return .array(
        elements.map { finished($0, of: key, isSecret: isSecret, keepsBraces: keepsBraces, &context) })
    case .object(let object):
      var copy = object
      let isCredential = object.text("name").map { Self.isCredential($0) } ?? false
      for member in object.members {
        copy[member.key.value] = finished(
          member.value, of: member.key.value, isSecret: isSecret || isCredential, keepsBraces: keepsBraces, &context)
      }
      return .object(copy)
    default: return value
    }
  }

  private mutating func note(_ text: String, isSecret: Bool) {
    for name in VariableMarks.names(in: text) {
      if known.insert(name).inserted { names.append(name) }
      if isSecret { secrets.insert(name) }
    }
  }

  /// Whether a header or a variable of that name holds credentials.
  private static func isCredential(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "cookie", "token", "secret", "passw", "api-key", "apikey", "api_key"].contains {
      name.contains($0)
    }
  }

  // MARK: Declarations

  /// The rows for `variables`, and the values of those that are secret.
  func declarations(_ variables: ShellVariables) -> (rows: [JSONValue], secrets: [PortableSecret]) {
    var rows: [JSONValue] = []
    var values: [PortableSecret] = []
    for name in allNames(variables) {
      let isSecret = secrets.contains(name) || Self.isCredential(name)
      var row: JSONObject = ["name": .string(name)]
      switch variables.values[name] {
      case .text(let text):
        // The parts of a composed value are variables themselves.
        if isSecret, !VariableMarks.contains(text) {
          row["secret"] = true
          values.append(PortableSecret(name: name, value: text))
        } else {
          row["value"] = .string(VariableMarks.template(text, keepsBraces: false))
        }
      case .environment(let variable, let text):
        row["fromEnvironment"] = .string(variable)
        if let text {
          row["value"] = .string(VariableMarks.template(text, keepsBraces: false))
        } else if isSecret {
          row["secret"] = true
        }
      case .command(let line):
        row["fromCommand"] = .string(line)
        if isSecret { row["secret"] = true }
      case .unknown, nil:
        guard name == CurlAuth.passwordName, let question else { continue }
        row["prompt"] = .string(question)
        row["secret"] = true
      }
      rows.append(.object(row))
    }
    return (rows, values)
  }

  /// The names in use, and those in the values of others.
  private func allNames(_ variables: ShellVariables) -> [String] {
    var all = names
    var known = known
    var index = 0
    while index < all.count {
      let text: String? =
        switch variables.values[all[index]] {
        case .text(let text): text
        case .environment(_, let text): text
        default: nil
        }
      for name in VariableMarks.names(in: text ?? "") where known.insert(name).inserted { all.append(name) }
      index += 1
    }
    return all
  }
}
