extension JSONValue {
  /// The texts of a secret: its text as a variable, and the strings and long numbers of an object or an array, which a
  /// script may write in another layout. A variable keeps an object as its JSON.
  var secretTexts: Set<String> {
    var texts: Set<String> = [templateText]
    switch self {
    case .array, .object: addMembers(to: &texts)
    case .string(let string): Self.structure(in: string.value)?.addMembers(to: &texts)
    case .null, .bool, .number: break
    }
    texts.remove("")
    return texts
  }

  private static func structure(in text: String) -> JSONValue? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    return try? JSONText(text).value  // Any other text.
  }

  private func addMembers(to texts: inout Set<String>) {
    switch self {
    case .null, .bool: break
    case .number: if compact.utf8.count >= MaskingWeakness.strongLength { texts.insert(compact) }
    case .string(let string): texts.insert(string.value)
    case .array(let elements): for element in elements { element.addMembers(to: &texts) }
    case .object(let object): for member in object.members { member.value.addMembers(to: &texts) }
    }
  }
}
