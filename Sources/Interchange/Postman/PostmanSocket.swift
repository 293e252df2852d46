internal import RequestModel

/// WebSockets and other protocols of Postman, which only collections v3 have.
///
/// | | files (YAML) | extensible collection (JSON) |
/// |---|---|---|
/// | request | `$kind: websocket-request` | `type: ws-raw-request` with a `payload` |
/// | its members | `url`, `headers`, `queryParams`, `settings` | the same |
/// | messages | `messages`, a folder of `*.message.yaml` with `content` and `contentType` | `children` of the type `ws-raw-message` with `payload` |
///
/// Neither has auth, scripts or subprotocols of its own; the latter are a header (field reference of Postman's command line,
/// `@postman/runtime.models`).
enum PostmanSocket {
  /// The member of a converted item with its messages.
  static let member = "x-messages"

  static let kinds: Set = ["websocket-request", "ws-raw-request"]

  /// The kinds that this program has no requests of, by their names for people.
  private static let unsupported = [
    "grpc-request": "gRPC", "socket.io-request": "Socket.IO", "ws-socketio-request": "Socket.IO",
    "mqtt-request": "MQTT", "mcp-request": "MCP", "llm-request": "AI",
  ]

  /// The name of a kind that is not supported; `nil` for others.
  static func unsupportedKind(_ item: JSONObject) -> String? {
    [item.text("$kind"), item.text("type")].compactMap { $0 }.lazy.compactMap { unsupported[$0] }.first
  }

  /// An item of an extensible collection in the shape of v2.1; `nil` for others.
  static func converted(_ item: JSONObject) -> JSONObject? {
    if item["request"] == nil, item["item"] == nil, item.text("type") == "folder" { return folder(item) }
    guard item["request"] == nil, let payload = item["payload"]?.object, let type = item.text("type"),
      kinds.contains(type) || PostmanV3.requestKinds.contains(type)
    else { return nil }
    var source = payload
    source["$kind"] = .string(type)
    source["id"] = item["id"]
    source["name"] = item["name"] ?? item["title"]
    source["description"] = documentation(of: item)
    var result = PostmanV3.item(source, name: item.text("title") ?? "Request", examples: [])
    guard kinds.contains(type) else { return result }
    let children = (item["children"]?.array ?? []).compactMap(\.object).filter { $0.text("type") == "ws-raw-message" }
    result[member] = .array(
      children.map { child -> JSONValue in
        let payload = child["payload"]?.object ?? JSONObject()
        let type = payload.text("subtype") ?? payload.text("type") ?? "text"
        return [
          "name": child["title"] ?? child["name"] ?? "", "content": payload["content"] ?? "",
          "contentType": .string(type),
        ]
      })
    return result
  }

  private static func folder(_ item: JSONObject) -> JSONObject {
    var folder: JSONObject = ["name": item["name"] ?? item["title"] ?? "", "item": item["children"] ?? .array([])]
    folder["id"] = item["id"]
    folder["description"] = documentation(of: item)
    return folder
  }

  private static func documentation(of item: JSONObject) -> JSONValue? {
    let documentation = item["extensions"]?.object?["documentation"]
    return documentation?.object?["content"] ?? documentation
  }

  /// The document of a request, with the messages of its item.
  static func document(
    _ document: JSONObject, of item: JSONObject, _ context: inout InterchangeContext
  ) -> JSONObject {
    guard let sources = item[member]?.array else { return document }
    var messages: [JSONValue] = []
    for source in sources.compactMap(\.object) {
      let text = source["content"].map { $0.scalarText ?? ($0 == .null ? "" : $0.rendered()) } ?? ""
      let row = SocketMessage.row(
        source.text("name") ?? "", number: messages.count + 1, text, type: source.text("contentType") ?? "text",
        &context)
      messages.append(.object(row))
    }
    return SocketDocument.made(of: document, messages: messages, &context)
  }
}
