/// Writes variables as the nested JSON of an environment.
struct InsomniaDataWriter {
  /// The values of secret variables; empty if they are not to be written.
  let secrets: [PortableSecret]

  func data(_ rows: [JSONValue], _ templates: inout InsomniaTemplateWriter) -> JSONObject {
    var data = JSONObject()
    for row in rows.compactMap(\.object) {
      guard let name = row.filledText("name") else { continue }
      if row.flag("off") {
        templates.context.note(.dropped, "Variable \"\(name)\": it is off")
        continue
      }
      let value = value(row, name, &templates)
      // Where a part of the path is a value already, under the whole name.
      if !Self.place(value, at: Self.segments(name)[...], in: &data) { data[name] = value }
    }
    return data
  }

  private func value(_ row: JSONObject, _ name: String, _ templates: inout InsomniaTemplateWriter) -> JSONValue {
    if let question = row.text("prompt") {
      let quoted = InsomniaTemplateWriter.quoted
      let standard = Template.unescaping(row["value"]?.templateText ?? "")
      return .string("{% prompt \(quoted(question)), '', \(quoted(standard)), '', \(row.flag("secret")), true %}")
    }
    for member in ["fromCommand", "fromDotenv", "fromEnvironment"] where row[member] != nil {
      templates.context.note(.dropped, "Variable \"\(name)\": its source \"\(member)\" has no equivalent")
    }
    if row.flag("secret") {
      let value = secrets.first { $0.name == name }?.value ?? ""
      return .string(templates.text(value))
    }
    return templates.json(row["value"] ?? "")
  }

  /// The parts of a name between dots; the name itself where one would be empty.
  static func segments(_ name: String) -> [String] {
    let parts = name.parts(separatedBy: ".")
    return parts.contains("") || parts.count > 20 ? [name] : parts
  }

  /// Sets a value in nested objects, unless one of them is a value already.
  private static func place(_ value: JSONValue, at path: ArraySlice<String>, in data: inout JSONObject) -> Bool {
    guard let first = path.first else { return false }
    if path.count == 1 {
      guard data[first] == nil else { return false }
      data[first] = value
      return true
    }
    guard data[first] == nil || data[first]?.object != nil else { return false }
    var inner = data[first]?.object ?? JSONObject()
    guard place(value, at: path.dropFirst(), in: &inner) else { return false }
    data[first] = .object(inner)
    return true
  }
}
