/// WebSockets of Bruno: the blocks `ws` and `body:ws` of `.bru`, `websocket` of YAML, `ws-request` of its JSON.
///
/// They have a URL with its query, headers with the subprotocols, auth, messages, scripts and variables, and no parameters
/// of their own (bruToJson.js, parseWebsocketRequest.ts and bru/index.ts of Bruno).
enum BrunoSocket {
  static let types: Set = ["ws-request", "ws", "websocket-request", "websocket"]

  // MARK: Reading

  /// The messages in the body of Bruno's JSON.
  static func messages(_ body: JSONValue?, _ context: inout InterchangeContext) -> [JSONValue] {
    let sources = (body?.object?["ws"]).objects
    return sources.enumerated().compactMap { index, source in
      let text = source["content"]?.bodyText ?? ""
      // Bruno has an empty message in each new request.
      guard !text.isEmpty || source.text("name")?.isEmpty == false else { return nil }
      let type = source.filledText("type") ?? "json"
      var row = SocketMessage.row(source.text("name") ?? "", number: index + 1, text, type: type, &context)
      if source.flag("selected") { row["x-bruno"] = ["selected": true] }
      if row["type"] == nil, type != "text", type != "json" { row["x-bruno"] = ["type": .string(type)] }
      return .object(row)
    }
  }

  static func document(
    _ document: JSONObject, _ messages: [JSONValue], _ context: inout InterchangeContext
  ) -> JSONObject {
    var document = document
    // Bruno limits the handshake alone; a limit of the exchange would end the connection.
    if var options = document["options"]?.object, let timeout = options["timeout"] {
      options["timeout"] = nil
      options["connectTimeout"] = timeout
      document["options"] = .object(options)
    }
    return SocketDocument.made(of: document, messages: messages, &context)
  }

  /// The body of Bruno's JSON for `message` of YAML: one message, or a list of titles and messages.
  static func body(ofYAML message: JSONValue?) -> JSONObject {
    let variants = message?.array ?? message.map { [JSONValue.object(["message": $0])] } ?? []
    let messages = variants.compactMap(\.object).map { variant -> JSONValue in
      let message = variant["message"]?.object ?? JSONObject()
      var source: JSONObject = ["name": variant["title"] ?? "", "content": message["data"] ?? ""]
      source["type"] = message["type"]
      source["selected"] = variant["selected"]
      return .object(source)
    }
    return ["mode": "ws", "ws": .array(messages)]
  }

  // MARK: Writing

  /// The document as Bruno has it: a request whose path parameters are in its URL.
  static func request(_ document: JSONObject, _ context: inout InterchangeContext) -> JSONObject {
    var request = SocketDocument.asRequest(document)
    let values = PathParameters.values(request)
    for (name, _) in values {
      context.note(.changed, "Path parameter \"\(name)\": it is in the URL, as WebSockets of Bruno have none")
    }
    request["url"] = .string(PathParameters.replaced(request.text("url") ?? "", values))
    if var options = request["options"]?.object {
      if options["timeout"] != nil { context.note(.dropped, "Option timeout: Bruno limits the handshake alone") }
      options["timeout"] = options["connectTimeout"]
      options["connectTimeout"] = nil
      request["options"] = options.members.isEmpty ? nil : .object(options)
    }
    for name in ["path", "body", "examples"] { request[name] = nil }
    if document["examples"] != nil { context.note(.dropped, "Examples: WebSockets of Bruno have none") }
    let off = document["query"].objects.filter { $0.flag("off") }
    for row in off {
      context.note(.dropped, "Query \"\(row.text("name") ?? "")\": it is off, and WebSockets of Bruno have no table")
    }
    return request
  }

  /// Puts the messages into a request of Bruno's JSON.
  static func write(_ document: JSONObject, into request: inout JSONObject, _ context: inout InterchangeContext) {
    let messages = SocketMessage.written(document, "Bruno", &context).map { message -> JSONValue in
      let extras = message.row["x-bruno"]?.object
      var result: JSONObject = ["name": .string(message.name), "content": .string(message.text)]
      result["type"] = extras?["type"] ?? .string(message.kind.rawValue)
      if extras?.flag("selected") == true { result["selected"] = true }
      return .object(result)
    }
    request["body"] = ["mode": "ws", "ws": .array(messages)]
    for name in ["method", "params"] { request[name] = nil }
  }

  /// The details of YAML for a request of Bruno's JSON.
  static func details(_ request: JSONObject) -> JSONObject {
    let messages = (request["body"]?.object?["ws"]).objects
    var details: JSONObject = ["url": request["url"] ?? ""]
    if !messages.isEmpty {
      details["message"] = .array(
        messages.map { message -> JSONValue in
          [
            "title": message["name"] ?? "", "selected": .bool(message.flag("selected")),
            "message": ["type": message["type"] ?? "text", "data": message["content"] ?? ""],
          ]
        })
    }
    return details
  }
}
