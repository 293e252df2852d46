import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Calls of JSON-RPC that are sent in a session with an MCP server.
@Suite(.timeLimit(.minutes(2))) struct MCPStageTests {
  private static func call(
    _ url: String, _ method: String = "tools/list", params: String = "{}"
  ) throws -> SavedRequest {
    try SavedRequest(
      json: #"""
        { "method": "POST", "url": "\#(url)", "auth": { "bearer": { "token": "{{token}}" } },
          "headers": [{ "name": "accept", "value": "*/*" }, { "name": "X-Own", "value": "1" }],
          "body": { "jsonrpc": { "method": "\#(method)", "id": 1, "params": \#(params), "mcp": true } } }
        """#)
  }

  private static let around = Around(
    environment: Environment(name: "local", variables: [Variable("token", .secret), Variable("a", .literal(40))]),
    secrets: ["token": "mcp-secret"])

  // MARK: A server of the SDK

  @Test(
    .enabled(if: MCPServer.isInstalled, "needs mcp, which `make test` installs"), arguments: MCPServer.Kind.allCases)
  func aToolIsCalledInASessionOfItsOwn(kind: MCPServer.Kind) async throws {
    let recorded = Recorder<Exchange>()
    let engine = SendEngine(client: Session(), record: { exchange, _ in recorded.record(exchange) })
    let request = try Self.call(
      await TestServers.mcp().url(kind), "tools/call",
      params: #"{ "name": "add", "arguments": { "a": "{{a}}", "b": 2 } }"#)
    let events = await engine.events(request, Self.around)
    let exchange = try #require(events.exchange)
    let answers = try #require(exchange.response).eventsOrBody.compactMap { try? JSONText(Array($0)).value }
      .flatMap(JSONRPCMessage.all(in:))
    #expect(answers.answer(to: 1)?.result?.object?["content"]?.array?.first?.object?["text"] == "42")
    #expect(exchange.timeline.hops.map(\.purpose) == [.session, .session, .request])
    #expect(exchange.timeline.hops.map(\.status) == [200, 202, 200])
    let sent = exchange.sent?.headers ?? []
    #expect(sent.first("Mcp-Session-Id") != nil && sent.first("MCP-Protocol-Version") == "2025-06-18")
    #expect(sent.filter { $0.name.lowercased() == "accept" }.map(\.value) == ["application/json, text/event-stream"])
    #expect(recorded.values == [exchange])
    #expect(Self.warnings(events) == [])
  }

  @Test(.enabled(if: MCPServer.isInstalled, "needs mcp, which `make test` installs"), arguments: [false, true])
  func allPagesOfToolsAreListedInTheSessionOfTheirCursors(asJSON: Bool) async throws {
    let recorded = Recorder<Exchange>()
    let engine = SendEngine(client: Session(), record: { exchange, _ in recorded.record(exchange) })
    let events = await engine.events(
      Self.listing(try Self.call(await TestServers.mcp().pagedURL(asJSON: asJSON))))
    let exchange = try #require(events.exchange)
    #expect(Self.tools(try #require(exchange.response).eventsOrBody) == ["tool0"])
    let pages = Self.pages(of: exchange)
    #expect(pages.map(\.direction) == [.sent, .received, .sent, .received] && pages.allSatisfy { $0.type == "text" })
    #expect(Self.tools(pages.map(\.body.content)) == ["tool1", "tool2"])
    #expect(exchange.timeline.hops.map(\.purpose) == [.session, .session, .request, .session, .session])
    #expect(exchange.timeline.hops.map(\.status) == [200, 202, 200, 200, 200])
    #expect(exchange.log.console == [] && Self.warnings(events) == [])
    #expect(recorded.values == [exchange])
    let other = await engine.events(try Self.call(TestServers.mcp().pagedURL(asJSON: asJSON)), Self.around)
    #expect(other.exchange?.timeline.hops.map(\.purpose) == [.session, .session, .request])
  }

  /// A job that lists the tools from all pages.
  private static func listing(_ request: SavedRequest) -> SendEngine.Job {
    let inputs = around.inputs
    var job = SendEngine.Job(request: request) { _ in inputs }
    job.listsAllTools = true
    return job
  }

  /// The messages of further pages.
  private static func pages(of exchange: Exchange) -> [LogEvent.Message] {
    exchange.log.messages.compactMap { event in
      guard case .message(let message) = event.content, message.part == nil else { return nil }
      return message
    }
  }

  /// The names of the tools in responses.
  private static func tools(_ texts: [Data]) -> [String] {
    texts.compactMap { try? JSONText(Array($0)).value }.flatMap(JSONRPCMessage.all(in:))
      .flatMap { $0.result?.object?["tools"]?.array ?? [] }.compactMap { $0.object?["name"]?.string }
  }

  private static func warnings(_ events: [RunEvent]) -> [String] {
    events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }

  // MARK: A scripted server

  /// Answers each call, in the session `s{{token}}`, which the result names.
  ///
  /// - Parameter redirected: The method of a call that is redirected, and the URL.
  private static func server(
    _ lines: Recorder<String>, end: String = "200 OK", redirected: (method: String, url: String)? = nil
  ) throws -> RawServer {
    try RawServer { connection in
      let head = try connection.readHead()
      let bytes = try connection.readBytes(Self.length(head))
      let body = (try? JSONText(bytes).value.object) ?? JSONObject()
      lines.record(Self.line(head, body))
      let id = body["id"]?.compact ?? "null"
      switch body["method"]?.string {
      case let method? where method == redirected?.method:
        let location = "Location: \(redirected?.url ?? "")/mcp"
        try connection.respond("307 Temporary Redirect", headers: ["Connection: close", location])
      case "initialize":
        try Self.respond(
          connection, id, #"{"protocolVersion":"2025-06-18","capabilities":{}}"#, ["Mcp-Session-Id: s{{token}}"])
      case "notifications/initialized": try connection.respond("202 Accepted", headers: ["Connection: close"])
      case nil: try connection.respond(end, headers: ["Connection: close"])
      default: try Self.respond(connection, id, #"{"session":"s{{token}}"}"#, [])
      }
    }
  }

  private static func respond(
    _ connection: RawConnection, _ id: String, _ result: String, _ headers: [String]
  ) throws {
    try connection.respond(
      headers: ["Content-Type: application/json", "Connection: close"] + headers,
      body: #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
  }

  private static func length(_ head: String) -> Int {
    header("content-length", head).flatMap { Int($0) } ?? 0
  }

  private static func header(_ name: String, _ head: String) -> String? {
    let lines = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name + ": ") }
    return lines.first.map { String($0.dropFirst(name.count + 2)) }
  }

  /// The method of the request, its own header, its session, and the method and the ID of its message.
  private static func line(_ head: String, _ body: JSONObject) -> String {
    let method = head.prefix { $0 != " " }
    let texts = [
      header("x-own", head), header("authorization", head), header("mcp-session-id", head), body["method"]?.string,
      body["id"]?.compact,
    ]
    return ([String(method)] + texts.map { $0 ?? "-" }).joined(separator: " ")
  }

  @Test func everyMessageIsSentAsTheRequestAndTheSessionIsEndedAfterwards() async throws {
    let lines = Recorder<String>()
    let server = try Self.server(lines)
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(
      try Self.call(server.url), Self.around)
    #expect(events.exchange?.response?.status == 200)
    let auth = "Bearer mcp-secret"
    #expect(
      lines.values == [
        #"POST 1 \#(auth) - initialize "session-1""#, "POST 1 \(auth) s{{token}} notifications/initialized -",
        "POST 1 \(auth) s{{token}} tools/list 1", "DELETE 1 \(auth) s{{token}} - -",
      ])
    let hops = events.exchange?.timeline.hops ?? []
    #expect(!hops.flatMap(\.requestHeaders).contains { $0.value.contains("mcp-secret") })
    // The session may outlast the exchange.
    #expect(!hops.flatMap { $0.requestHeaders + $0.responseHeaders }.contains { $0.value.contains("s{{token}}") })
    #expect(events.exchange?.sent?.headers.first("Mcp-Session-Id") == SecretMask.mark)
    let body = String(decoding: events.exchange?.response?.body ?? Data(), as: UTF8.self)
    #expect(body.contains(#"{"session":"**********"}"#), "\(body)")
    #expect(Self.warnings(events) == [])
  }

  // MARK: Pages of tools

  /// Answers the first page of tools with a cursor, and handles the request of another one.
  private static func pagedServer(
    _ lines: Recorder<String>, _ another: @escaping @Sendable (RawConnection, _ id: String) throws -> Void
  ) throws -> RawServer {
    try RawServer { connection in
      let head = try connection.readHead()
      let bytes = try connection.readBytes(Self.length(head))
      let body = (try? JSONText(bytes).value.object) ?? JSONObject()
      let id = body["id"]?.compact ?? "null"
      let (method, cursor) = (body["method"]?.string, body["params"]?.object?["cursor"]?.string)
      lines.record([method ?? "end", cursor].compactMap(\.self).joined(separator: " "))
      switch (method, cursor) {
      case ("initialize", _):
        try Self.respond(
          connection, id, #"{"protocolVersion":"2025-06-18","capabilities":{}}"#, ["Mcp-Session-Id: s"])
      case ("tools/list", nil):
        try Self.respond(connection, id, #"{"tools":[{"name":"a"}],"nextCursor":"{{token}}"}"#, [])
      case ("tools/list", _): try another(connection, id)
      default: try connection.respond("202 Accepted", headers: ["Connection: close"])
      }
    }
  }

  private static let begun = ["initialize", "notifications/initialized", "tools/list"]

  @Test func aCursorIsNoTemplateAndSecretsInALaterPageAreMasked() async throws {
    let lines = Recorder<String>()
    let server = try Self.pagedServer(lines) { connection, id in
      try Self.respond(connection, id, #"{"tools":[{"name":"mcp-secret"}]}"#, [])
    }
    let engine = SendEngine(client: Session(), record: { _, _ in })
    let events = await engine.events(Self.listing(try Self.call(server.url)))
    let exchange = try #require(events.exchange)
    #expect(lines.values == Self.begun + ["tools/list {{token}}", "end"])
    #expect(Self.tools(Self.pages(of: exchange).map(\.body.content)) == ["**********"])
    let reported = events.compactMap { event in
      if case .logged(let logged) = event, case .message(let message) = logged.content { message } else { nil }
    }
    #expect(reported.map(\.body.content) == Self.pages(of: exchange).map(\.body.content))
    #expect(exchange.log.console == [] && exchange.ending == .completed)
  }

  @Test func aPageThatIsMissingIsNamedAndTheOthersStay() async throws {
    let lines = Recorder<String>()
    let server = try Self.pagedServer(lines) { connection, _ in
      try connection.respond("400 Bad Request", headers: ["Content-Type: text/plain", "Connection: close"], body: "no")
    }
    let engine = SendEngine(client: Session(), record: { _, _ in })
    let events = await engine.events(Self.listing(try Self.call(server.url)))
    let exchange = try #require(events.exchange)
    #expect(exchange.log.console.map(\.text) == ["tools/list: 400 Bad Request" + MCPToolPages.leftOut])
    #expect(exchange.log.console.map(\.endsToolList) == [true])
    #expect(Self.pages(of: exchange).map(\.direction) == [.sent, .received])
    #expect(exchange.ending == .completed && lines.values == Self.begun + ["tools/list {{token}}", "end"])
    #expect(exchange.timeline.hops.map(\.status) == [200, 202, 200, 400])
    #expect(exchange.timeline.lastOwn?.status == 200)
  }

  @Test func noFurtherPageIsRequestedOnceTheTimeIsOver() async throws {
    let lines = Recorder<String>()
    let server = try Self.pagedServer(lines) { connection, id in try Self.respond(connection, id, "{}", []) }
    var job = Self.listing(try Self.call(server.url))
    job.listTime = .zero
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(job)
    let reason = "The list of tools took longer than \(Formatting.duration(.zero))"
    #expect(events.exchange?.log.console.map(\.text) == [reason + MCPToolPages.leftOut])
    #expect(lines.values == Self.begun + ["end"])
  }

  @Test func aPageThatIsNamedAgainIsTheLastOne() async throws {
    let lines = Recorder<String>()
    let server = try Self.pagedServer(lines) { connection, id in
      try Self.respond(connection, id, #"{"tools":[],"nextCursor":"{{token}}"}"#, [])
    }
    let engine = SendEngine(client: Session(), record: { _, _ in })
    let events = await engine.events(Self.listing(try Self.call(server.url)))
    #expect(lines.values == Self.begun + ["tools/list {{token}}", "end"])
    #expect(events.exchange?.log.console == [])
  }

  @Test func cancellingEndsTheListWithThePagesThatHaveArrived() async throws {
    let server = try Self.pagedServer(Recorder<String>()) { connection, _ in connection.waitForEnd() }
    let run = SendEngine(client: Session(), record: { _, _ in }).run(Self.listing(try Self.call(server.url)))
    var events: [RunEvent] = []
    for await event in run.start() {
      if case .logged = event { run.cancel() }
      events.append(event)
    }
    let exchange = try #require(events.exchange)
    #expect(exchange.ending == .completed && Self.tools([exchange.response?.body ?? Data()]) == ["a"])
    #expect(exchange.log.console.map(\.text) == ["Cancelled" + MCPToolPages.leftOut])
  }

  // MARK: Other origins, the end of a session, and its limits

  @Test(arguments: [
    ("initialize", #"POST 1 - - initialize "session-1""#), ("tools/list", "POST 1 - - tools/list 1"),
  ])
  func anotherOriginGetsNeitherTheCredentialsNorTheSession(method: String, expected: String) async throws {
    let (lines, others) = (Recorder<String>(), Recorder<String>())
    let other = try Self.server(others)
    let server = try Self.server(lines, redirected: (method, other.url))
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(
      try Self.call(server.url), Self.around)
    #expect(events.exchange?.response?.status == 200)
    #expect(others.values == [expected])
  }

  @Test func theEndOfASessionObtainsNoToken() async throws {
    let tokens = Recorder<Int>()
    let tokenServer = try RawServer { connection in
      _ = try connection.readBytes(Self.length(try connection.readHead()))
      tokens.record(1)
      try connection.respond(
        headers: ["Content-Type: application/json", "Connection: close"],
        body: #"{"access_token":"kept-token","token_type":"Bearer","expires_in":3600}"#)
    }
    let server = try Self.server(Recorder<String>(), end: "401 Unauthorized")
    var document = try Self.call(server.url).document
    document["auth"] = [
      "oauth2": ["accessTokenUrl": .string(tokenServer.url), "clientId": "c", "clientSecret": "client-secret"]
    ]
    let request = try SavedRequest(document: document)
    let engine = SendEngine(client: Session(), record: { _, _ in })
    for _ in 0..<2 {
      let events = await engine.events(request, .nothing)
      #expect(events.exchange?.response?.status == 200)
      #expect(Self.warnings(events) == ["The session was not ended: 401 Unauthorized"])
    }
    #expect(tokens.values == [1])
  }

  @Test func notesOfTheServerAreShortened() async throws {
    let text = String(repeating: "x", count: 2000)
    let log = #"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"\#(text)"}}"#
    let server = try RawServer { connection in
      _ = try connection.readBytes(Self.length(try connection.readHead()))
      let messages = Array(repeating: log, count: 30).joined(separator: ",")
      try connection.respond(
        headers: ["Content-Type: application/json", "Connection: close"],
        body: #"[\#(messages),{"jsonrpc":"2.0","id":"session-1","error":{"code":1,"message":"no"}}]"#)
    }
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(
      try Self.call(server.url), Self.around)
    let console = events.exchange?.log.console.map(\.text) ?? []
    #expect(console.count == 21 && console.last == "10 more notes about the session")
    #expect(console.first == "Server: log: " + String(repeating: "x", count: 987) + "…")
  }

  @Test func onlyARequestOverHTTPOpensASession() async throws {
    let engine = SendEngine(client: Session(), record: { _, _ in })
    let inputs = Self.around.inputs
    for (url, isOpened) in [("http://h/mcp", true), ("ws://h/mcp", false)] {
      let request = try Self.call(url)
      let outline = await engine.outline(.init(request: request) { _ in inputs })
      #expect(outline.opensMCPSession == isOpened, "\(url)")
    }
  }

  @Test func aSessionThatCannotBeEndedIsNamed() async throws {
    let server = try Self.server(Recorder<String>(), end: "500 Internal Server Error")
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(
      try Self.call(server.url), Self.around)
    #expect(Self.warnings(events) == ["The session was not ended: 500 Internal Server Error"])
    #expect(events.exchange?.ending == .completed)
  }

  @Test(arguments: [
    ("404 Not Found", "text/plain", "initialize: 404 Not Found"),
    ("200 OK", "text/html", "initialize: the response is text/html without a JSON-RPC message — check the URL"),
  ])
  func aURLWithoutAnMCPServerIsNamedAndTheCallIsNotSent(status: String, type: String, sentence: String) async throws {
    let methods = Recorder<String>()
    let server = try RawServer { connection in
      let head = try connection.readHead()
      methods.record(String(decoding: try connection.readBytes(Self.length(head)), as: UTF8.self))
      try connection.respond(status, headers: ["Content-Type: \(type)", "Connection: close"], body: "<p>")
    }
    let events = await SendEngine(client: Session(), record: { _, _ in }).events(
      try Self.call(server.url), Self.around)
    let exchange = try #require(events.exchange)
    #expect(exchange.outcome == .failed(Failure(.protocolError, sentence), partial: nil))
    #expect(exchange.timeline.hops.map(\.purpose) == [.session])
    #expect(methods.values.count == 1 && methods.values.allSatisfy { $0.contains("initialize") })
  }

  /// It keeps sending, so no idle timeout ends it.
  @Test func aStreamOfASessionThatNeverEndsIsEnded() async throws {
    let server = try RawServer { connection in
      _ = try connection.readBytes(Self.length(try connection.readHead()))
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
      while true {
        try connection.send(": ping\n\n")
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    let inputs = Self.around.inputs
    var job = SendEngine.Job(request: try Self.call(server.url)) { _ in inputs }
    job.options.patience = 0.5
    let exchange = try #require(await SendEngine(client: Session(), record: { _, _ in }).events(job).exchange)
    #expect(exchange.outcome.failure?.kind == .timedOut)
    #expect(exchange.timeline.hops.map(\.purpose) == [.session])
  }

  @Test func aTimeLimitIsForRequestsWithoutATimeout() throws {
    func limits(_ timeout: Double?) throws -> [Duration?] {
      var request = SavedRequest(method: "GET", url: "http://h/")
      request.options.timeout = timeout
      var prepared = PreparedRequest(
        method: "GET", url: "http://h/", headers: [], body: nil, files: [], options: request.options, secrets: [],
        credentialHeaders: [], maskedHeaders: [])
      prepared.patience = 600
      let options = try TransferRoute(prepared).transferOptions(to: "h")
      return [options.timeout, options.readTimeout]
    }
    #expect(try limits(nil) == [.seconds(600), .seconds(60)])
    #expect(try limits(2) == [.seconds(2), nil])
    #expect(try limits(0) == [nil, nil])
  }

  @Test func aPreviewOpensNoSessionAndSaysSo() async throws {
    let engine = SendEngine(client: Session(), record: { _, _ in })
    let inputs = Self.around.inputs
    let preview = await engine.preview(.init(request: try Self.call("http://127.0.0.1:1/mcp")) { _ in inputs })
    #expect(preview.text.contains("tools/list") && !preview.text.contains("Mcp-Session-Id"))
    #expect(preview.notes.contains("Session: sending opens one with the MCP server first, and adds its headers"))
  }
}
