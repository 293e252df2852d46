extension JSONValue {
  /// Returns the value with `change` applied to all strings and member names.
  package func mappingStrings(_ change: (JSONString) -> JSONString) -> JSONValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let string): .string(change(string))
    case .array(let elements): .array(elements.map { $0.mappingStrings(change) })
    case .object(let object): .object(object.mappingStrings(change))
    }
  }
}

extension JSONObject {
  package func mappingStrings(_ change: (JSONString) -> JSONString) -> JSONObject {
    JSONObject(
      members: members.map { JSONMember(key: change($0.key), value: $0.value.mappingStrings(change)) })
  }
}
