/// The rows of Bruno's tables: `name`, `value`, `enabled`, `description`.
enum BrunoRows {
  static func row(_ source: JSONObject) -> JSONObject {
    var row: JSONObject = ["name": .string(source.text("name") ?? "")]
    row["value"] = .string(source["value"]?.compactText ?? "")
    if isOff(source) { row["off"] = true }
    if let description = description(source) { row["description"] = .string(description) }
    if let annotations = source["annotations"], !annotations.isEmpty {
      row["x-bruno"] = ["annotations": annotations]
    }
    return row
  }

  static func isOff(_ source: JSONObject) -> Bool {
    source["enabled"]?.scalarText == "false" || source.flag("disabled")
  }

  static func description(_ source: JSONObject) -> String? {
    let text = source.text("description") ?? source["description"]?.object?.text("content")
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  static func rows(_ value: JSONValue?) -> [JSONValue] {
    (value?.array ?? []).compactMap { $0.object.map { .object(row($0)) } }
  }

  // MARK: Writing

  static func written(_ row: JSONObject) -> JSONObject {
    var result: JSONObject = [
      "name": .string(row.text("name") ?? ""),
      "value": .string(row["value"]?.compactText ?? ""),
      "enabled": .bool(row["off"]?.bool != true),
    ]
    if let description = row.text("description") { result["description"] = .string(description) }
    if let annotations = row["x-bruno"]?.object?["annotations"] { result["annotations"] = annotations }
    return result
  }

  static func written(_ value: JSONValue?) -> [JSONValue] {
    (value?.array ?? []).compactMap { $0.object.map { .object(written($0)) } }
  }
}

/// Text of documents: one line as a string, more as an array.
enum BrunoText {
  static func lines(_ value: JSONValue?) -> String? {
    let text = value?.array?.map { $0.scalarText ?? "" }.joined(separator: "\n") ?? value?.scalarText
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
