/// The rows of Postman's tables: `key`, `value`, `disabled`, `description`.
enum PostmanRows {
  /// - Parameter keepsMissingValue: Whether a row without a value stays a bare name, as in a query.
  static func row(_ source: JSONObject, keepsMissingValue: Bool = false) -> JSONObject {
    var row: JSONObject = ["name": .string(source.text("key") ?? source.text("name") ?? "")]
    if let value = source["value"], value != .null {
      row["value"] = .string(value.scalarText ?? value.compact)
    } else if !keepsMissingValue {
      row["value"] = ""
    }
    if isOff(source) { row["off"] = true }
    if let description = PostmanText.description(source["description"]) { row["description"] = .string(description) }
    if source.members.count > 2 {
      let rest = source.members.filter { !known.contains($0.key.value) && !$0.value.isEmpty }
      if !rest.isEmpty { row["x-postman"] = .object(JSONObject(members: rest)) }
    }
    return row
  }

  /// Members with a place of their own, and those with which Postman keeps house.
  private static let known: Set = [
    "key", "name", "value", "disabled", "enabled", "description", "type", "src", "contentType", "fileName", "equals",
    "id",
    "uuid", "warning", "system", "hasDescription", "send_as",
  ]

  static func isOff(_ source: JSONObject) -> Bool { source.flag("disabled") || source.text("enabled") == "false" }

  static func rows(_ value: JSONValue?) -> [JSONValue] {
    (value?.array ?? []).compactMap { $0.object.map { .object(row($0)) } }
  }

  /// Headers: an array of rows or of lines, or a block of lines.
  static func headers(_ value: JSONValue?, _ context: inout InterchangeContext) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    if let block = value.string { return lines(block.split { $0.isNewline }.map(String.init), &context) }
    guard let array = value.array else {
      context.note(.dropped, "Headers: they are \(value.kindName), not a list")
      return []
    }
    return array.flatMap { element -> [JSONValue] in
      if let object = element.object { return header(object, &context) }
      return element.string.map { lines([$0], &context) } ?? []
    }
  }

  private static func header(_ source: JSONObject, _ context: inout InterchangeContext) -> [JSONValue] {
    var header = row(source)
    guard header.text("name")?.isEmpty != false else { return [.object(header)] }
    // Postman does not send a header without a name.
    guard header["value"]?.isEmpty == false else { return [] }
    if header["off"] == nil { context.note(.changed, "A header without a name is off") }
    header["off"] = true
    return [.object(header)]
  }

  /// Lines such as `Accept: text/html`; `//` in front disables one.
  private static func lines(_ lines: [String], _ context: inout InterchangeContext) -> [JSONValue] {
    lines.compactMap { line in
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      guard !trimmed.isEmpty else { return nil }
      let isOff = trimmed.hasPrefix("//")
      let text = isOff ? trimmed.dropFirst(2).drop { $0 == " " || $0 == "\t" } : trimmed
      guard let colon = text.firstIndex(of: ":") else {
        context.note(.dropped, "Header \"\(text)\": it has no colon")
        return nil
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      var row: JSONObject = ["name": .string(String(text[..<colon])), "value": .string(String(value))]
      if isOff { row["off"] = true }
      return .object(row)
    }
  }
}
