/// Saved responses.
enum PostmanExamples {
  /// - Parameter original: Makes a document of the request that was sent.
  static func read(
    _ value: JSONValue?, _ context: inout InterchangeContext, original: (JSONValue) -> JSONObject
  ) -> [JSONValue] {
    (value?.array ?? []).enumerated().compactMap { number, value in
      guard let response = value.object else {
        if value != .null { context.note(.dropped, "Example \(number + 1) is \(value.kindName), not an object") }
        return nil
      }
      var example = example(response, number: number + 1, &context)
      var rest = PostmanExtras.rest(of: response, known: known)
      if let request = response["originalRequest"], !request.isEmpty {
        rest["originalRequest"] = .object(original(request))
      }
      if !rest.members.isEmpty { example["x-postman"] = .object(rest) }
      return .object(example)
    }
  }

  private static func example(_ response: JSONObject, number: Int, _ context: inout InterchangeContext) -> JSONObject {
    let name = response.filledText("name") ?? "Example \(number)"
    var example: JSONObject = ["name": .string(name)]
    // Postman saves failed requests as responses without a code.
    if let code = response.text("code").flatMap(Int.init), (100...599).contains(code) {
      example["status"] = .number(code)
    }
    if let reason = response.filledText("status") { example["reason"] = .string(reason) }
    example["headers"] = PostmanRows.headers(response["header"], &context).asMember
    // The first versions of the format had another name for it.
    let body = response["body"]?.exactLines ?? response["data"]?.exactLines
    if let body, !body.isEmpty { example["body"] = body }
    return example
  }

  /// The preview is made out by the type of the response.
  private static let known = [
    "name", "code", "status", "header", "body", "data", "originalRequest", "_postman_previewlanguage",
    "_postman_previewtype",
  ]
}
