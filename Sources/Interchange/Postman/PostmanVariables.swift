/// Variables of collections, folders and environments.
enum PostmanVariables {
  /// - Parameter secrets: Gets the values of secret variables, which are not in the rows.
  static func rows(
    _ value: JSONValue?, _ secrets: inout PostmanSecrets, _ context: inout InterchangeContext
  ) -> [JSONValue] {
    (value?.array ?? []).compactMap { value -> JSONValue? in
      guard let source = value.object, let name = source.text("key") ?? source.text("id") ?? source.text("name") else {
        context.note(.dropped, "A variable without a name")
        return nil
      }
      let isSecret = source.text("type") == "secret" || source.flag("secret")
      let isOff = PostmanRows.isOff(source)
      let value = typed(source)
      if !isSecret { noteText(of: value, name, &context) }
      if isSecret, !value.isEmpty {
        secrets.add(PortableSecret(name: name, value: value.templateText), isOff: isOff)
      }
      var row = row(source, name, isSecret ? nil : value, isOff: isOff)
      if context.isSentAsIs, let type = source.text("type"), casts.contains(type) {
        row["x-postman"] = ["type": .string(type)]
      }
      return .object(row)
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

  /// The value, with the kind that its `type` says: Postman writes numbers as text. `null` is a value, and in text the
  /// word; only a value that is missing is empty.
  private static func typed(_ source: JSONObject) -> JSONValue {
    guard let value = source["value"] else { return "" }
    guard let text = value.string, let type = source.text("type"), kinds.contains(type),
      let parsed = try? JSONText(text).value, parsed.string == nil, parsed != .null
    else { return value }
    return parsed
  }

  /// Notes values that Postman formats differently within text. They keep their type, for use in JSON.
  private static func noteText(of value: JSONValue, _ name: String, _ context: inout InterchangeContext) {
    guard !context.isSentAsIs else { return }
    let text = value.object == nil ? value.asInPostman.templateText : "[object Object]"
    guard !text.isExactly(value.templateText) else { return }
    let own = value.templateText.prefix(40)
    context.note(.changed, "Variable \"\(name)\": in text it is \(own), and in Postman \(text.prefix(40))")
  }

  private static let kinds: Set = ["number", "boolean", "array", "object"]

  /// The types that values set by scripts are converted to.
  private static let casts = kinds.union(["string"])
}

/// The values of secret variables, one for each name.
struct PostmanSecrets {
  private(set) var all: [PortableSecret] = []
  private var places: [ExactText: Int] = [:]

  /// Of several secrets of a name, the last one that is not off counts.
  mutating func add(_ secret: PortableSecret, isOff: Bool) {
    guard let index = places[ExactText(secret.name)] else {
      places[ExactText(secret.name)] = all.count
      return all.append(secret)
    }
    if !isOff { all[index] = secret }
  }
}
