/// WebSockets and other protocols of Postman, which only collections v3 have.
///
/// | | files (YAML) | extensible collection (JSON) |
/// |---|---|---|
/// | request | `$kind: websocket-request` | `type: ws-raw-request` with a `payload` |
/// | its members | `url`, `headers`, `queryParams`, `settings` | the same |
/// | messages | `messages`, a folder of `*.message.yaml` with `content` and `contentType` | `children` of the type `ws-raw-message` with `payload` |
/// | request of Socket.IO | `$kind: socket.io-request`; `settings` has `version` and `path` | `type: ws-socketio-request` |
/// | its messages | `eventName` and `args`, a list of `content` and `contentType` | children of the type `ws-socketio-message` |
///
/// Neither has auth, scripts or subprotocols of its own; the latter are a header (field reference of Postman's command line,
/// `@postman/runtime.models`).
enum PostmanSocket {
  /// The member of a converted item with its messages.
  static let member = "x-messages"
  /// The member of a converted item with the settings of Socket.IO.
  static let socketIOMember = "x-socketio"

  static let socketIOKinds: Set = ["socket.io-request", "ws-socketio-request"]
  static let kinds = socketIOKinds.union(["websocket-request", "ws-raw-request"])
  private static let messageTypes: Set = ["ws-raw-message", "ws-socketio-message"]

  /// The kinds that this program has no requests of, by their names for people.
  private static let unsupported = [
    "grpc-request": "gRPC", "mqtt-request": "MQTT", "mcp-request": "MCP", "llm-request": "AI",
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
    let children = item["children"].objects
      .filter { messageTypes.contains($0.text("type") ?? "") }
    result[member] = .array(
      children.map { child -> JSONValue in
        var message = child["payload"]?.object ?? JSONObject()
        message["name"] = child["title"] ?? child["name"] ?? ""
        return .object(message)
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

  /// Takes the version and the path of Socket.IO out of the settings of an item.
  static func takeSocketIO(from item: inout JSONObject) {
    var settings = item["protocolProfileBehavior"]?.object ?? JSONObject()
    let names = ["version", "path"]
    item[socketIOMember] = .object(JSONObject(members: settings.members.filter { names.contains($0.key.value) }))
    for name in names { settings[name] = nil }
    item["protocolProfileBehavior"] = .object(settings)
  }

  /// The document of a request, with the messages of its item.
  static func document(
    _ document: JSONObject, of item: JSONObject, _ context: inout InterchangeContext
  ) -> JSONObject {
    guard let sources = item[member]?.array else { return document }
    let socketIO = item[socketIOMember]?.object
    var messages: [JSONValue] = []
    for source in sources.compactMap(\.object) {
      let number = messages.count + 1
      let row = socketIO == nil ? message(source, number, &context) : event(source, number, &context)
      if let row { messages.append(.object(row)) }
    }
    var socket = SocketDocument.made(of: document, messages: messages, &context)
    guard let socketIO else { return socket }
    socket["protocol"] = .string(socketIO.text("version") == "2" ? SavedRequest.socketIO2 : SavedRequest.socketIO)
    SocketDocument.notePath(socketIO.text("path") ?? "", &context)
    return socket.ordered(by: JSONObject.requestOrder)
  }

  private static func message(
    _ source: JSONObject, _ number: Int, _ context: inout InterchangeContext
  ) -> JSONObject? {
    SocketMessage.row(
      source.text("name") ?? "", number: number, text(of: source), type: type(of: source), &context)
  }

  /// An event of Socket.IO: a list of its name and its arguments.
  private static func event(
    _ source: JSONObject, _ number: Int, _ context: inout InterchangeContext
  ) -> JSONObject? {
    let event = source.text("eventName") ?? ""
    let name = source.filledText("name") ?? event
    var parts = [JSONValue.string(event).compact]
    for argument in source["args"].objects {
      let (text, type) = (text(of: argument), type(of: argument))
      if ["base64", "hex", "binary"].contains(type) {
        context.note(.dropped, "Message \"\(name)\": it has an argument of bytes")
        return nil
      }
      // An argument with variables is JSON only when it is sent.
      let isJSON = type == "json" && (text.contains("{{") || (try? JSONText(text)) != nil)
      parts.append(isJSON ? text : JSONValue.string(text).compact)
    }
    return SocketMessage.row(name, number: number, "[" + parts.joined(separator: ",") + "]", type: "json", &context)
  }

  private static func text(of source: JSONObject) -> String { source["content"]?.bodyText ?? "" }

  /// `binary` is told apart by its subtype.
  private static func type(of source: JSONObject) -> String {
    source.text("contentType") ?? source.text("subtype") ?? source.text("type") ?? "text"
  }
}
