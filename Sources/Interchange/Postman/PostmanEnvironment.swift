internal import RequestModel

/// An environment or the globals of Postman; a bare list of values, as newman accepts it, too.
enum PostmanEnvironment {
  /// The list of values, if `json` is an environment.
  static func values(_ json: JSONValue) -> [JSONValue]? {
    if let list = json.array, !list.isEmpty, list.allSatisfy({ $0.object?["key"] != nil }) { return list }
    guard let object = json.object else { return nil }
    return (object["environment"]?.object ?? object)["values"]?.array
  }

  static func read(_ json: JSONValue, _ values: [JSONValue], stem: String?) -> ImportResult {
    let object = json.object.map { $0["environment"]?.object ?? $0 }
    var context = ImportContext()
    var result = ImportResult()
    var environment = ImportedEnvironment(name: object?.text("name") ?? stem ?? "imported", document: JSONObject())
    var rows: [JSONValue] = []
    for value in values {
      guard let source = value.object, let name = source.text("key"), !name.isEmpty else {
        if value.object?.text("key") != "" { context.note(.dropped, "A variable without a name") }
        continue
      }
      var row = PostmanVariables.row(source, name)
      if source.text("type") == "secret" {
        environment.secrets.append(ImportedSecret(name: name, value: row["value"]?.scalarText ?? ""))
        row["value"] = nil
        row["secret"] = true
      }
      rows.append(.object(row))
    }
    environment.document["variables"] = .array(rows)
    if object?.text("_postman_variable_scope") == "globals" {
      result.globals = rows
    } else {
      result.environments = [environment]
    }
    result.notes = context.notes
    return result
  }
}
