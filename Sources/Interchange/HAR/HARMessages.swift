import Foundation

/// The messages of a WebSocket as Chrome writes them.
enum HARMessages {
  private static let opcodes = ["text": 1, "binary": 2, "close": 8, "ping": 9, "pong": 10]

  /// `nil` for an exchange without messages, and for one with an MCP server, whose messages are requests over HTTP.
  static func value(of exchange: Exchange) -> JSONValue? {
    guard exchange.request.body?.opensMCPSession != true else { return nil }
    let messages = exchange.log.messages.compactMap { message($0, of: exchange) }
    return messages.isEmpty ? nil : .array(messages)
  }

  /// The saved messages of a WebSocket that was never opened. Those in files are left out.
  static func value(of socket: CodeSocket, at date: Date) -> JSONValue {
    let time = JSONValue.number(JSONNumber(text: String(format: "%.3f", date.timeIntervalSince1970)))
    return .array(
      socket.messages.compactMap { message -> JSONValue? in
        switch message {
        case .text(let text): return ["type": "send", "time": time, "opcode": 1, "data": .string(text)]
        case .binary(let data):
          return ["type": "send", "time": time, "opcode": 2, "data": .string(data.base64EncodedString())]
        case .file: return nil
        }
      })
  }

  private static func message(_ event: LogEvent, of exchange: Exchange) -> JSONValue? {
    // The content of the response has the parts of a stream.
    guard case .message(let message) = event.content, message.part == nil else { return nil }
    let time = exchange.startedAt.timeIntervalSince1970 + event.time / .seconds(1)
    let content = message.body.content
    let text = message.type == "binary" ? nil : String(validating: content, as: UTF8.self)
    return [
      "type": message.direction == .sent ? "send" : "receive",
      "time": .number(JSONNumber(text: String(format: "%.3f", time))), "opcode": .number(opcodes[message.type] ?? 1),
      "data": .string(text ?? content.base64EncodedString()),
    ]
  }
}
