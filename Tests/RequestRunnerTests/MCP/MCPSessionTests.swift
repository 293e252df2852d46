import Foundation
import RequestModel
import ResponseChecks
import Testing

@testable import RequestRunner

/// Sessions of the Model Context Protocol, with a server that answers by a list.
@Suite struct MCPSessionTests {
  private final class Server {
    struct Answer {
      var status = 200
      var headers = [Header("Content-Type", "application/json")]
      var body: String
      /// Why the response has no end.
      var failure: Failure?

      init(_ body: String) { self.body = body }
    }

    var answers: [Answer]
    private(set) var received: [SavedRequest] = []
    private(set) var patience: [Double] = []

    init(_ answers: [Answer]) { self.answers = answers }

    func answer(_ request: SavedRequest, _ patience: Double) -> Exchange {
      received.append(request)
      self.patience.append(patience)
      var answer = Answer("")
      if answers.isEmpty { answer.status = 202 } else { answer = answers.removeFirst() }
      let response = Response(
        status: answer.status, reason: "Reason", httpVersion: "HTTP/1.1", headers: answer.headers,
        body: Data(answer.body.utf8))
      let outcome = answer.failure.map { Outcome.failed($0, partial: response) } ?? .completed(response)
      return Exchange(
        id: ExchangeID(), request: request, startedAt: Date(timeIntervalSince1970: 0), outcome: outcome,
        duration: .zero)
    }

    /// The method, the session and the body of each request.
    var lines: [String] {
      received.map { request in
        let session = request.headers.first { $0.name == "Mcp-Session-Id" }?.value ?? "-"
        return "\(request.method) \(session) \(request.body?["json"]?.compact ?? "-")"
      }
    }
  }

