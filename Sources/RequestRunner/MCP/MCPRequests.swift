internal import Foundation
package import RequestModel

/// Streamable HTTP: each message is an exchange of its own.
package struct MCPRequests: MCPTransport {
  /// Sends a request and returns its exchange.
  package typealias Send = (SavedRequest) async -> Exchange

  package static let revisions = ["2025-06-18", "2025-03-26"]

  private let base: SavedRequest
  private let send: Send
  private var sessionID: String?
  private var revision: String?
  private var notes: [String] = []

  /// - Parameter base: Its URL, query, headers, auth and options are those of all messages.
  package init(_ base: SavedRequest, send: @escaping Send) {
    self.base = base.withoutParts(["body", "checks", "captures", "examples"])
    self.send = send
  }

  package mutating func exchange(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage] {
    let method = message["method"]?.string ?? ""
    let exchange = await send(request(message))
    guard let id else {
      try Self.checkIsAccepted(exchange, method)
      return []
    }
    guard let response = exchange.outcome.response else {
      throw exchange.outcome.failure ?? Failure(.interrupted, "\(method) was cancelled")
    }
    if revision == nil { sessionID = response.headers.first("Mcp-Session-Id") }
    let messages = response.eventsOrBody.compactMap { try? JSONText(Array($0)).value }
      .flatMap(JSONRPCMessage.all(in:))
    let answer = messages.answer(to: id)
    if answer?.problem != nil { return messages }
    if answer != nil, 200..<300 ~= response.status {
      if let failure = exchange.outcome.failure { notes.append("After the answer: \(failure.sentence)") }
      return messages
    }
    // A server may have waited for the answer to a request of its own.
    if exchange.outcome.failure != nil { notes += messages.notes }
    try Self.checkIsAccepted(exchange, method)
    guard messages.isEmpty else { return messages }
    let type = response.headers.first("Content-Type") ?? "of no type"
    throw Failure(.protocolError, "\(method): the response is \(type) without a JSON-RPC message — check the URL")
  }

  private static func checkIsAccepted(_ exchange: Exchange, _ method: String) throws(Failure) {
    if let failure = exchange.outcome.failure { throw failure }
    guard let response = exchange.response else { throw Failure(.interrupted, "\(method) was cancelled") }
    guard !(200..<300 ~= response.status) else { return }
    throw Failure(.protocolError, "\(method): \(response.status) \(response.reason)".trimmingWhitespace)
  }

  package mutating func agree(on revision: String) { self.revision = revision }

  /// Ends the session, if the server began one.
  package mutating func close() async {
    guard sessionID != nil else { return }
    var request = base
    request.method = "DELETE"
    request.headers = headers
    let exchange = await send(request)
    // Servers may keep sessions to themselves.
    guard let status = exchange.response?.status, 200..<300 ~= status || status == 405 || status == 404 else {
      let reason = exchange.response.map { "\($0.status) \($0.reason)" } ?? exchange.outcome.failure?.sentence
      notes.append("The session was not ended: \(reason ?? "cancelled")")
      return
    }
  }

  package func literal(_ text: String) -> String { Template.escaping(text) }

  package mutating func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  private func request(_ message: JSONObject) -> SavedRequest {
    var request = base
    request.method = "POST"
    request.headers = headers
    request.body = .json(.object(message))
    return request
  }

  /// The headers of the request with those of the protocol. A value from the server has no variables.
  private var headers: [Parameter] {
    let own: [(String, String?)] = [
      ("Accept", "application/json, text/event-stream"), ("Mcp-Session-Id", sessionID.map(Template.escaping)),
      ("MCP-Protocol-Version", revision),
    ]
    let names = Set(own.map { $0.0.lowercased() } + ["content-type"])
    let rest = base.headers.filter { !names.contains($0.name.lowercased()) }
    return rest + own.compactMap { name, value in value.map { Parameter(name, $0) } }
  }
}

extension SavedRequest {
  fileprivate func withoutParts(_ names: [String]) -> SavedRequest {
    var document = document
    for name in names { document[name] = nil }
    // A request without some of its members is still one.
    return (try? SavedRequest(document: document)) ?? self
  }
}
