internal import RequestModel

/// `protocolProfileBehavior`: how Postman sends a request.
enum PostmanOptions {
  static func read(_ value: JSONValue?, _ context: inout InterchangeContext) -> JSONValue? {
    var options = JSONObject()
    for member in value?.object?.members ?? [] where !member.value.isEmpty {
      let name = member.key.value
      if let (ours, converted) = option(name, member.value) {
        options[ours] = converted
      } else {
        context.note(.dropped, "Option \(name) has no equivalent")
      }
    }
    return options.members.isEmpty ? nil : .object(options)
  }

  private static func option(_ name: String, _ value: JSONValue) -> (String, JSONValue)? {
    switch name {
    case "strictSSL": value.bool.map { ("verifyTLS", .bool($0)) }
    case "followRedirects": value.bool.map { ("followRedirects", .bool($0)) }
    case "maxRedirects": value.number.map { ("maxRedirects", .number($0)) }
    case "disableCookies": value.bool.map { ("cookies", .bool(!$0)) }
    case "followAuthorizationHeader": value.bool.map { ("followAuthorization", .bool($0)) }
    case "disableUrlEncoding": value.bool.map { ("urlAsIs", .bool($0)) }
    case "protocolVersion": versions[value.string ?? ""].map { ("http", .string($0)) }
    default: nil
    }
  }

  private static let versions = ["http1": "1.1", "http2": "2", "auto": "auto"]
}

/// Scripts before a request (`prerequest`) and after its response (`test`).
enum PostmanScripts {
  static func read(_ value: JSONValue?, _ context: inout InterchangeContext) -> JSONValue? {
    var scripts = JSONObject()
    for event in (value?.array ?? []).compactMap(\.object) {
      guard let listen = event.text("listen"), let member = members[listen] else {
        context.note(.dropped, "Script for the event \"\(event.text("listen") ?? "")\"")
        continue
      }
      let script = event["script"]?.object
      if let source = script?["src"], !source.isEmpty {
        context.note(.dropped, "Script \(listen): its source is elsewhere")
      }
      let lines = lines(script?["exec"] ?? event["script"])
      guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { continue }
      if event.flag("disabled") {
        context.note(.dropped, "Script \(listen): it is disabled")
        continue
      }
      let earlier = scripts[member]?.array ?? []
      scripts[member] = .array(earlier + lines.map(JSONValue.string))
    }
    return scripts.members.isEmpty ? nil : .object(scripts)
  }

  private static let members = ["prerequest": "preRequest", "test": "postResponse"]

  private static func lines(_ value: JSONValue?) -> [String] {
    let texts = value?.array?.compactMap(\.scalarText) ?? value?.string.map { [$0] } ?? []
    return texts.flatMap { $0.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init) }
  }
}

/// Saved responses.
enum PostmanExamples {
  static func read(_ value: JSONValue?, _ context: inout InterchangeContext) -> [JSONValue] {
    (value?.array ?? []).enumerated().compactMap { number, value in
      guard let response = value.object else {
        if value != .null { context.note(.dropped, "Example \(number + 1) is \(value.kindName), not an object") }
        return nil
      }
      return .object(example(response, number: number + 1, &context))
    }
  }

  private static func example(_ response: JSONObject, number: Int, _ context: inout InterchangeContext) -> JSONObject {
    let name = response.text("name").flatMap { $0.isEmpty ? nil : $0 } ?? "Example \(number)"
    var example: JSONObject = ["name": .string(name)]
    // Postman saves failed requests as responses without a code.
    if let code = response["code"]?.number.flatMap({ Int($0.text) }), (100...599).contains(code) {
      example["status"] = .number(code)
    }
    if let reason = response.text("status"), !reason.isEmpty { example["reason"] = .string(reason) }
    let headers = PostmanRows.headers(response["header"], &context)
    if !headers.isEmpty { example["headers"] = .array(headers) }
    if let body = response.text("body"), !body.isEmpty { example["body"] = .textLines(body) }
    let known = ["name", "code", "status", "header", "body"]
    if let rest = PostmanExtras.rest(of: response, known: known) { example["x-postman"] = rest }
    return example
  }
}

/// Variables of collections, folders and environments.
enum PostmanVariables {
  /// - Parameter secrets: Gets the values of secret variables, which are not in the rows.
  static func rows(
    _ value: JSONValue?, _ secrets: inout [PortableSecret], _ context: inout InterchangeContext
  ) -> [JSONValue] {
    var rows: [JSONValue] = []
    for value in value?.array ?? [] {
      guard let source = value.object, let name = source.text("key") ?? source.text("id") ?? source.text("name") else {
        context.note(.dropped, "A variable without a name")
        continue
      }
      var row = row(source, name)
      if source.text("type") == "secret" {
        if let text = row["value"]?.templateText, !text.isEmpty {
          secrets.append(PortableSecret(name: name, value: text))
        }
        row["value"] = nil
        row["secret"] = true
      }
      rows.append(.object(row))
    }
    return rows
  }

  static func row(_ source: JSONObject, _ name: String) -> JSONObject {
    var row: JSONObject = ["name": .string(name), "value": typed(source)]
    if source.flag("disabled") || source["enabled"]?.bool == false { row["off"] = true }
    if let description = PostmanText.description(source["description"]) { row["description"] = .string(description) }
    return row
  }

  /// The value, with the kind that its `type` says: Postman writes numbers as text.
  private static func typed(_ source: JSONObject) -> JSONValue {
    guard let value = source["value"], value != .null else { return "" }
    guard let text = value.string, let type = source.text("type"), ["number", "boolean"].contains(type),
      let parsed = try? JSONText(text).value, parsed.number != nil || parsed.bool != nil
    else { return value }
    return parsed
  }
}
