extension RequestKind {
  package static let webSocket = RequestKind(
    "websocket", "WebSocket", "A WebSocket connection: messages in both directions until one side closes it.",
    fields: [
      .id, .name, .url, .path, .query, .headers, .subprotocols, .messages, .steps, .messageProtocol, .socketAuth, .auth,
      .options, .docs, .tags, .requestVariables, .scripts, .checks, .captures, .examples,
    ],
    formTabs: [.messages, .params, .headers, .auth, .options, .scripts, .checks, .docs],
    responseTabs: ["messages", "body", "headers", "cookies", "timeline", "checks", "sent"], carrier: .webSocket)

  /// Whether a URL begins with `ws://` or `wss://`.
  package static func hasWebSocketScheme(_ url: String) -> Bool {
    guard let first = url.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }), first | 0x20 == UInt8(ascii: "w") else {
      return false
    }
    let scheme = url.trimmingWhitespace.prefix(6).lowercased()
    return scheme.startsExactly(with: "ws://") || scheme.startsExactly(with: "wss://")
  }
}

extension FormTab {
  package static let messages = FormTab(
    name: "messages", title: "Messages", fields: [.subprotocols, .messageProtocol, .socketAuth, .messages, .steps])
  package static let steps = FormTab(name: "steps", title: "Steps", fields: [.steps])
}

extension Field {
  package static let subprotocols = Field(
    "subprotocols", "Subprotocols",
    "The subprotocols that a WebSocket offers, separated by commas, the preferred one first.")
  package static let messages = Field(
    "messages", "Messages", "Saved messages of a WebSocket. Their variables are replaced when they are sent.",
    .rows(.message, adding: "add a message: a name, and its text or @file"))

  package static let messageProtocol = Field.literal(
    "protocol", "Protocol",
    "The protocol of the messages: socket.io makes them events of Socket.IO, socket.io-2 those of its version 2.",
    .choice([SavedRequest.socketIO, SavedRequest.socketIO2]))
  package static let socketAuth = Field(
    "socketAuth", "Socket.IO auth", "The auth that Socket.IO connects with: the text of a JSON object.")
}

extension RowShape {
  package static let message = RowShape(
    name: "message", summary: "A saved message: a value or a file.",
    fields: [
      .literal("name", "Name", "The name that it is chosen by."),
      Field(
        "value", "Value", "The text, in base64 for the type binary. JSON other than a string is sent as its text.",
        .json()),
      Field("file", "File", "The path of a file to send instead, relative to the request file.", .file),
      .literal(
        "type", "Type",
        "text, json (text that has to be JSON) or binary. Default: text, and binary for a file that is not UTF-8.",
        .choice(SavedMessage.Kind.allCases.map(\.rawValue))),
      Field.flag("off", "Off", "true keeps the row but does not offer it."),
      Field("description", "Description", "What it is for.", isInForm: false, allowsVariables: false),
    ])
}
