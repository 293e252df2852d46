internal import RequestModel

/// Variables of collections, folders and environments.
enum PostmanVariables {
  /// - Parameter secrets: Gets the values of secret variables, which are not in the rows.
  static func rows(
    _ value: JSONValue?, _ secrets: inout [PortableSecret], _ context: inout InterchangeContext
  ) -> [JSONValue] {
    var rows: [JSONValue] = []
    for value in value?.array ?? [] {
      guard let source = value.object, let name = source.text("key") ?? source.text("id") ?? source.text("name") else {
        context.note(.dropped, "A variable without a name")
        continue
      }
      let isSecret = source.text("type") == "secret" || source.flag("secret")
      let isOff = PostmanRows.isOff(source)
      let value = typed(source, keepsNull: context.isSentAsIs)
      if isSecret, !value.isEmpty {
        add(PortableSecret(name: name, value: value.templateText), isOff: isOff, to: &secrets)
      }
      var row = row(source, name, isSecret ? nil : value, isOff: isOff)
      if context.isSentAsIs, let type = source.text("type"), casts.contains(type) {
        row["x-postman"] = ["type": .string(type)]
      }
      rows.append(.object(row))
    }
    return rows
  }

  /// Of several secrets of a name, the last one that is not off counts.
  private static func add(_ secret: PortableSecret, isOff: Bool, to secrets: inout [PortableSecret]) {
    if let index = secrets.firstIndex(where: { $0.name.isExactly(secret.name) }) {
      if !isOff { secrets[index] = secret }
    } else {
      secrets.append(secret)
    }
  }

  /// - Parameter value: `nil` for a secret.
  private static func row(_ source: JSONObject, _ name: String, _ value: JSONValue?, isOff: Bool) -> JSONObject {
    var row: JSONObject = ["name": .string(name)]
    row["value"] = value
    if isOff { row["off"] = true }
    if value == nil { row["secret"] = true }
    if let description = PostmanText.description(source["description"]) { row["description"] = .string(description) }
    return row
  }

  /// The value, with the kind that its `type` says: Postman writes numbers as text.
  private static func typed(_ source: JSONObject, keepsNull: Bool) -> JSONValue {
    guard let value = source["value"], keepsNull || value != .null else { return "" }
    guard let text = value.string, let type = source.text("type"), kinds.contains(type),
      let parsed = try? JSONText(text).value, parsed.string == nil, parsed != .null
    else { return value }
    return parsed
  }

  private static let kinds: Set = ["number", "boolean", "array", "object"]

  /// The types that values set by scripts are converted to.
  private static let casts = kinds.union(["string"])
}
