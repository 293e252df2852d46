/// WebSockets of Insomnia: `websocket_request` and `websocket_payload` of v4, items with `ws-req_` ids of v5; and
/// those of Socket.IO.
///
/// Both are requests without a method and a body. Subprotocols are a header; v5 has no payloads
/// (websocket-request.ts, websocket-payload.ts and import-v5-parser.ts of Insomnia).
enum InsomniaSocket {
  /// The member that the payloads of v4 are handed on in.
  static let payloads = "payloads"

  static func document(_ item: JSONObject, _ templates: inout InsomniaTemplates) -> JSONObject {
    var source = item
    for name in ["method", "body"] { source[name] = nil }
    let request = InsomniaRequest.document(source, &templates)
    let messages = item[payloads].objects.enumerated().map { index, payload -> JSONValue in
      let (name, type) = (payload.text("name") ?? "", payload.text("mode") ?? "")
      let text = templates.translated(payload.text("value") ?? "")
      return .object(SocketMessage.row(name, number: index + 1, text, type: type, &templates.context))
    }
    return SocketDocument.made(of: request, messages: messages, &templates.context)
  }

  /// A request of Socket.IO, whose URL has the namespace as its path. Its listeners only choose what Insomnia shows.
  static func socketIO(_ item: JSONObject, _ templates: inout InsomniaTemplates) -> JSONObject {
    var socket = document(item, &templates)
    socket["protocol"] = .string(SocketDocument.socketIO)
    SocketDocument.notePath(item["settings"]?.object?.text("path") ?? "", &templates.context)
    return socket.ordered(by: JSONObject.requestOrder)
  }

  /// The settings of an item: those of a request that have a meaning here.
  static func settings(_ settings: JSONObject) -> JSONObject {
    JSONObject(members: settings.members.filter { ["encodeUrl", "followRedirects", "cookies"].contains($0.key.value) })
  }
}
