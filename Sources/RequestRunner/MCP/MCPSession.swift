internal import Foundation
package import RequestModel

/// A session with a server of the Model Context Protocol over streamable HTTP, revision 2025-06-18. Each message is an
/// exchange of its own.
package struct MCPSession {
  /// Sends a request and returns its exchange.
  package typealias Send = (SavedRequest) async -> Exchange

  package static let revision = "2025-06-18"
  /// The revisions whose streamable HTTP is the same for what is used here.
  private static let revisions: Set = [revision, "2025-03-26"]
  /// A server that gives more pages than this is not asked for the next one.
  private static let mostPages = 1_000

  private let base: SavedRequest
  private let send: Send
  private var sessionID: String?
  private var negotiated: String?
  private var lastID = 0
  /// The capabilities in the server's answer to `initialize`.
  private(set) var capabilities = JSONObject()
  /// Notes about messages of the server that are not used, and about values that could not be checked.
  package private(set) var notes: [String] = []

  /// - Parameter base: Its URL, query, headers, auth and options are those of all messages.
  package init(_ base: SavedRequest, send: @escaping Send) {
    self.base = base.withoutParts(["body", "checks", "captures", "examples"])
    self.send = send
  }

  // MARK: The session

  /// Begins the session.
  ///
  /// - Parameter client: The name and the version of this program.
  package mutating func open(as client: JSONObject) async throws(Failure) {
    let result = try await call(
      "initialize",
      [
        "protocolVersion": .string(Self.revision), "capabilities": .object(JSONObject()),
        "clientInfo": .object(client),
      ])
    let version = result["protocolVersion"]?.string ?? "without a version"
    guard Self.revisions.contains(version) else {
      throw Failure(.protocolError, "The server speaks MCP \(version), and Workbench \(Self.revision)")
    }
    negotiated = version
    capabilities = result["capabilities"]?.object ?? JSONObject()
    let exchange = await send(message("notifications/initialized", JSONObject(), id: nil))
    try Self.checkIsAccepted(exchange, "notifications/initialized")
  }

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

  // MARK: Messages

  /// Calls a method and returns its result.
  mutating func call(_ method: String, _ params: JSONObject) async throws(Failure) -> JSONObject {
    lastID += 1
    let id = JSONValue.number(lastID)
    let exchange = await send(message(method, params, id: id))
    guard let response = exchange.outcome.response else {
      throw exchange.outcome.failure ?? Failure(.interrupted, "\(method) was cancelled")
    }
    if negotiated == nil { sessionID = response.headers.first("Mcp-Session-Id") }
    let messages = response.eventsOrBody.compactMap { try? JSONText(Array($0)).value }
      .flatMap(JSONRPCMessage.all(in:))
    note(messages)
    let answer = messages.first { $0.isResponse && $0.id == id } ?? messages.first { $0.isResponse && $0.id == nil }
    if let problem = answer?.problem { throw Failure(.other, "\(method): error \(problem)") }
    if let result = answer?.result?.object, 200..<300 ~= response.status {
      if let failure = exchange.outcome.failure { notes.append("After the answer: \(failure.sentence)") }
      return result
    }
    try Self.checkIsAccepted(exchange, method)
    guard messages.isEmpty else { throw Failure(.protocolError, "\(method): the server did not answer it") }
    let type = response.headers.first("Content-Type") ?? "of no type"
    throw Failure(.protocolError, "\(method): the response is \(type) without a JSON-RPC message — check the URL")
  }

  private static func checkIsAccepted(_ exchange: Exchange, _ method: String) throws(Failure) {
    if let failure = exchange.outcome.failure { throw failure }
    guard let response = exchange.response else { throw Failure(.interrupted, "\(method) was cancelled") }
    guard !(200..<300 ~= response.status) else { return }
    throw Failure(.protocolError, "\(method): \(response.status) \(response.reason)".trimmingWhitespace)
  }

  /// Reports log messages, and requests of the server, which are not answered.
  private mutating func note(_ messages: [JSONRPCMessage]) {
    for message in messages {
      guard let method = message.method else { continue }
      if message.isCall {
        notes.append("The server asks for \(method), which Workbench does not answer")
      } else if method == "notifications/message" {
        let text = message.params?["data"].map { $0.string ?? $0.compact } ?? ""
        notes.append("Server: \(message.params?["level"]?.string ?? "log"): \(text)")
      }
    }
  }

  private func message(_ method: String, _ params: JSONObject, id: JSONValue?) -> SavedRequest {
    var content: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
    if !params.members.isEmpty { content["params"] = .object(params) }
    if let id { content["id"] = id }
    var request = base
    request.method = "POST"
    request.headers = headers
    request.body = .json(.object(content))
    return request
  }

  /// The headers of the request with those of the protocol. A value from the server has no variables.
  private var headers: [Parameter] {
    let own: [(String, String?)] = [
      ("Accept", "application/json, text/event-stream"), ("Mcp-Session-Id", sessionID.map(Template.escaping)),
      ("MCP-Protocol-Version", negotiated),
    ]
    let names = Set(own.map { $0.0.lowercased() } + ["content-type"])
    let rest = base.headers.filter { !names.contains($0.name.lowercased()) }
    return rest + own.compactMap { name, value in value.map { Parameter(name, $0) } }
  }

  // MARK: Lists

  /// The lists of a server.
  package enum List: String, CaseIterable, Sendable {
    case tools, resources, prompts
  }

  /// Lists what the server offers, from all pages.
  package mutating func list(_ list: List) async throws(Failure) -> [JSONObject] {
    guard capabilities[list.rawValue] != nil else { throw Failure(.other, "The server offers no \(list.rawValue)") }
    var items: [JSONObject] = []
    var cursor: String?
    for _ in 0..<Self.mostPages {
      let params: JSONObject = cursor.map { ["cursor": .string(Template.escaping($0))] } ?? JSONObject()
      let page = try await call("\(list.rawValue)/list", params)
      items += (page[list.rawValue]?.array ?? []).compactMap(\.object)
      let next = page["nextCursor"]?.string
      guard let next, next != cursor else { return items }
      cursor = next
    }
    notes.append("More than \(Self.mostPages) pages of \(list.rawValue): the rest is left out")
    return items
  }

  // MARK: Tools

  /// Calls a tool, if its arguments match its schema.
  package mutating func callTool(_ name: String, _ arguments: MCPArguments) async throws(Failure) -> JSONObject {
    let tools = try await list(.tools)
    guard let tool = tools.first(where: { $0["name"]?.string?.isExactly(name) == true }) else {
      throw Failure(.unprepared, Self.unknown(name, among: tools.compactMap { $0["name"]?.string }))
    }
    let schema = tool["inputSchema"]?.object ?? JSONObject()
    let values = arguments.values(for: schema)
    if let note = try MCPArguments.check(values, by: schema, of: name) { notes.append(note) }
    return try await call(
      "tools/call", ["name": .string(Template.escaping(name)), "arguments": .object(values)])
  }

  private static func unknown(_ name: String, among names: [String]) -> String {
    let sentence = "The server has no tool \"\(name)\""
    if let near = NearestName.of(name, among: names) { return sentence + " — perhaps \(near)" }
    return sentence + (names.isEmpty ? "" : " — it has " + names.joined(separator: ", "))
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
