import ChildProcesses
import Foundation
import RequestModel
import RequestRunner
import RequestRuns

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
    guard await program.send(Array(JSONValue.object(message).compact.utf8)) else {
      throw Failure(.connectionLost, Self.ended(method))
    }
    guard let id else { return [] }
    let end = patience.map { ContinuousClock.now + $0 }
    var messages: [JSONRPCMessage] = []
    while messages.answer(to: id) == nil {
      for message in try await next(method, end.map { ContinuousClock.now.duration(to: $0) }) {
        if !(await answered(message)) { messages.append(message) }
      }
    }
    return messages
  }

  /// The messages of the next line.
  private mutating func next(_ method: String, _ rest: Duration?) async throws(Failure) -> [JSONRPCMessage] {
    switch await program.next(within: rest) {
    case .end: throw Failure(.connectionLost, Self.ended(method))
    case .late:
      let limit = Formatting.duration(patience ?? .zero)
      throw Failure(.timedOut, "\(method): no answer within \(limit), the limit of --timeout")
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

  /// Answers a ping.
  ///
  /// - Returns: Whether it was one.
  private func answered(_ message: JSONRPCMessage) async -> Bool {
    guard message.isCall, message.method == "ping", let id = message.id else { return false }
    let answer: JSONObject = ["jsonrpc": "2.0", "id": id, "result": .object(JSONObject())]
    _ = await program.send(Array(JSONValue.object(answer).compact.utf8))
    return true
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
