internal import RequestModel

/// The body of a Postman request. Several modes may have data; only that of `mode` is sent.
enum PostmanBody {
  /// Whether Postman leaves out the body of a request with this method.
  static func isPruned(method: String, _ behavior: JSONValue?) -> Bool {
    let pruning: Set = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]
    return pruning.contains(method.uppercased()) && behavior?.object?.flag("disableBodyPruning") != true
  }

  static func hasContent(_ body: JSONValue) -> Bool {
    guard let object = body.object, let mode = object.text("mode"), let data = object[mode] else { return false }
    return !data.isEmpty
  }

  static func read(_ value: JSONValue?, hasContentType: Bool, _ context: inout InterchangeContext) -> JSONValue? {
    guard let body = value?.object, !body.members.isEmpty else { return nil }
    let mode = body.text("mode") ?? ""
    let data = body[mode]
    if body.flag("disabled") {
      context.note(.dropped, "Body: it is disabled")
      return nil
    }
    switch mode {
    case "", "none": return nil
    case "raw": return raw(body, hasContentType: hasContentType)
    case "urlencoded":
      let rows = form(data)
      return rows.isEmpty ? nil : ["form": .array(rows)]
    case "formdata":
      let rows = parts(data, &context)
      return rows.isEmpty ? nil : ["multipart": .array(rows)]
    case "file": return file(data, &context)
    case "graphql": return graphql(data, &context)
    default:
      context.note(.dropped, "Body: its mode \"\(mode)\" is unknown")
      return nil
    }
  }

  private static func raw(_ body: JSONObject, hasContentType: Bool) -> JSONValue? {
    let text = body["raw"].map { $0.scalarText ?? ($0 == .null ? "" : $0.rendered()) } ?? ""
    let language = body["options"]?.object?["raw"]?.object?.text("language")
    guard !text.isEmpty || language != nil else { return nil }
    if language == "json", !text.contains("{{"), let json = json(text) { return ["json": json] }
    var result: JSONObject = ["text": .textLines(text)]
    // A header of the request counts more than the language.
    if !hasContentType { result["type"] = .string(language.flatMap { types[$0] } ?? "text/plain") }
    return .object(result)
  }

  /// The text as JSON; comments are removed as Postman does before it sends.
  private static func json(_ text: String) -> JSONValue? {
    if let json = try? JSONText(text).value { return json }
    return try? JSONText(JSONComments.removed(from: text)).value
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
    var parts: [JSONValue] = []
    for source in (value?.array ?? []).compactMap(\.object) {
      var row = PostmanRows.row(source)
      if let type = source.text("contentType"), !type.isEmpty { row["type"] = .string(type) }
      guard source.text("type") == "file" else {
        parts.append(.object(row))
        continue
      }
      row["value"] = nil
      if let name = source.text("fileName"), !name.isEmpty { row["filename"] = .string(name) }
      let files = source["src"]?.array?.compactMap(\.string) ?? source.text("src").map { [$0] } ?? []
      if files.isEmpty { context.note(.changed, "Part \"\(row.text("name") ?? "")\": no file was chosen") }
      for file in files.isEmpty ? [""] : files {
        row["file"] = .string(file)
        parts.append(.object(row))
      }
    }
    return parts
  }

  private static func file(_ value: JSONValue?, _ context: inout InterchangeContext) -> JSONValue? {
    if let content = value?.object?.text("content") { return ["text": .textLines(content)] }
    guard let path = value?.string ?? value?.object?.text("src"), !path.isEmpty else {
      context.note(.dropped, "Body: no file was chosen")
      return nil
    }
    return ["file": .string(path)]
  }

  private static func graphql(_ value: JSONValue?, _ context: inout InterchangeContext) -> JSONValue? {
    let source = value?.object ?? value?.string.flatMap { try? JSONText($0).value.object } ?? JSONObject()
    var graphql: JSONObject = ["query": .textLines(source.text("query") ?? "")]
    if let variables = source["variables"], !variables.isEmpty {
      let text = variables.string
      graphql["variables"] = text.map { text in (try? JSONText(text).value) ?? .string(text) } ?? variables
    }
    if let operation = source.text("operationName"), !operation.isEmpty {
      context.note(.dropped, "GraphQL: the operation name \"\(operation)\"")
    }
    return ["graphql": .object(graphql)]
  }
}

/// Comments in JSON, which some tools allow.
enum JSONComments {
  /// The text without `//` and `/* */` comments outside of strings.
  static func removed(from text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isInString {
        result.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          result.append(next)
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        continue
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) {
          index += 1
        }
        index += 1
      } else {
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
