/// The body of a Postman request. Several modes may have data; only the one selected by `mode` is sent.
package enum PostmanBody {
  /// The member of a request's `x-postman` that says that Postman leaves out its body with some methods.
  package static let pruningMark = "prunesBody"

  /// Whether Postman removes the body of a request with this method by default.
  package static func isPruned(method: String) -> Bool {
    ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"].contains(method.uppercased())
  }

  /// Whether `protocolProfileBehavior` tells to send such a body; `nil` if it says nothing.
  static func keepsBodies(_ behavior: JSONValue?) -> Bool? {
    behavior?.object?.text("disableBodyPruning").map { $0 == "true" || $0 == "1" }
  }

  static func hasContent(_ body: JSONValue) -> Bool {
    guard let object = body.object, let mode = object.text("mode"), let data = object[mode] else { return false }
    return !data.isEmpty
  }

  /// The body without members that older versions of the format add to each row.
  static func cleaned(_ body: JSONValue) -> JSONValue {
    guard let object = body.object else { return body }
    return .object(object.mapValues { value in value.array.map { .array($0.map(cleanedRow)) } ?? value })
  }

  private static func cleanedRow(_ row: JSONValue) -> JSONValue {
    guard let row = row.object else { return row }
    return .object(
      JSONObject(
        members: row.members.filter { member in
          !(member.key.means("enabled") && member.value == true
            || member.key.means("description") && member.value.isEmpty)
        }))
  }

  /// - Parameters:
  ///   - contentType: The media type in a header; `nil` without one.
  ///   - keepsText: Whether JSON stays text with all its members, comments and commas.
  ///   - keepsEmptyForm: Whether a form without rows is a body, to which OAuth 1 adds parameters.
  static func read(
    _ value: JSONValue?, contentType: String?, keepsText: Bool = false, keepsEmptyForm: Bool = false,
    _ context: inout InterchangeContext
  ) -> JSONValue? {
    // A string is a raw body.
    let body = value?.object ?? value?.string.map { ["mode": "raw", "raw": .string($0)] } ?? JSONObject()
    let mode = body.text("mode") ?? ""
    let data = body[mode]
    switch mode {
    case "", "none": return nil
    case "raw": return raw(body, contentType, keepsText: keepsText, &context)
    case "urlencoded":
      let rows = form(data)
      return rows.isEmpty && !keepsEmptyForm ? nil : ["form": .array(rows)]
    case "formdata":
      let rows = parts(data, &context)
      return rows.isEmpty ? nil : ["multipart": .array(rows)]
    case "file": return file(data, &context)
    case "graphql": return graphql(data)
    default:
      context.note(.dropped, "Body: its mode \"\(mode)\" is unknown")
      return nil
    }
  }

  private static func raw(
    _ body: JSONObject, _ contentType: String?, keepsText: Bool, _ context: inout InterchangeContext
  ) -> JSONValue? {
    let text = body["raw"]?.bodyText ?? ""
    let language = language(body)
    guard !text.isEmpty || language != nil else { return nil }
    let isJSON = language == "json" || language == nil && contentType?.lowercased().contains("json") == true
    if language == "json", !keepsText, let json = JSONBodyText.value(of: text) { return ["json": json] }
    var result: JSONObject = ["text": body["raw"]?.exactLines ?? .exactLines(text)]
    if keepsText {
      // The language says whether comments are removed.
      if contentType == nil || language != nil { result["type"] = .string(type(language)) }
    } else if isJSON, JSONBodyText.hasComments(text) {
      result["type"] = "application/json"
      JSONBodyText.noteDifferences(of: text, from: "Postman", &context)
    } else if contentType == nil, !isJSON || !JSONBodyText.isSentShortened(text) {
      // A header of the request counts more than the language.
      result["type"] = .string(type(language))
    }
    return .object(result)
  }

  private static func language(_ body: JSONObject) -> String? {
    body["options"]?.object?["raw"]?.object?.text("language")
  }

  private static func type(_ language: String?) -> String { language.flatMap { types[$0] } ?? "text/plain" }

  /// The header for JSON that would lose its last commas if the body had the type; `nil` for other bodies.
  ///
  /// - Parameter body: The body that was read of `source`, of a request without such a header.
  static func missingHeader(of body: JSONValue, _ source: JSONValue?) -> JSONValue? {
    guard let source = source?.object, source.text("mode") == "raw", language(source) == "json",
      body.object?["text"] != nil, body.object?["type"] == nil
    else { return nil }
    return ["name": "Content-Type", "value": "application/json"]
  }

  private static let types = [
    "json": "application/json", "xml": "application/xml", "html": "text/html", "javascript": "application/javascript",
    "text": "text/plain",
  ]

  private static func form(_ value: JSONValue?) -> [JSONValue] {
    if let text = value?.string {
      return URLQuery.decoded(text).map { .object(["name": .string($0.name), "value": .string($0.value)]) }
    }
    return PostmanRows.rows(value)
  }

  private static func parts(_ value: JSONValue?, _ context: inout InterchangeContext) -> [JSONValue] {
    func files(_ source: JSONObject) -> [String] {
      source["src"]?.array?.compactMap(\.string) ?? source.text("src").map { [$0] } ?? []
    }
    return MultipartParts.rows(
      value, fileName: "fileName", row: { PostmanRows.row($0) }, files: files, &context)
  }

  private static func file(_ value: JSONValue?, _ context: inout InterchangeContext) -> JSONValue? {
    if let content = value?.object?.text("content") { return ["text": .exactLines(content)] }
    guard let path = value?.string ?? value?.object?.text("src"), !path.isEmpty else {
      context.note(.dropped, "Body: no file was chosen")
      return nil
    }
    return ["file": .string(path)]
  }

  private static func graphql(_ value: JSONValue?) -> JSONValue? {
    let source = value?.object ?? value?.string.flatMap { try? JSONText($0).value.object } ?? JSONObject()
    return source.graphQLBody(query: .exactLines(source.text("query") ?? ""))
  }
}

extension JSONObject {
  /// The body of a GraphQL request with these `variables`, which may be JSON in a text, and this `operationName`.
  func graphQLBody(query: JSONValue) -> JSONValue {
    var graphql: JSONObject = ["query": query]
    if let variables = self["variables"], !variables.isEmpty { graphql["variables"] = variables.asGraphQLVariables }
    if let operation = filledText("operationName") { graphql["operationName"] = .string(operation) }
    return ["graphql": .object(graphql)]
  }
}

extension JSONValue {
  /// The JSON of a text. A text with templates stays a text, as it is JSON only once they are replaced.
  var asGraphQLVariables: JSONValue {
    guard let text = string, Template(text).isPlainText, let json = try? JSONText(text).value else { return self }
    return json
  }
}
