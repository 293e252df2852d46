/// Values as text for people, without their secrets.
struct ChangeText {
  /// Whether the value is a credential.
  var isSecret = false

  /// - Parameter shape: The shape of the value; JSON is shown as JSON.
  func text(of value: JSONValue, _ shape: FieldShape) -> String {
    switch shape {
    case .json: return masked(value, in: .json).string.map { JSONValue.string($0).compact } ?? compact(value, shape)
    case .lines: return masked(value.wholeLines ?? value.compact)
    case .words: return value.array.map { $0.map(\.templateText).joined(separator: ", ") } ?? value.compact
    case .kinds: return section(value, shape)
    case .plain, .rows, .members, .strings, .texts: return masked(value, in: shape).string ?? compact(value, shape)
    }
  }

  /// A row is its value, if it has no more.
  func text(ofRow row: JSONValue, _ shape: FieldShape) -> String {
    guard let object = row.object, object.members.allSatisfy({ $0.key.means("name") || $0.key.means("value") }) else {
      return compact(row, shape)
    }
    return object["value"].map { ofValue($0, name: object["name"]?.string ?? "") } ?? ""
  }

  private func ofValue(_ value: JSONValue, name: String) -> String {
    var text = self
    text.isSecret = isSecret || SecretName.isLikely(name)
    let masked = text.masked(value, in: .json)
    return masked.string ?? masked.compact
  }

  private func compact(_ value: JSONValue, _ shape: FieldShape) -> String { masked(value, in: shape).compact }

  private func section(_ value: JSONValue, _ shape: FieldShape) -> String {
    guard let kind = shape.kind(of: value.object) else { return compact(value, shape) }
    let content = value.object?[kind.name].map { masked($0, in: shape.member(kind.name)) }
    switch content {
    case .object(let object)? where object.members.isEmpty: return kind.title
    case .string(let text)?: return "\(kind.title) \(text.value)"
    case let content?: return "\(kind.title) \(content.compact)"
    case nil: return kind.title
    }
  }
}

extension ChangeText {
  private func masked(_ value: JSONValue, in shape: FieldShape) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number: return isSecret ? .string(FieldChange.mask) : value
    case .string(let string):
      let text = masked(string.value)
      return text.isExactly(string.value) ? value : .string(text)
    case .array(let elements): return .array(elements.map { masked($0, in: shape.element) })
    case .object(let object):
      let row = object["name"]?.string
      return .object(
        JSONObject(
          members: object.members.map { member in
            let name = member.key.value
            var text = self
            text.isSecret = isSecret || shape.isSecret(name, inRow: row)
            return JSONMember(key: member.key, value: text.masked(member.value, in: shape.member(name)))
          }))
    }
  }

  private func masked(_ text: String) -> String {
    isSecret && Self.hasLiteral(text) || TokenShape.isAny(in: text) ? FieldChange.mask : text
  }

  /// Whether a credential is more than variables and a scheme.
  private static func hasLiteral(_ text: String) -> Bool {
    let literal = Template(text).pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    let words = literal.split(separator: " ")
    let schemes: Set<String> = ["bearer", "basic", "token", "apikey"]
    return !words.allSatisfy { schemes.contains($0.lowercased()) }
  }
}
