internal import Foundation

/// Streamable HTTP: each message is a request of its own.
package struct MCPRequests: MCPTransport {
  /// Sends a request and returns its exchange.
  ///
  /// - Parameter patience: The time limit in seconds of a request without a `timeout`.
  package typealias Send = (_ request: SavedRequest, _ patience: Double) async -> Exchange

  /// The time limit in seconds of a message, as a server may send a stream that never ends. Tools may take minutes.
  static func patience(for message: Message) -> Double { patience(of: message.content?["method"]?.string ?? "") }

  /// The time limit in seconds of a call.
  static func patience(of method: String) -> Double { method == "tools/call" ? toolPatience : usualPatience }

  private static let usualPatience: Double = 60
  private static let toolPatience: Double = 600

  /// A request of the protocol.
  struct Message {
    /// POST for a message, DELETE for the end of the session.
    let method: String
    let headers: [Header]
    let content: JSONObject?
  }

  package static let revisions = ["2025-06-18", "2025-03-26"]
  static let sessionHeader = "Mcp-Session-Id"

  private let deliver: (Message) async -> Outcome
  private let escape: (String) -> String
  private var sessionID: String?
  private var revision: String?
  private var notes: [String] = []

  /// - Parameter base: Its URL, query, headers, auth and options are those of all messages.
  package init(_ base: SavedRequest, send: @escaping Send) {
    let base = base.without("body", "checks", "captures", "examples")
    self.init(escape: Template.escaping, deliver: { await send(base.carrying($0), Self.patience(for: $0)).outcome })
  }

  /// - Parameter escape: Escapes a text of the server for a message.
  init(escape: @escaping (String) -> String, deliver: @escaping (Message) async -> Outcome) {
    (self.escape, self.deliver) = (escape, deliver)
  }

  package mutating func exchange(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage] {
    let method = message["method"]?.string ?? ""
    let outcome = await deliver(Message(method: "POST", headers: headers, content: message))
    guard let id else {
      try Self.checkIsAccepted(outcome, method)
      return []
    }
    guard let response = outcome.response else {
      throw outcome.failure ?? Failure(.interrupted, "\(method) was cancelled")
    }
    if revision == nil { sessionID = response.headers.first(Self.sessionHeader) }
    let messages = response.eventsOrBody.compactMap { try? JSONText(Array($0)).value }
      .flatMap(JSONRPCMessage.all(in:))
    let answer = messages.answer(to: id)
    if answer?.problem != nil { return messages }
    if answer != nil, 200..<300 ~= response.status {
      if let failure = outcome.failure { notes.append("After the response: \(failure.sentence)") }
      return messages
    }
    // A server may have waited for the answer to a request of its own.
    if outcome.failure != nil { notes += messages.notes }
    try Self.checkIsAccepted(outcome, method)
    guard messages.isEmpty else { return messages }
    let type = response.headers.first("Content-Type") ?? "of no type"
    throw Failure(.protocolError, "\(method): the response is \(type) without a JSON-RPC message — check the URL")
  }

  private static func checkIsAccepted(_ outcome: Outcome, _ method: String) throws(Failure) {
    if let failure = outcome.failure { throw failure }
    guard let response = outcome.response else { throw Failure(.interrupted, "\(method) was cancelled") }
    guard !(200..<300 ~= response.status) else { return }
    throw Failure(.protocolError, "\(method): \(response.status) \(response.reason)".trimmingWhitespace)
  }

  package mutating func agree(on revision: String) { self.revision = revision }

  /// Ends the session, if the server began one.
  package mutating func close() async {
    guard sessionID != nil else { return }
    let outcome = await deliver(Message(method: "DELETE", headers: headers, content: nil))
    // Servers may keep sessions to themselves.
    guard let status = outcome.response?.status, 200..<300 ~= status || status == 405 || status == 404 else {
      let reason = outcome.response.map { "\($0.status) \($0.reason)" } ?? outcome.failure?.sentence
      notes.append("The session was not ended: \(reason ?? "cancelled")")
      return
    }
  }

  package func literal(_ text: String) -> String { escape(text) }

  package mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  package var headers: [Header] {
    let own: [(String, String?)] = [
      ("Accept", "application/json, text/event-stream"), (Self.sessionHeader, sessionID),
      ("MCP-Protocol-Version", revision),
    ]
    return own.compactMap { name, value in value.map { Header(name, $0) } }
  }

  /// Whether the protocol sets this header.
  static func sets(_ name: String) -> Bool {
    ["accept", sessionHeader.lowercased(), "mcp-protocol-version"].contains(name.lowercased())
  }
}

extension SavedRequest {
  /// The request with a message as its body. A value from the server has no variables.
  fileprivate func carrying(_ message: MCPRequests.Message) -> SavedRequest {
    var request = self
    request.method = message.method
    let rest = headers.filter { !MCPRequests.sets($0.name) && $0.name.lowercased() != "content-type" }
    request.headers = rest + message.headers.map { Parameter($0.name, Template.escaping($0.value)) }
    if let content = message.content { request.body = .json(.object(content)) }
    return request
  }
}
