// GraphQL bodies and the JSON that they are sent as.
extension RequestBody {
  /// The members of a GraphQL request that a GraphQL body has.
  private static var members: Set<String> { ["query", "variables", "operationName"] }

  /// Returns a GraphQL body for the JSON of a GraphQL request, and its JSON for a GraphQL body; `nil` for anything else.
  func convertedGraphQL(to kind: BodyKind) -> RequestBody? {
    if kind == .graphql, self.kind == .json || self.kind == .text { return Self.graphql(json: contentText) }
    guard self.kind == .graphql, isGraphQL else { return nil }
    if kind == .json { return graphQLRequest.map { .json(.object($0)) } }
    return kind == .text ? .text(graphQLText, type: BodyKind.json.mediaType) : nil
  }

  /// Whether text is the JSON of a GraphQL request, whatever else is in it.
  static func isGraphQLRequest(_ text: String) -> Bool { object(of: text)?["query"]?.string != nil }

  /// - Returns: `nil` for JSON with more than a GraphQL body can hold.
  private static func graphql(json text: String) -> RequestBody? {
    guard let object = object(of: text), let query = object["query"]?.string else { return nil }
    let given = object.members.filter { $0.value != .null }
    guard Set(given.map(\.key.value)).isSubset(of: members) else { return nil }
    let (variables, operation) = (object["variables"] ?? .null, object["operationName"] ?? .null)
    guard variables == .null || variables.object != nil, operation == .null || operation.string != nil else {
      return nil
    }
    return .graphql(query: query, variables: variables == .null ? nil : variables, operation: operation.string)
  }

  private static func object(of text: String) -> JSONObject? {
    (try? JSONText(JSONComments.removed(from: text) ?? text).value)?.object
  }

  /// Whether the query is not other text, such as JSON that became the query of an empty body.
  private var isGraphQL: Bool {
    if self["variables"] != nil || !text("operationName").isEmpty { return true }
    return !text("query").isEmpty && (try? JSONText(text("query"))) == nil
  }

  /// The JSON that is sent; `nil` if the variables are text that is not JSON.
  private var graphQLRequest: JSONObject? {
    var request = graphQLRequestWithoutVariables
    guard let variables = self["variables"] else { return request }
    guard let text = variables.string else {
      request["variables"] = variables
      return request
    }
    guard let value = try? JSONText(JSONComments.removed(from: text) ?? text).value else { return nil }
    request["variables"] = value
    return request
  }

  private var graphQLRequestWithoutVariables: JSONObject {
    var request: JSONObject = ["query": .string(text("query"))]
    if !text("operationName").isEmpty { request["operationName"] = .string(text("operationName")) }
    return request
  }

  /// The JSON as text. Variables that are not JSON before their templates are replaced stay as they are.
  private var graphQLText: String {
    if let request = graphQLRequest { return RequestBody.json(.object(request)).contentText }
    let rows = graphQLRequestWithoutVariables.members.map { member in
      "  \(JSONValue.string(member.key.value).compact): \(member.value.compact)"
    }
    return "{\n" + (rows + ["  \"variables\": " + text("variables")]).joined(separator: ",\n") + "\n}"
  }
}
