internal import Foundation

/// A session with a server of the Model Context Protocol, revision 2025-06-18.
package struct MCPSession {
  /// A server that gives more pages than this is not asked for the next one.
  private static let mostPages = 1_000
  /// The number of tools that an error names.
  private static let mostNames = 20

  private var transport: any MCPTransport
  /// Distinguishes the IDs of its calls from those of other calls in the session.
  private let idPrefix: String
  /// The time after which no further page of a list is requested.
  var listTime = MCPToolPages.listTime
  private var lastID = 0
  /// The capabilities in the server's answer to `initialize`.
  private(set) var capabilities = JSONObject()
  /// Notes about messages of the server that are not used, and about values that could not be checked.
  package private(set) var notes: [String] = []

  package init(_ transport: any MCPTransport, idPrefix: String = "") {
    (self.transport, self.idPrefix) = (transport, idPrefix)
  }

  /// The headers of other requests in the session.
  var headers: [Header] { transport.headers }

  // MARK: The session

  /// Begins the session.
  ///
  /// - Parameter client: The name and the version of this program.
  package mutating func open(as client: JSONObject) async throws(Failure) {
    let revisions = type(of: transport).revisions
    let result = try await call(
      "initialize",
      [
        "protocolVersion": .string(revisions[0]), "capabilities": .object(JSONObject()),
        "clientInfo": .object(client),
      ])
    let version = result["protocolVersion"]?.string ?? "without a version"
    guard revisions.contains(version) else {
      throw Failure(.protocolError, "The server speaks MCP \(version), and Workbench \(revisions[0])")
    }
    transport.agree(on: version)
    capabilities = result["capabilities"]?.object ?? JSONObject()
    _ = try await transport.exchange(Self.message("notifications/initialized", JSONObject(), id: nil), id: nil)
    notes += transport.takeNotes()
  }

  package mutating func close() async {
    await transport.close()
    notes += transport.takeNotes()
  }

  // MARK: Messages

  /// Calls a method and returns its result.
  mutating func call(_ method: String, _ params: JSONObject) async throws(Failure) -> JSONObject {
    lastID += 1
    let id: JSONValue = idPrefix.isEmpty ? .number(lastID) : .string(idPrefix + String(lastID))
    let messages = try await send(Self.message(method, params, id: id), id: id)
    let answer = messages.answer(to: id)
    if let problem = answer?.problem { throw Failure(.other, "\(method): error \(problem)") }
    if let result = answer?.result?.object { return result }
    throw Failure(.protocolError, "\(method): the server did not answer it")
  }

  /// Sends a message.
  ///
  /// - Returns: The messages of the server up to the answer.
  @discardableResult
  mutating func send(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage] {
    let messages = try await transport.exchange(message, id: id)
    notes += messages.notes
    notes += transport.takeNotes()
    return messages
  }

  private static func message(_ method: String, _ params: JSONObject, id: JSONValue?) -> JSONObject {
    var content: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
    if !params.members.isEmpty { content["params"] = .object(params) }
    if let id { content["id"] = id }
    return content
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
    var cursors: Set<String> = []
    let start = ContinuousClock.now
    for _ in 0..<Self.mostPages {
      if cursor != nil, start.duration(to: .now) >= listTime {
        let limit = Formatting.duration(listTime)
        notes.append("The list of \(list.rawValue) took longer than \(limit): the rest is left out")
        return items
      }
      let params: JSONObject = cursor.map { ["cursor": .string(transport.literal($0))] } ?? JSONObject()
      let page = try await call("\(list.rawValue)/list", params)
      items += (page[list.rawValue]?.array ?? []).compactMap(\.object)
      guard let next = MCPToolPages.nextCursor(of: page) else { return items }
      guard cursors.insert(next).inserted else {
        notes.append("The server names the same page of \(list.rawValue) again: the rest is left out")
        return items
      }
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
      "tools/call", ["name": .string(transport.literal(name)), "arguments": .object(values)])
  }

  private static func unknown(_ name: String, among names: [String]) -> String {
    let sentence = "The server has no tool \"\(name)\""
    if let near = NearestName.of(name, among: names) { return sentence + " — perhaps \(near)" }
    if names.isEmpty { return sentence }
    let (named, rest) = (names.prefix(mostNames).joined(separator: ", "), names.count - mostNames)
    return sentence + " — it has " + named + (rest > 0 ? " and \(rest) more" : "")
  }
}
