internal import RequestModel

/// The WebSocket of an entry: `_webSocketMessages` of Chrome. What was sent becomes saved messages, the conversation an
/// example that the mock server can repeat.
struct HARSocket {
  private var sent: [JSONValue] = []
  private var known: Set<String> = []
  private var conversation: [JSONValue] = []
  private var leftOut = 0

  /// How many messages a request's file holds of each kind, and how many bytes.
  private static let limit = (count: 100, size: HARExample.sizeLimit / 2)
  private var size = 0

  static func isOne(_ entry: JSONObject, _ url: String) -> Bool {
    RequestKind.hasWebSocketScheme(url) || entry.text("_resourceType") == "websocket"
      || entry["_webSocketMessages"] != nil || entry["response"]?.object?.text("status") == "101"
  }

  /// - Returns: `nil` for an entry that is no WebSocket.
  init?(_ entry: JSONObject, _ url: String) {
    guard Self.isOne(entry, url) else { return nil }
    conversation = read(entry)
  }

  /// Adds the messages of another connection.
  mutating func add(_ entry: JSONObject) {
    let other = read(entry)
    if conversation.isEmpty { conversation = other }
  }

  /// Reads the messages of an entry, and returns those of the server, each after the one that it answers.
  private mutating func read(_ entry: JSONObject) -> [JSONValue] {
    var answered: JSONValue?
    var received: [JSONValue] = []
    for source in (entry["_webSocketMessages"]?.array ?? []).compactMap(\.object) {
      // Others are pings, pongs and the end.
      guard let opcode = source.text("opcode"), opcode == "1" || opcode == "2", let data = source.text("data") else {
        continue
      }
      let isSent = source.text("type") == "send"
      guard (isSent ? sent.count : received.count) < Self.limit.count, size + data.utf8.count <= Self.limit.size else {
        leftOut += 1
        continue
      }
      size += data.utf8.count
      let row = row(data, isBinary: opcode == "2")
      if isSent {
        if known.insert(opcode + data).inserted { sent.append(.object(row)) }
        answered = opcode == "1" ? row["value"] : nil
      } else {
        received.append(.object(Self.answer(row, to: answered)))
        answered = nil
      }
    }
    return received
  }

  private func row(_ data: String, isBinary: Bool) -> JSONObject {
    var context = InterchangeContext()
    let type = isBinary ? "binary" : "json"
    return SocketMessage.row("", number: sent.count + 1, data, type: type, isTemplate: false, &context)
  }

  private static func answer(_ row: JSONObject, to message: JSONValue?) -> JSONObject {
    var answer = JSONObject()
    answer["after"] = message
    answer["value"] = row["value"]
    if row["type"] == "binary" { answer["type"] = "binary" }
    return answer
  }

  func document(_ document: JSONObject, _ context: inout InterchangeContext) -> JSONObject {
    if leftOut > 0 { context.note(.dropped, "\(leftOut) more messages: \(Self.limit.count) are kept") }
    var socket = SocketDocument.made(of: document, messages: sent, &context)
    socket["examples"] = nil
    guard !conversation.isEmpty else { return socket }
    // Braces in what was received are not templates, and those in the rows are escaped.
    socket["examples"] = [["name": "Conversation", "messages": .array(conversation)]]
    return socket
  }
}
