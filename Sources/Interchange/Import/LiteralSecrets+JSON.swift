/// Moves the credentials of bodies that are JSON, a form in text, or the variables of a call.
extension LiteralSecrets {
  /// - Parameter text: The text of the body; `nil` for other kinds.
  mutating func moveSecrets(of body: inout JSONObject, _ text: String?, _ type: String?) {
    if let json = body["json"] { body["json"] = moved(inJSON: json, name: nil) }
    if let value = body["text"], let text {
      let changed = moved(inText: text, type)
      if !changed.isExactly(text) { body["text"] = .lines(changed, like: value) }
    }
    for (kind, parts) in [("graphql", ["variables"]), ("jsonrpc", ["params", "batch"])] {
      guard var call = body[kind]?.object else { continue }
      for part in parts { if let value = call[part] { call[part] = moved(inPart: value) } }
      body[kind] = .object(call)
    }
  }

  /// A member of a call, which is JSON or its text.
  private mutating func moved(inPart value: JSONValue) -> JSONValue {
    guard let text = value.string else { return moved(inJSON: value, name: nil) }
    let changed = moved(inJSONText: text)
    return changed.isExactly(text) ? value : .string(changed)
  }

  private mutating func moved(inText text: String, _ type: String?) -> String {
    switch Self.notation(of: text, type) {
    // `=` may be anything in plain text.
    case .form: type?.lowercased().hasPrefix("text/plain") == true ? text : moved(inForm: text)
    case .json: moved(inJSONText: text)
    case .xml, nil: text
    }
  }

  private mutating func moved(inForm text: String) -> String {
    var pairs = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    for index in pairs.indices {
      guard let (name, value) = NamedTexts.form(pairs[index]).first, !value.utf8.contains(UInt8(ascii: "\n")),
        isCredential(name, value)
      else { continue }
      let start = pairs[index].utf8.dropLast(value.utf8.count)
      pairs[index] = String(decoding: start, as: UTF8.self) + variable(for: value, like: name)
    }
    return pairs.joined(separator: "&")
  }

  /// The value of a variable is written into text as it is: its escapes are those of the text.
  mutating func moved(inJSONText text: String) -> String {
    let bytes = Array(text.utf8)
    let hasTokens = TokenShape.isAny(inEscaped: text)
    var result: [UInt8] = []
    var end = 0
    for (name, range) in JSONStrings.named(in: bytes) where name != nil || hasTokens {
      let value = String(decoding: bytes[range], as: UTF8.self)
      guard isCredential(name, value) else { continue }
      result += bytes[end..<range.lowerBound]
      result += variable(for: value, like: name).utf8
      end = range.upperBound
    }
    guard end > 0 else { return text }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Strings that would be sent with other escapes stay.
  private mutating func moved(inJSON json: JSONValue, name: String?) -> JSONValue {
    switch json {
    case .string(let text):
      let value = text.value
      guard JSONString(value) == text, isCredential(name, value) else { return json }
      return .string(variable(for: value, like: name))
    case .array(let elements): return .array(elements.map { moved(inJSON: $0, name: nil) })
    case .object(var object):
      for index in object.members.indices {
        let member = object.members[index]
        object.members[index].value = moved(inJSON: member.value, name: member.key.value)
      }
      return .object(object)
    default: return json
    }
  }

  /// Whether a text in a body is a credential, by the name before it or by its shape. `<string>` is a placeholder.
  mutating func isCredential(_ name: String?, _ value: String) -> Bool {
    guard Self.isLiteral(value), !(value.hasPrefix("<") && value.hasSuffix(">")) else { return false }
    if let name, isSecret(name) {
      if SecretName.isLikely(name), !SecretName.isPosition(name) { return true }
    } else if let name, Self.parameters.contains(name.lowercased()) {
      return true
    }
    return TokenShape.isAny(inEscaped: value)
  }

  /// The template of the variable that is now the place of a value.
  mutating func variable(for value: String, like name: String?) -> String {
    let variable = self.name(for: value, like: name ?? "token")
    moves.append((name ?? "a token", variable))
    return "{{" + variable + "}}"
  }
}
