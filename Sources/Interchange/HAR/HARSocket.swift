import Foundation

/// The WebSocket of an entry: `_webSocketMessages` of Chrome. What was sent becomes saved messages, the conversation an
/// example that the mock server can repeat.
struct HARSocket {
  private var sent: [JSONValue] = []
  private var known: Set<String> = []
  private var conversation: [JSONValue] = []
  private var leftOut = 0

  /// How many messages of a connection are read, and how many bytes in all.
  private static let limit = (count: 200, size: HARExample.sizeLimit / 2)
  private var size = 0

  /// - Returns: `nil` for an entry of another kind.
  init?(_ entry: JSONObject, _ url: String) {
    let isSocket =
      RequestKind.hasWebSocketScheme(url) || entry.text("_resourceType") == "websocket"
      || entry["_webSocketMessages"] != nil || entry["response"]?.object?.text("status") == "101"
    guard isSocket else { return nil }
    conversation = read(entry)
  }

  /// Adds the messages of another connection.
  mutating func add(_ entry: JSONObject) {
    let other = read(entry)
    if conversation.isEmpty { conversation = other }
  }

  /// Reads the messages of an entry, and returns those of the server, each after the one that it answers.
  private mutating func read(_ entry: JSONObject) -> [JSONValue] {
    var lines: [ExampleConversation.Line] = []
    for source in entry["_webSocketMessages"].objects {
      // Others are pings, pongs, errors and the end. Some programs name no opcode.
      let opcode = source.text("opcode") ?? "1"
      guard opcode == "1" || opcode == "2", let data = source.text("data") else { continue }
      guard lines.count < Self.limit.count, size + data.utf8.count <= Self.limit.size else {
        leftOut += 1
        continue
      }
      size += data.utf8.count
      let (isSent, isBinary) = (source.text("type") == "send", opcode == "2")
      let content = isBinary ? Data(base64Encoded: data, options: .ignoreUnknownCharacters) : Data(data.utf8)
      lines.append(ExampleConversation.Line(isSent: isSent, isBinary: isBinary, content ?? Data()))
      if isSent, known.insert(opcode + data).inserted { save(data, isBinary: isBinary) }
    }
    return ExampleConversation.rows(lines)
  }

  private mutating func save(_ data: String, isBinary: Bool) {
    var context = InterchangeContext()
    let type = isBinary ? "binary" : "json"
    let row = SocketMessage.row("", number: sent.count + 1, data, type: type, isTemplate: false, &context)
    sent.append(.object(row))
  }

  func document(_ document: JSONObject, _ context: inout InterchangeContext) -> JSONObject {
    if leftOut > 0 { context.note(.dropped, "\(leftOut) more messages: the first \(Self.limit.count) are kept") }
    var socket = SocketDocument.made(of: document, messages: sent, &context)
    socket["examples"] = nil
    guard !conversation.isEmpty else { return socket }
    socket["examples"] = [.object(ExampleConversation.example(named: "Conversation", conversation))]
    return socket
  }
}
