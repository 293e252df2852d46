/// WebSockets of Insomnia: `websocket_request` and `websocket_payload` of v4, items with `ws-req_` ids of v5; and
/// those of Socket.IO.
///
/// Both are requests without a method and a body. Subprotocols are a header; v5 has no payloads
/// (websocket-request.ts, websocket-payload.ts and import-v5-parser.ts of Insomnia).
enum InsomniaSocket {
  /// The member that the payloads of v4 are handed on in.
  static let payloads = "payloads"

  static func document(
    _ item: JSONObject, _ templates: inout InsomniaTemplates, _ context: inout InterchangeContext
  ) -> JSONObject {
    var source = item
    for name in ["method", "body"] { source[name] = nil }
    let request = InsomniaRequest.document(source, &templates, &context)
    var messages: [JSONValue] = []
    for payload in item[payloads].objects {
      let text = templates.translated(payload.text("value") ?? "", &context)
      let row = SocketMessage.row(
        payload.text("name") ?? "", number: messages.count + 1, text, type: payload.text("mode") ?? "", &context)
      messages.append(.object(row))
    }
    return SocketDocument.made(of: request, messages: messages, &context)
  }

  /// A request of Socket.IO, whose URL has the namespace as its path. Its listeners only choose what Insomnia shows.
  static func socketIO(
    _ item: JSONObject, _ templates: inout InsomniaTemplates, _ context: inout InterchangeContext
  ) -> JSONObject {
    var socket = document(item, &templates, &context)
    socket["protocol"] = .string(SocketDocument.socketIO)
    SocketDocument.notePath(item["settings"]?.object?.text("path") ?? "", &context)
    return socket.ordered(by: JSONObject.requestOrder)
  }

  /// The settings of an item: those of a request that have a meaning here.
  static func settings(_ settings: JSONObject) -> JSONObject {
    JSONObject(members: settings.members.filter { ["encodeUrl", "followRedirects", "cookies"].contains($0.key.value) })
  }
}
