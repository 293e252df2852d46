import RequestModel

extension PortableFolder {
  /// Its requests, those of folders after the ones before them.
  var allRequests: [PortableRequest] {
    items.flatMap { item in
      switch item {
      case .folder(let folder): folder.allRequests
      case .request(let request): [request]
      }
    }
  }
}

extension JSONValue {
  /// Without variables, for formats that only have values.
  var withoutTemplates: JSONValue {
    switch self {
    case .string(let string): .string(string.value.replacing("{{", with: "(").replacing("}}", with: ")"))
    case .array(let elements): .array(elements.map(\.withoutTemplates))
    case .object(let object): .object(object.withoutTemplates)
    default: self
    }
  }
}

extension JSONObject {
  var withoutTemplates: JSONObject {
    JSONObject(members: members.map { JSONMember(key: $0.key, value: $0.value.withoutTemplates) })
  }
}
