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
    var context = InterchangeContext()
    var result = ImportResult()
    var environment = PortableEnvironment(name: object?.text("name") ?? stem ?? "imported", document: JSONObject())
    let named = values.filter { $0.object?.text("key") != "" }
    let rows = PostmanVariables.rows(.array(named), &environment.secrets, &context)
    environment.document["variables"] = .array(rows)
    PostmanRemainder.apply(object ?? JSONObject(), to: &environment.document) {
      (try? Environment(name: "", document: $0)) != nil
    }
    if object?.text("_postman_variable_scope") == "globals" {
      result.globals = rows
      for secret in environment.secrets {
        context.note(.dropped, "The value of \(secret.name): give each collection its own with workbench secret set")
      }
    } else {
      result.environments = [environment]
    }
    result.notes = context.notes
    return result
  }
}
