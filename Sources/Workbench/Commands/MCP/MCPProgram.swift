import ChildProcesses
import Foundation

/// An MCP server that is a program: a message a line, on its standard input and output.
struct MCPProgram: MCPTransport {
  /// The older revision has the same lines.
  static let revisions = MCPRequests.revisions + ["2024-11-05"]

  private var program: LineProgram
  /// The time for an answer; `nil` without a limit.
  private let patience: Duration?
  private var notes: [String] = []
  /// Lines that are no messages are named up to this number.
  private static let mostNoted = 3
  private var otherLines = 0

  init(_ program: LineProgram, patience: Duration?) { (self.program, self.patience) = (program, patience) }

  mutating func exchange(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage] {
    let method = message["method"]?.string ?? ""
    let end = patience.map { ContinuousClock.now + $0 }
    try await send(message, method, until: end)
    guard let id else { return [] }
    var messages: [JSONRPCMessage] = []
    while true {
      for message in try await next(method, until: end) {
        if message.isCall { try await answer(message, method, until: end) }
        if !message.isCall || message.method != "ping" { messages.append(message) }
        if [message].answer(to: id) != nil { return messages }
      }
      if messages.count > Self.mostMessages {
        throw Failure(.protocolError, "\(method): more than \(Self.mostMessages) messages came before the answer")
      }
    }
  }

  /// Answers a ping, and refuses other requests of the server, which may wait for the response.
  private func answer(
    _ request: JSONRPCMessage, _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) {
    guard let id = request.id else { return }
    var response: JSONObject = ["jsonrpc": "2.0", "id": id]
    if request.method == "ping" {
      response["result"] = .object(JSONObject())
    } else {
      response["error"] = .object(["code": .number(Self.methodNotFound), "message": "Method not found"])
    }
    try await send(response, method, until: end)
  }

  private static let methodNotFound = -32601

  private func send(
    _ message: JSONObject, _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) {
    let bytes = Array(JSONValue.object(message).compact.utf8)
    switch await program.send(bytes, within: end.map { ContinuousClock.now.duration(to: $0) }) {
    case .done: return
    case .end: throw Failure(.connectionLost, Self.ended(method))
    case .late: throw late(method)
    }
  }

  private func late(_ method: String) -> Failure {
    let limit = Formatting.duration(patience ?? .zero)
    return Failure(.timedOut, "\(method): no answer within \(limit), the limit of --timeout")
  }

  /// A server that sends more before an answer is not waited for.
  private static let mostMessages = 10_000

  /// The messages of the next line.
  private mutating func next(
    _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) -> [JSONRPCMessage] {
    switch await program.next(within: end.map { ContinuousClock.now.duration(to: $0) }) {
    case .end: throw Failure(.connectionLost, Self.ended(method))
    case .late: throw late(method)
    case .tooLong: throw Failure(.protocolError, "\(method): the program wrote a line that is too long")
    case .line(let bytes):
      let messages = (try? JSONText(bytes).value).map(JSONRPCMessage.all(in:)) ?? []
      if messages.isEmpty { note(bytes) }
      return messages
    }
  }

  private static func ended(_ method: String) -> String { "\(method): the program has ended without an answer" }

  /// The protocol allows nothing else on standard output, but programs print there.
  private mutating func note(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self).trimmingWhitespace
    if text.isEmpty { return }
    otherLines += 1
    if otherLines > Self.mostNoted { return }
    notes.append("Not a message: \(String(text.prefix(200)).visibleLine)")
  }

  mutating func agree(on revision: String) {}

  /// The end of its input is the end of the program.
  mutating func close() {
    if otherLines > Self.mostNoted { notes.append("\(otherLines - Self.mostNoted) more lines were not messages") }
  }

  func literal(_ text: String) -> String { text }

  mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }
}
