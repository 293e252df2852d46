extension BodyKind {
  /// The JSON request of the GraphQL over HTTP specification.
  package static let graphql = BodyKind(
    "graphql", "GraphQL", "A GraphQL query.", mediaType: "application/json", isNested: true,
    fields: [
      Field("query", "Query", "The query: a string, or an array of lines.", .lines(.graphql), defaultValue: ""),
      Field(
        "variables", "Variables",
        "The query's variables: any JSON, or a string that is parsed as JSON after its {{variables}} are replaced.",
        .json(keepsBrokenText: true)),
      Field("operationName", "Operation", "The operation to run, if the query has several.", textAbove: "query"),
    ],
    warning: warningOfRequest
  ) { values, _ throws(Failure) in
    var content: JSONObject = ["query": .string(values["query"])]
    let operation = values["operationName"]
    if !operation.isEmpty { content["operationName"] = .string(operation) }
    if let variables = values.json("variables") { content["variables"] = try json(of: variables) }
    return .text(JSONValue.object(content).compact, contentType: "application/json")
  }

  /// JSON with more than a GraphQL body has, such as `extensions`, stays as it is when the kind becomes GraphQL.
  @Sendable private static func warningOfRequest(_ body: RequestBody) -> String? {
    let query = body.text("query")
    // The form asks on every change.
    guard query.utf8.count < 32_768, query.first(where: { !$0.isWhitespace }) == "{",
      RequestBody.isGraphQLRequest(query)
    else { return nil }
    return "The query is the JSON of a GraphQL request, and would be sent inside another: change the kind to JSON"
  }

  private static func json(of variables: JSONValue) throws(Failure) -> JSONValue {
    guard let text = variables.string else { return variables }
    do {
      return try JSONText(JSONComments.removed(from: text) ?? text).value
    } catch {
      throw Failure(.unprepared, "The GraphQL variables are not valid JSON: \(error)")
    }
  }
}

extension RequestBody {
  package static func graphql(query: String, variables: JSONValue?, operation: String? = nil) -> RequestBody {
    RequestBody(
      .graphql,
      ["query": .string(query), "variables": variables, "operationName": operation.map { .string($0) }])
  }
}
