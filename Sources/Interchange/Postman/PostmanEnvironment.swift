/// An environment or the globals of Postman; a bare list of values, as newman accepts it, too.
enum PostmanEnvironment {
  /// The list of values, if `json` is an environment.
  static func values(_ json: JSONValue) -> [JSONValue]? {
    if let list = json.array, !list.isEmpty, list.allSatisfy({ $0.object?["key"] != nil }) { return list }
    return object(of: json)?["values"]?.array
  }

  static func read(_ json: JSONValue, _ values: [JSONValue], stem: String?) -> ImportResult {
    var context = InterchangeContext()
    var result = ImportResult()
    let environment = environment(json, values, stem: stem, &context)
    if object(of: json)?.text("_postman_variable_scope") == "globals" {
      result.globals = environment.document["variables"]?.array ?? []
      for secret in environment.secrets {
        context.note(.dropped, "The value of \(secret.name): give each collection its own with workbench secret set")
      }
    } else {
      result.environments = [environment]
    }
    result.notes = context.notes
    return result
  }

  /// The environment, or the globals as one.
  static func environment(_ json: JSONValue, _ values: [JSONValue], stem: String?) -> PortableEnvironment {
    var context = InterchangeContext()
    return environment(json, values, stem: stem, &context)
  }

  static func object(of json: JSONValue) -> JSONObject? {
    json.object.map { $0["environment"]?.object ?? $0 }
  }

  private static func environment(
    _ json: JSONValue, _ values: [JSONValue], stem: String?, _ context: inout InterchangeContext
  ) -> PortableEnvironment {
    let object = object(of: json)
    var environment = PortableEnvironment(name: object?.text("name") ?? stem ?? "imported", document: JSONObject())
    let named = values.filter { $0.object?.text("key") != "" }
    var secrets = PostmanSecrets()
    let rows = PostmanVariables.rows(.array(named), &secrets, &context)
    environment.secrets = secrets.all
    environment.document["variables"] = .array(rows)
    PostmanRemainder.apply(object ?? JSONObject(), to: &environment.document) {
      (try? Environment(name: "", document: $0)) != nil
    }
    return environment
  }
}
