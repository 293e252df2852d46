typealias JSON = JSONValue

extension JSON {
  /// Indented by two spaces, like httpbin.
  var pretty: String { text(indent: "\n") + "\n" }

  /// One line with a space after each comma and colon.
  var oneLine: String { text(indent: nil) }

  static func object(_ members: [(String, JSON)]) -> JSON {
    .object(JSONObject(members: members.map { JSONMember(key: JSONString($0.0), value: $0.1) }))
  }

  /// - Parameter indent: The line break before a value at this level; `nil` keeps everything on one line.
  private func text(indent: String?) -> String {
    let inner = indent.map { $0 + "  " }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      return Self.list("[", elements.map { $0.text(indent: inner) }, "]", indent)
    case .object(let object) where !object.members.isEmpty:
      let members = object.members.map { JSON.string($0.key.value).compact + ": " + $0.value.text(indent: inner) }
      return Self.list("{", members, "}", indent)
    // With minimal escapes.
    case .string(let text): return JSON.string(text.value).compact
    default: return compact
    }
  }

  private static func list(_ opening: String, _ items: [String], _ closing: String, _ indent: String?) -> String {
    guard let indent else { return opening + items.joined(separator: ", ") + closing }
    return opening + items.map { indent + "  " + $0 }.joined(separator: ",") + indent + closing
  }
}
