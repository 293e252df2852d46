/// An MCP server that is a program: a message a line, on its standard input and output.
package struct MCPProgram: MCPTransport {
  /// The time for the answer to a method, and what limits it.
  package struct Patience: Sendable {
    /// `nil` without a limit.
    let time: @Sendable (_ method: String) -> Duration?
    /// The end of the sentence about a late answer.
    let source: String

    /// - Parameter time: `nil` without a limit.
    package init(source: String, _ time: @escaping @Sendable (_ method: String) -> Duration?) {
      (self.source, self.time) = (source, time)
    }
  }

  /// The older revision has the same lines.
  package static let revisions = MCPRequests.revisions + ["2024-11-05"]

  private var program: any ProgramLines
  private let patience: Patience
  /// Called with the line of each message, and with the line that has its answer.
  private let observe: @Sendable (_ line: [UInt8], LogEvent.Message.Direction) -> Void
  private var notes: [String] = []
  /// Lines that are no messages are named up to this number, with so many characters.
  private static let (mostNoted, longestNoted) = (3, 200)
  private var otherLines = 0

  package init(
    _ program: any ProgramLines, patience: Patience,
    observe: @escaping @Sendable (_ line: [UInt8], LogEvent.Message.Direction) -> Void = { _, _ in }
  ) {
    (self.program, self.patience, self.observe) = (program, patience, observe)
  }

  package mutating func exchange(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage] {
    let method = message["method"]?.string ?? ""
    let end = patience.time(method).map { ContinuousClock.now + $0 }
    let sent = try await send(message, method, until: end)
    observe(sent, .sent)
    guard let id else { return [] }
    var messages: [JSONRPCMessage] = []
    while true {
      let (line, found) = try await next(method, until: end)
      for message in found {
        if message.isCall { try await answer(message, method, until: end) }
        if !message.isCall || message.method != "ping" { messages.append(message) }
        guard [message].answer(to: id) != nil else { continue }
        observe(line, .received)
        return messages
      }
      if messages.count > Self.mostMessages {
        throw Failure(.protocolError, "\(method): more than \(Self.mostMessages) messages came before the answer")
      }
    }
  }

  /// Answers a ping, and refuses other requests of the server, which may wait for the response.
  private mutating func answer(
    _ request: JSONRPCMessage, _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) {
    guard let id = request.id else { return }
    var response: JSONObject = ["jsonrpc": "2.0", "id": id]
    if request.method == "ping" {
      response["result"] = .object(JSONObject())
    } else {
      response["error"] = .object(["code": .number(Self.methodNotFound), "message": "Method not found"])
    }
    _ = try await send(response, method, until: end)
  }

  private static let methodNotFound = -32601

  /// - Returns: The line of the message.
  private mutating func send(
    _ message: JSONObject, _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) -> [UInt8] {
    let bytes = Array(JSONValue.object(message).compact.utf8)
    switch await program.send(bytes, within: end.map { ContinuousClock.now.duration(to: $0) }) {
    case .done: return bytes
    case .end: throw Failure(.connectionLost, Self.ended(method))
    case .late: throw late(method)
    }
  }

  private func late(_ method: String) -> Failure {
    let limit = Formatting.duration(patience.time(method) ?? .zero)
    return Failure(.timedOut, "\(method): no answer within \(limit)\(patience.source)")
  }

  /// A server that sends more before an answer is not waited for.
  private static let mostMessages = 10_000

  /// The next line and its messages.
  private mutating func next(
    _ method: String, until end: ContinuousClock.Instant?
  ) async throws(Failure) -> ([UInt8], [JSONRPCMessage]) {
    switch await program.next(within: end.map { ContinuousClock.now.duration(to: $0) }) {
    case .end: throw Failure(.connectionLost, Self.ended(method))
    case .late: throw late(method)
    case .tooLong: throw Failure(.protocolError, "\(method): the program wrote a line that is too long")
    case .line(let bytes):
      let messages = (try? JSONText(bytes).value).map(JSONRPCMessage.all(in:)) ?? []
      if messages.isEmpty { note(bytes) }
      return (bytes, messages)
    }
  }

  private static func ended(_ method: String) -> String { "\(method): the program has ended without an answer" }

  /// The protocol allows nothing else on standard output, but programs print there.
  private mutating func note(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self).trimmingWhitespace
    if text.isEmpty { return }
    otherLines += 1
    if otherLines > Self.mostNoted { return }
    // A secret that is cut is still masked before an ellipsis.
    let shown = text.prefix(Self.longestNoted)
    let end = shown.endIndex < text.endIndex ? "…" : ""
    notes.append("Not a message: \(String(shown).visibleLine)\(end)")
  }

  package mutating func agree(on revision: String) {}

  /// The end of its input is the end of the program.
  package mutating func close() {
    if otherLines > Self.mostNoted { notes.append("\(otherLines - Self.mostNoted) more lines were not messages") }
  }

  package func literal(_ text: String) -> String { text }

  package mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }
}
