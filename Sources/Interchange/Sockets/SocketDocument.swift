/// Requests of the kind `websocket` between formats: the request of another program has subprotocols among its headers,
/// and messages in a place of their own.
enum SocketDocument {
  /// Makes a WebSocket of a request that a reader made as a GET.
  ///
  /// - Parameters:
  ///   - messages: Rows of messages.
  ///   - steps: Rows of steps, which a run carries out.
  static func made(
    of document: JSONObject, messages: [JSONValue] = [], steps: [JSONValue] = [], _ context: inout InterchangeContext
  ) -> JSONObject {
    var socket = document
    socket["method"] = nil
    socket["url"] = .string(withSocketScheme(document.text("url") ?? ""))
    let isImplied = RequestKind.hasWebSocketScheme(socket.text("url") ?? "")
    socket["kind"] = isImplied ? nil : .string(RequestKind.webSocket.name)
    takeHandshake(from: &socket)
    if !messages.isEmpty {
      socket["messages"] = .array(named(messages))
      if !steps.isEmpty { socket["steps"] = .array(steps) }
      if context.isSentAsIs, steps.isEmpty {
        context.note(.dropped, "Messages: a run opens the WebSocket and sends none")
      }
    }
    if socket["body"] != nil {
      socket["body"] = nil
      context.note(.dropped, "Body: a WebSocket is opened without one")
    }
    return socket.ordered(by: JSONObject.requestOrder)
  }

  /// Whether headers ask for a WebSocket, as in commands that browsers copy.
  static func isUpgrade(_ document: JSONObject) -> Bool {
    sentHeaders(document).contains {
      $0.text("name")?.lowercased() == "upgrade" && $0.text("value")?.lowercased() == "websocket"
    }
  }

  /// Messages are chosen by their names, so that a name which is taken gets a number.
  private static func named(_ messages: [JSONValue]) -> [JSONValue] {
    var taken = FreeNames()
    return messages.map { value in
      guard var row = value.object, let name = row.text("name") else { return value }
      row["name"] = .string(taken.claim(name) { "\(name) \($0)" })
      return .object(row)
    }
  }

  /// The URL with `ws` instead of `http`. A URL that begins with a variable is unchanged.
  static func withSocketScheme(_ url: String) -> String {
    for (theirs, ours) in [("http://", "ws://"), ("https://", "wss://")]
    where url.prefix(theirs.count).lowercased() == theirs {
      return ours + url.dropFirst(theirs.count)
    }
    return url
  }

  // MARK: Headers

  static let protocolHeader = "Sec-WebSocket-Protocol"
  /// The member `protocol` of those whose messages are events.
  static let socketIO = SavedRequest.socketIO

  /// Notes a path of the server that is not the standard one.
  static func notePath(_ path: String, _ context: inout InterchangeContext) {
    if ["", "socket.io"].contains(path.split(separator: "/").joined(separator: "/")) { return }
    context.note(.changed, "Path \(path): Socket.IO is connected to at /socket.io")
  }

  /// Headers that each client writes itself.
  private static let ownHeaders: Set = [
    "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions",
  ]

  private static func sentHeaders(_ document: JSONObject) -> [JSONObject] { (document["headers"] ?? []).sentRows }

  /// Takes the subprotocols out of the headers, and leaves out those of the handshake itself.
  private static func takeHandshake(from document: inout JSONObject) {
    let offered = sentHeaders(document).filter { isNamed($0, protocolHeader) }.compactMap { $0.text("value") }
    let rest = (document["headers"]?.array ?? []).filter { value in
      guard let row = value.object, !row.flag("off") else { return true }
      return !isNamed(row, protocolHeader) && !ownHeaders.contains(row.text("name")?.lowercased() ?? "")
    }
    document["headers"] = rest.isEmpty ? nil : .array(rest)
    let names = offered.flatMap { $0.split(separator: ",") }.map { String($0).trimmed }.filter { !$0.isEmpty }
    if !names.isEmpty { document["subprotocols"] = .string(names.joined(separator: ", ")) }
  }

  private static func isNamed(_ row: JSONObject, _ name: String) -> Bool {
    row.text("name")?.lowercased() == name.lowercased()
  }

  /// The document as other programs have it: a GET whose headers offer the subprotocols.
  static func asRequest(_ document: JSONObject) -> JSONObject {
    var request = document
    for name in ["kind", "subprotocols", "messages"] { request[name] = nil }
    request["url"] = .string(withSocketScheme(document.text("url") ?? ""))
    guard let offered = document.text("subprotocols"), !offered.trimmed.isEmpty else { return request }
    let header: JSONValue = ["name": .string(protocolHeader), "value": .string(offered)]
    request["headers"] = .array((document["headers"]?.array ?? []) + [header])
    return request
  }
}

extension JSONObject {
  /// Whether the request is a WebSocket: its file says so, or its URL does.
  var isSocket: Bool {
    text("kind").map { $0 == RequestKind.webSocket.name } ?? RequestKind.hasWebSocketScheme(text("url") ?? "")
  }

  /// Whether the messages of the WebSocket are events of Socket.IO.
  var isSocketIO: Bool { isSocket && [SavedRequest.socketIO, SavedRequest.socketIO2].contains(text("protocol")) }
}
