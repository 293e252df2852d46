extension BodyKind {
  /// The JSON of "GraphQL over HTTP".
  package static let graphql = BodyKind(
    "graphql", "GraphQL", "A GraphQL query.", mediaType: "application/json", isNested: true,
    fields: [
      Field("query", "Query", "The query: one string, or one string a line.", .lines(.graphql), defaultValue: ""),
      Field(
        "variables", "Variables",
        "The query's variables; a string becomes JSON once the {{variables}} in it are replaced.",
        .json(keepsBrokenText: true)),
    ]
  ) { values, _ throws(Failure) in
    var content: JSONObject = ["query": .string(values["query"])]
    if let variables = values.json("variables") { content["variables"] = try json(of: variables) }
    return .text(JSONValue.object(content).compact, contentType: "application/json")
  }

  private static func json(of variables: JSONValue) throws(Failure) -> JSONValue {
    guard let text = variables.string else { return variables }
    do {
      return try JSONText(text).value
    } catch {
      throw Failure(.unprepared, "The GraphQL variables are not JSON at \(error)")
    }
  }
}

extension RequestBody {
  package static func graphql(query: String, variables: JSONValue?) -> RequestBody {
    RequestBody(.graphql, ["query": .string(query), "variables": variables])
  }
}
