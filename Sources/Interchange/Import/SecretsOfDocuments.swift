extension PortableFolder {
  /// With variables in the place of secrets in the parts of a document that it and its requests keep.
  var hidingSecretsOfDocument: PortableFolder { secrets.isEmpty ? self : mappingKept { $0.replacing(secrets) } }

  private func mappingKept(_ change: (JSONValue) -> JSONValue) -> PortableFolder {
    var folder = self
    folder.settings[KeptDocument.member] = settings[KeptDocument.member].map(change)
    folder.items = items.map { item in
      switch item {
      case .folder(let inner): return .folder(inner.mappingKept(change))
      case .request(var request):
        request.document[KeptDocument.member] = request.document[KeptDocument.member].map(change)
        return .request(request)
      }
    }
    return folder
  }
}

extension JSONValue {
  /// A document with variables in the place of examples that are the values of secrets, alone or behind the name of a
  /// scheme. Elsewhere an equal text means something else, and so does a short number outside of a credential.
  func replacing(_ secrets: [PortableSecret]) -> JSONValue {
    let known = secrets.filter { !Self.placeholders.contains($0.value) }
    guard !known.isEmpty else { return self }
    let names = Dictionary(known.map { ($0.value, $0.name) }) { first, _ in first }
    return replacing(names, isExample: false, isCredential: false)
  }

  /// Members of documents whose values are examples.
  private static let exampleMembers: Set = [
    "example", "examples", "x-example", "x-examples", "default", "const", "enum", "value", "dataValue",
    "serializedValue",
  ]

  /// Names of types, which generated documents have for examples.
  private static let placeholders: Set = ["string", "number", "integer", "boolean", "object", "array", "null"]

  private func replacing(_ names: [String: String], isExample: Bool, isCredential: Bool) -> JSONValue {
    switch self {
    case .string(let text): return isExample ? Self.replacing(text.value, names) ?? self : self
    case .number(let number):
      guard isExample, isCredential || number.text.utf8.count >= Self.longNumber, let name = names[number.text] else {
        return self
      }
      return SecretNumber.value(name)
    case .array(let elements):
      return .array(elements.map { $0.replacing(names, isExample: isExample, isCredential: isCredential) })
    case .object(var object):
      let isCredential = isCredential || object["in"] != nil && LiteralSecrets.isCredential(object.text("name") ?? "")
      for index in object.members.indices {
        let isInside = isExample || Self.exampleMembers.contains(object.members[index].key.value)
        object.members[index].value = object.members[index].value.replacing(
          names, isExample: isInside, isCredential: isCredential)
      }
      return .object(object)
    default: return self
    }
  }

  /// Digits of a number that hardly means anything but the secret.
  private static let longNumber = 6

  private static func replacing(_ text: String, _ names: [String: String]) -> JSONValue? {
    if let name = names[text] { return .string("{{\(name)}}") }
    guard let space = text.firstIndex(of: " ") else { return nil }
    let secret = String(text[text.index(after: space)...])
    return names[secret].map { .string(String(text[...space]) + "{{\($0)}}") }
  }
}

/// A secret number in a kept document. Replacing it with text would change its type.
enum SecretNumber {
  private static let member = "x-secret-number"

  static func value(_ name: String) -> JSONValue { .object([member: .string("{{\(name)}}")]) }

  /// The template in the place of a number; `nil` for other values.
  static func template(_ object: JSONObject) -> String? {
    object.members.count == 1 ? object[member]?.string : nil
  }
}