  private static func opening(version: String = "2025-06-18", session: String? = nil) -> [Server.Answer] {
    var answer = Server.Answer(
      #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"\#(version)","capabilities":{"tools":{}}}}"#)
    if let session { answer.headers.append(Header("Mcp-Session-Id", session)) }
    var accepted = Server.Answer("")
    accepted.status = 202
    return [answer, accepted]
  }

  private static func session(_ server: Server) throws -> MCPSession {
    let request = try SavedRequest(
      json: #"""
        { "method": "GET", "url": "http://h/mcp", "body": { "text": "x" }, "checks": [{ "query": "status" }],
          "headers": [{ "name": "accept", "value": "*/*" }, { "name": "X-Own", "value": "{{own}}" }] }
        """#)
    return MCPSession(MCPRequests(request) { server.answer($0, $1) })
  }

  @Test func aPageThatIsNamedAgainEndsTheListWithANote() async throws {
    let page = Server.Answer(#"{"id":2,"result":{"tools":[{"name":"a"}],"nextCursor":"1"}}"#)
    let again = Server.Answer(#"{"id":3,"result":{"tools":[{"name":"b"}],"nextCursor":"1"}}"#)
    var session = try Self.session(Server(Self.opening() + [page, again]))
    try await session.open(as: ["name": "w"])
    #expect(try await session.list(.tools) == [["name": "a"], ["name": "b"]])
    #expect(session.notes == ["The server names the same page of tools again: the rest is left out"])
  }

  @Test func anEmptyCursorEndsTheListWithoutANote() async throws {
    let page = Server.Answer(#"{"id":2,"result":{"tools":[{"name":"a"}],"nextCursor":"1"}}"#)
    let last = Server.Answer(#"{"id":3,"result":{"tools":[{"name":"b"}],"nextCursor":""}}"#)
    let server = Server(Self.opening() + [page, last])
    var session = try Self.session(server)
    try await session.open(as: ["name": "w"])
    #expect(try await session.list(.tools) == [["name": "a"], ["name": "b"]])
    #expect(session.notes == [] && server.answers.isEmpty && server.received.count == 4)
  }

  @Test func aListThatTakesTooLongEndsWithANote() async throws {
    let page = Server.Answer(#"{"id":2,"result":{"tools":[{"name":"a"}],"nextCursor":"1"}}"#)
    let server = Server(Self.opening() + [page])
    var session = try Self.session(server)
    session.listTime = .zero
    try await session.open(as: ["name": "w"])
    #expect(try await session.list(.tools) == [["name": "a"]])
    let limit = Formatting.duration(.zero)
    #expect(session.notes == ["The list of tools took longer than \(limit): the rest is left out"])
    #expect(server.received.count == 3)
  }

  @Test func cursorsThatGoRoundEndTheListWithANote() async throws {
    let pages = [("a", "1"), ("b", "2"), ("c", "1")].enumerated().map { index, page in
      Server.Answer(
        #"{"id":\#(index + 2),"result":{"tools":[{"name":"\#(page.0)"}],"nextCursor":"\#(page.1)"}}"#)
    }
    var session = try Self.session(Server(Self.opening() + pages))
    try await session.open(as: ["name": "w"])
    #expect(try await session.list(.tools) == [["name": "a"], ["name": "b"], ["name": "c"]])
    #expect(session.notes == ["The server names the same page of tools again: the rest is left out"])
  }

  @Test func allPagesAreListedAndNothingOfTheServerIsATemplate() async throws {
    let server = Server(
      Self.opening(session: "{{id}}") + [
        Server.Answer(#"{"id":2,"result":{"tools":[{"name":"a"}],"nextCursor":"{{next}}"}}"#),
        Server.Answer(#"{"id":3,"result":{"tools":[{"name":"b"}]}}"#),
      ])
    var session = try Self.session(server)
    try await session.open(as: ["name": "w"])
    let tools = try await session.list(.tools)
    #expect(tools == [["name": "a"], ["name": "b"]])
    await session.close()
    let (escaped, next) = (Template.escaping("{{id}}"), Template.escaping("{{next}}"))
    #expect(
      server.lines == [
        #"POST - {"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
          + #""clientInfo":{"name":"w"}},"id":1}"#,
        #"POST \#(escaped) {"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"POST \#(escaped) {"jsonrpc":"2.0","method":"tools/list","id":2}"#,
        #"POST \#(escaped) {"jsonrpc":"2.0","method":"tools/list","params":{"cursor":"\#(next)"},"id":3}"#,
        "DELETE \(escaped) -",
      ])
    #expect(
      server.received[4].headers.map { "\($0.name): \($0.value)" } == [
        "X-Own: {{own}}", "Accept: application/json, text/event-stream", "Mcp-Session-Id: \(escaped)",
        "MCP-Protocol-Version: 2025-06-18",
      ])
    #expect(server.received.allSatisfy { $0.checks.isEmpty } && session.notes == [])
  }

  @Test func everyMessageHasATimeLimit() async throws {
    let tools = #"{"id":2,"result":{"tools":[{"name":"add"}]}}"#
    let result = #"{"id":3,"result":{"content":[]}}"#
    let server = Server(Self.opening(session: "s") + [Server.Answer(tools), Server.Answer(result)])
    var session = try Self.session(server)
    try await session.open(as: JSONObject())
    _ = try await session.callTool("add", MCPArguments())
    await session.close()
    #expect(server.received.map(\.method) == ["POST", "POST", "POST", "POST", "DELETE"])
    #expect(server.patience == [60, 60, 60, 600, 60])
  }

  @Test func anUnknownRevisionAndAnUnofferedListAreRefused() async throws {
    var old = try Self.session(Server(Self.opening(version: "2024-11-05")))
    await #expect(throws: Failure(.protocolError, "The server speaks MCP 2024-11-05, and Workbench 2025-06-18")) {
      try await old.open(as: JSONObject())
    }
    var session = try Self.session(Server(Self.opening()))
    try await session.open(as: JSONObject())
    await #expect(throws: Failure(.other, "The server offers no prompts")) { _ = try await session.list(.prompts) }
  }

  @Test(arguments: [
    (200, #"{"id":2,"error":{"code":-32601,"message":"no"}}"#, "tools/list: error -32601: no"),
    (404, #"{"id":null,"error":{"code":-32600,"message":"gone"}}"#, "tools/list: error -32600: gone"),
    (401, "", "tools/list: 401 Reason"), (200, #"{"id":7,"result":{}}"#, "tools/list: the server did not answer it"),
    (200, "<p>", "tools/list: the response is application/json without a JSON-RPC message — check the URL"),
  ])
  func anInvalidAnswerIsAFailure(status: Int, body: String, sentence: String) async throws {
    var answer = Server.Answer(body)
    answer.status = status
    var session = try Self.session(Server(Self.opening() + [answer]))
    try await session.open(as: JSONObject())
    let error = await #expect(throws: Failure.self) { _ = try await session.list(.tools) }
    #expect(error?.sentence == sentence)
  }

  @Test func aServerThatWaitsForAnAnswerOfOursIsNamed() async throws {
    var stream = Server.Answer("data: {\"method\":\"sampling/createMessage\",\"id\":\"s\",\"params\":{}}\n\n")
    stream.headers = [Header("Content-Type", "text/event-stream")]
    stream.failure = Failure(.timedOut, "Late")
    var session = try Self.session(Server(Self.opening() + [stream]))
    try await session.open(as: JSONObject())
    await #expect(throws: Failure(.timedOut, "Late")) { _ = try await session.list(.tools) }
    await session.close()
    #expect(session.notes == ["The server asks for sampling/createMessage, which Workbench does not offer"])
  }

  @Test func theAnswerIsFoundInAStreamAndTheRestOfItIsNoted() async throws {
    var stream = Server.Answer(
      """
      : ping

      data: {"method":"notifications/message","params":{"level":"info","data":"working"}}

      data: {"method":"sampling/createMessage","id":"s","params":{}}

      event: message
      data: {"id":2,
      data:  "result":{"tools":[{"name":"a"}]}}


      """)
    stream.headers = [Header("Content-Type", "text/event-stream; charset=utf-8")]
    var session = try Self.session(Server(Self.opening() + [stream]))
    try await session.open(as: JSONObject())
    let tools = try await session.list(.tools)
    #expect(tools == [["name": "a"]])
    #expect(
      session.notes == [
        "Server: info: working", "The server asks for sampling/createMessage, which Workbench does not offer",
      ])
  }

  @Test func aToolIsCalledOnlyWithArgumentsThatMatch() async throws {
    let tools = #"{"id":2,"result":{"tools":[{"name":"add","inputSchema":{"required":["a"]}}]}}"#
    let server = Server(Self.opening() + [Server.Answer(tools)])
    var session = try Self.session(server)
    try await session.open(as: JSONObject())
    let unmatched = await #expect(throws: Failure.self) { _ = try await session.callTool("add", MCPArguments()) }
    #expect(unmatched?.sentence.hasPrefix("Not called: ") == true)
    server.answers = [Server.Answer(tools.replacing("\"id\":2", with: "\"id\":3"))]
    let unknown = await #expect(throws: Failure.self) { _ = try await session.callTool("adds", MCPArguments()) }
    #expect(unknown?.sentence == "The server has no tool \"adds\" — perhaps add")
    #expect(server.lines.filter { $0.contains("tools/call") } == [])
  }

  @Test func ofManyToolsTheFirstOnesAreNamed() async throws {
    let names = (1...25).map { "tool\($0)" }
    let list = names.map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    let server = Server(Self.opening() + [Server.Answer(#"{"id":2,"result":{"tools":[\#(list)]}}"#)])
    var session = try Self.session(server)
    try await session.open(as: JSONObject())
    let unknown = await #expect(throws: Failure.self) { _ = try await session.callTool("sum", MCPArguments()) }
    let named = names.prefix(20).joined(separator: ", ")
    #expect(unknown?.sentence == "The server has no tool \"sum\" — it has \(named) and 5 more")
  }
}
