import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The tools of an MCP server: their list, and the form that calls one.
@Suite struct MCPToolTests {
  private static let schema = #"""
    { "type": "object", "required": ["a"], "properties": {
      "a": { "type": "integer", "description": "The first number.", "default": 7 },
      "unit": { "enum": ["kg", "{{secret}}"] }, "exact": { "type": "boolean" }, "extra": { "type": "object" },
      "note": { "type": "string" } } }
    """#
  private static let add = #"{ "name": "add", "description": "Adds numbers.\nSlowly.", "inputSchema": \#(schema) }"#

  private static func page(_ tools: String, next: String? = nil) -> String {
    let cursor = next.map { #", "nextCursor": "\#($0)""# } ?? ""
    return #"{ "jsonrpc": "2.0", "id": 1, "result": { "tools": [\#(tools)]\#(cursor) } }"#
  }

  private static func request(_ members: String = "") throws -> SavedRequest {
    let text = #"{ "id": "r1", "method": "GET", "url": "{{base}}/mcp"\#(members) }"#
    return try SavedRequest(document: #require(try JSONText(text).value.object))
  }

  /// The shop with a request to an MCP server, whose tools are being listed.
  private static func asking(_ request: SavedRequest, columns: Int = 100) -> Harness {
    var app = Harness.shop(columns: columns)
    app.open("shop/list.json", request)
    app.press(":")
    app.type("mcp tools")
    app.press("<Enter>")
    return app
  }

  /// The list of the tool `add`.
  private static func listed(_ request: SavedRequest, columns: Int = 100) throws -> Harness {
    var app = asking(request, columns: columns)
    let job = try #require(app.sentJob)
    app.answer(job, page(add))
    return app
  }

  // MARK: The list

  @Test func theToolsAreAskedForAsTheRequestIsSentAndListed() throws {
    let request = try Self.request(
      #"""
      , "headers": [{ "name": "X-Own", "value": "{{own}}" }], "body": { "text": "x" },
      "checks": [{ "query": "status" }], "scripts": { "preRequest": "a", "postResponse": "b" }
      """#)
    var app = Self.asking(request)
    let job = try #require(app.sentJob)
    var wanted = request.withoutResponseParts
    wanted.method = "POST"
    wanted.body = .jsonrpc("tools/list", mcp: true)
    #expect(job.request == wanted && job.basis == .edits && job.environment == "local")
    #expect(job.origin == Exchange.Origin(root: "/collections", address: "shop/list.json"))
    #expect(job.request.headers == request.headers && job.request.checks == [])
    #expect(job.request.document["scripts"] == ["preRequest": "a"])
    #expect(app.bench.workspace.request == request)
    app.answer(job, Self.page(Self.add))
    for text in ["MCP tools", "add", "Adds numbers.", #"a: integer, unit?: "kg"|"{{secret}}","#] {
      app.expectOnScreen(text)
    }
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func allPagesOfTheExchangeAreListed() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    #expect(job.listsAllTools)
    app.answer(job, Self.page(Self.add, next: "1"), further: [Self.page(#"{ "name": "count" }"#, next: "1")])
    #expect(app.sentJob == nil)
    for text in ["add", "count"] { app.expectOnScreen(text) }
    #expect(app.bench.notice?.text == "The server has more pages of tools: the rest is left out")
  }

  @Test func thePagesOfAStreamFollowItsEvents() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(
      job, "data: …", messages: ["ping", Self.page(Self.add, next: "1")], further: [Self.page(#"{ "name": "count" }"#)])
    for text in ["add", "count"] { app.expectOnScreen(text) }
    #expect(app.bench.notice?.text.contains("tools") != true)
  }

  /// The reason is in the console of the exchange.
  @Test(arguments: [[], ["<p>"], [#"{ "id": 2, "error": { "code": 1 } }"#]])
  func aPageThatIsMissingIsNamedBesideTheOthers(further: [String]) throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    let reason = "tools/list: 400 Bad Request — the rest of the tools is left out"
    let other = "Server: log: x — the rest of the tools is left out"
    app.answer(job, Self.page(Self.add, next: "1"), further: further, missing: reason, console: [other])
    app.expectOnScreen("Adds numbers.")
    #expect(app.bench.notice == Notice(.failure, reason))
  }

  @Test func aListThatWasCutSaysSo() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(job, Self.page(Self.add, next: "1"))
    app.expectOnScreen("Adds numbers.")
    #expect(app.bench.notice == Notice(.failure, "The server has more pages of tools: the rest is left out"))
  }

  @Test func aListInAStreamIsReadFromItsEvents() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(job, "data: …", messages: ["ping", Self.page(Self.add)])
    app.expectOnScreen("Adds numbers.")
  }

  @Test(arguments: [
    (200, #"{ "id": 1, "error": { "code": -32601, "message": "No" } }"#, "tools/list: error -32601: No"),
    (200, "<p>", "tools/list: the response has no JSON-RPC message — check the URL"),
    (401, "", "tools/list: 401 Reason"), (200, page(""), "The MCP server has no tools"),
  ])
  func aListThatCannotBeReadIsExplained(status: Int, body: String, sentence: String) throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(job, body, status: status)
    #expect(app.bench.notice?.text == sentence && app.bench.overlays.isEmpty)
  }

  @Test func theFailureOfTheSessionIsShown() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.end(job, .failed(Failure(.protocolError, "initialize: 404 Not Found"), partial: nil))
    #expect(app.bench.notice == Notice(.failure, "initialize: 404 Not Found"))
    app = Self.asking(try Self.request())
    let cancelled = try #require(app.sentJob)
    app.end(cancelled, .cancelled(partial: nil))
    #expect(app.bench.notice?.kind != .failure && app.bench.overlays.isEmpty)
  }

  @Test func aListDoesNotCoverAnotherRequest() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    _ = app.bench.route(.reveal("shop/remove.json"))
    app.answer(job, Self.page(Self.add))
    #expect(app.bench.overlays.isEmpty)
    #expect(app.bench.notice?.text.hasSuffix(" were listed, but another item is shown now") == true)
  }

  /// A field of the request, and help.
  @Test(arguments: ["e", "?"]) func aListDoesNotOpenOverWhatTheUserHasTurnedTo(key: String) throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.press(key)
    let former = app.bench.overlays
    try #require(app.bench.isEditingText || former.count == 1)
    app.answer(job, Self.page(Self.add))
    #expect(app.bench.overlays == former)
    #expect(app.bench.notice?.text == "F12 shows: MCP tools")
  }

  // MARK: Servers that send too much

  @Test func theFirstToolsOfManyAreListed() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    let tools = (0...MCPToolPages.mostTools).map { #"{"name":"t\#($0)"}"# }.joined(separator: ",")
    app.answer(job, Self.page(tools, next: "2"))
    #expect(app.sentJob == nil)
    #expect((app.bench.overlays.last?.screen as? Picker)?.items.count == 1000)
    #expect(app.bench.notice?.text == "The first 1000 tools are listed")
  }

  @Test func thePagesOfAListHaveALimitTogether() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    let tool = #"{"name":"long","description":"\#(String(repeating: "x", count: 5 << 20))"}"#
    app.answer(job, Self.page(tool, next: "2"), further: [Self.page(tool, next: "3")])
    #expect(app.sentJob == nil)
    #expect((app.bench.overlays.last?.screen as? Picker)?.items.map(\.title) == ["long"])
    #expect(app.bench.notice == Notice(.failure, "The list of tools is longer than 8 MB"))
  }

  @Test func whatIsShownOfAToolIsLimited() throws {
    let long = String(repeating: "n", count: 5000)
    let members = (0..<502).map { #""\#($0)\#(long)": {"enum": ["\#(long)"]}"# }.joined(separator: ",")
    let schema = #"{"type": "object", "required": ["501\#(long)"], "properties": {\#(members)}}"#
    let object = try #require(try JSONText(#"{"name": "\#(long)", "inputSchema": \#(schema)}"#).value.object)
    let tool = try #require(MCPTool(object))
    #expect(tool.name == long && tool.title.count == 200)
    let form = ToolForm(tool, of: "a.json", nil)
    #expect(form.fields.count == 500 && form.leftOut == 2)
    let field = try #require(form.selected)
    #expect(field.name == "0" + long)
    let lengths: [Int] = [field.label.count, field.type.count, field.help.count, field.choiceText.count]
    #expect(lengths == [200, 1000, 1000, 8])
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(job, Self.page(#"{"name": "\#(long)", "inputSchema": \#(schema)}"#))
    app.press("<Enter>")
    app.expectOnScreen("2 more arguments without a field")
    // A required one that has no field is named by the check of the arguments.
    app.press("<Enter>")
    #expect(app.sentJob == nil)
    #expect(app.bench.notice?.text.hasPrefix("Not called: the arguments do not match the schema of ") == true)
  }

  @Test func aWebSocketHasNoTools() {
    let app = Self.asking(SavedRequest(url: "wss://h/mcp"))
    #expect(app.sentJob == nil)
    #expect(app.bench.notice?.text == "This is a WebSocket, and MCP needs an HTTP request or a stdio program")
  }

  @Test func theToolsOfAProgramAreListedAndCalled() throws {
    var app = Self.asking(SavedRequest(url: "stdio:uvx server", id: RequestID("r1")))
    let job = try #require(app.sentJob)
    #expect(
      job.request.document == [
        "id": "r1", "kind": "stdio", "url": "stdio:uvx server",
        "body": ["jsonrpc": ["method": "tools/list", "id": 1, "mcp": true]],
      ])
    app.answer(job, Self.page(Self.add), status: Response.Head.noStatus)
    app.expectOnScreen("Adds numbers.")
    app.press("<Enter>")
    app.type("1")
    app.press("<F5>")
    let call = try #require(app.sentJob)
    #expect(call.request.kind == .program && call.request.url == "stdio:uvx server")
    #expect(call.request.arguments(ofTool: "add") == ["a": 1] && call.request.document["method"] == nil)
    app.answer(call, #"{ "id": 1, "result": {} }"#, status: Response.Head.noStatus)
    app.expectOnScreen("╭ Reason · 5.00 ms")
  }

  /// The questions before a send are those of any request; the list follows the send after them.
  @Test func aQuestionIsAskedBeforeTheToolsAreListed() throws {
    var app = Self.asking(try Self.request())
    let first = try #require(app.sentJob)
    let question = PromptQuestion(name: "pin", question: "PIN?", isSecret: false)
    app.receive(.exchange(first.id, .prompts([question])))
    app.end(first, .failed(Failure(.unprepared, "PIN"), partial: nil))
    app.type("7")
    app.press("<Enter>")
    let second = try #require(app.sentJob)
    #expect(second.request == first.request && second.id != first.id)
    app.answer(second, Self.page(Self.add))
    app.expectOnScreen("Adds numbers.")
  }

  // MARK: The form

  @Test func aToolIsCalledByANewRequestWithTypedArguments() throws {
    let request = try Self.request(#", "docs": "Old", "auth": { "bearer": { "token": "{{token}}" } }"#)
    var app = try Self.listed(request)
    app.press("<Enter>")
    for text in ["╭ add", "* is required", "a *", "Slowly.", "integer · The first number. · default: 7"] {
      app.expectOnScreen(text)
    }
    #expect(app.bench.overlays.last?.screen.footer(on: app.bench.size).map { $0.1 } == ["call", "next", "back"])
    app.type("40")
    app.press("<Tab> <Right> <Right>")
    app.expectOnScreen("‹ {{secret}} ›")
    app.press("<Tab> <Right> <Tab>")
    app.type(#"{"x": [1]}"#)
    app.press("<Tab>")
    app.type("5")
    app.press("<F5>")
    let job = try #require(app.sentJob)
    let arguments: JSONObject = [
      "a": 40, "unit": "{{'{{'}}secret}}", "exact": true, "extra": ["x": [1]], "note": "5",
    ]
    #expect(
      job.request.body
        == .jsonrpc("tools/call", params: ["name": "add", "arguments": .object(arguments)], mcp: true))
    #expect(job.request.method == "POST" && job.request.url == "{{base}}/mcp" && job.request.name == "add")
    #expect(job.request.auth == request.auth && job.request.docs == "" && job.request.id != request.id)
    let address = try #require(job.origin?.address)
    #expect(address.isScratch && address.parent == "shop")
    #expect(app.bench.workspace.subject == .request(address) && app.bench.overlays.isEmpty)
    #expect(app.bench.workspace.items["shop/list.json"].draft?.isUnsaved == false)
  }

  @Test func theWholeReasonOfACallThatIsRefusedIsInTheForm() throws {
    var app = try Self.listed(Self.request(), columns: 60)
    app.press("<Enter> x")
    app.expectOnScreen("The first number.")
    app.press("<Enter>")
    let reason = try #require(app.bench.notice?.text)
    #expect(reason.hasPrefix("Not called: ") && reason.columns > 60)
    for line in reason.wrapped(to: 56) { app.expectOnScreen("│ " + line) }
    app.expectOnScreen("│ Adds numbers.")
    app.expectNotOnScreen("The first number.")
    // The next key begins to correct it.
    app.press("<BS>")
    app.expectOnScreen("The first number.")
    app.expectNotOnScreen("│ Not called")
    app.press("x <Enter>")
    app.expectOnScreen("│ Not called")
    app.receive(.input(.paste("y")))
    app.expectNotOnScreen("│ Not called")
    app.press("<Enter>")
    app.click("unit")
    app.expectNotOnScreen("│ Not called")
  }

  @Test func theReasonHasTheRoomOfTheDescriptionOnAShortScreen() throws {
    var app = try Self.listed(Self.request(), columns: 60)
    app.press("<Enter> x")
    app.receive(.resized(Size(columns: 60, rows: 10)))
    app.expectOnScreen("│ Adds numbers.")
    app.press("<Enter>")
    let reason = try #require(app.bench.notice?.text)
    for line in reason.wrapped(to: 56) { app.expectOnScreen("│ " + line) }
    app.expectNotOnScreen("│ Adds numbers.")
  }

  @Test func anArgumentThatIsMissingOrDoesNotMatchIsNamedAndNothingIsSent() throws {
    var app = try Self.listed(Self.request())
    app.press("<Enter> <Tab> <Enter>")
    #expect(app.bench.notice?.text == "Not called: a is required")
    app.type("x")
    app.press("<Enter>")
    #expect(app.sentJob == nil)
    #expect(app.bench.notice?.text.hasPrefix("Not called: the arguments do not match the schema of add: /a ") == true)
    app.press("<BS>")
    app.type("1")
    app.press("<Up> <Up>")
    app.type("{\"n\": 1")
    app.press("<Up> <F5>")
    #expect(app.sentJob == nil)
    #expect(app.bench.notice?.text == "Not called: extra is not JSON: 1:8 — the text ends before \"}\"")
    // The field is selected, to be corrected.
    app.type("}")
    app.press("<BS> <BS> <BS> <BS> <BS> <BS> <BS> <BS> <BS> <Esc>")
    #expect(app.bench.overlays.last?.screen is Picker)
    // A value that is not known yet is not checked.
    app.press("<Enter>")
    app.type("{{a}}")
    app.press("<Enter>")
    #expect(app.sentJob?.request.arguments(ofTool: "add") == ["a": "{{a}}"])
  }

  @Test func aCallOfTheSameToolIsChangedInItsPlace() throws {
    let call = #"""
      , "checks": [{ "query": "status" }], "body": { "jsonrpc": { "method": "tools/call", "id": 9, "mcp": true, "params": {
        "name": "add", "_meta": { "m": 1 },
        "arguments": { "a": 1, "unit": "kg", "exact": "{{exact}}", "note": "a\nb", "own": [2] } } } }
      """#
    let request = try Self.request(call)
    var app = try Self.listed(request)
    app.press("<Enter> <BS>")
    app.type("3")
    app.press("<F5>")
    let job = try #require(app.sentJob)
    #expect(job.origin?.address == "shop/list.json" && job.request.checks == request.checks)
    let arguments: JSONObject = ["own": [2], "a": 3, "unit": "kg", "exact": "{{exact}}", "note": "a\nb"]
    #expect(
      job.request.body
        == .jsonrpc(
          "tools/call", params: ["name": "add", "_meta": ["m": 1], "arguments": .object(arguments)], id: 9, mcp: true))
    #expect(app.bench.workspace.request == job.request && app.bench.workspace.unsaved == ["shop/list.json"])
  }

  @Test func aToolWithoutArgumentsIsCalledAtOnce() throws {
    var app = Self.asking(try Self.request())
    let job = try #require(app.sentJob)
    app.answer(job, Self.page(#"{ "name": "now", "inputSchema": { "type": "object" } }"#))
    app.press("<Enter>")
    app.expectOnScreen("No arguments")
    app.press("<Enter>")
    #expect(app.sentJob?.request.arguments(ofTool: "now") == JSONObject())
  }

  @Test(arguments: [(40, 12), (20, 6), (200, 50)]) func theFormFitsOnEveryScreen(columns: Int, rows: Int) throws {
    var app = try Self.listed(Self.request())
    app.receive(.resized(Size(columns: columns, rows: rows)))
    app.press("<Enter>")
    for _ in 0..<5 { app.press("<Tab>") }
    #expect(!app.screen.isEmpty && app.bench.overlays.last?.screen is ToolForm)
  }

  @Test func aKeyWithoutAUseOnAChoiceNamesThoseThatChangeIt() throws {
    var app = try Self.listed(Self.request())
    app.press("<Enter> <Tab> x")
    #expect(app.bench.notice == Notice(.information, "x does nothing here: ← and → change the value"))
    app.receive(.input(.paste("kg")))
    #expect(app.bench.notice == Notice(.information, "Not pasted: ← and → change the value"))
    app.press("<C-z>")
    #expect(app.bench.notice == Notice(.information, "Nothing to undo here"))
    app.press("<Right>")
    #expect(app.bench.notice == nil)
    app.expectOnScreen("‹ kg ›")
  }

  @Test func theMouseSelectsAnArgumentAndChangesAChoice() throws {
    var app = try Self.listed(Self.request())
    app.press("<Enter>")
    app.click("unit")
    app.click("unit")
    app.expectOnScreen("‹ kg ›")
  }
}

extension Harness {
  fileprivate var sentJob: SendJob? {
    effects.lazy.compactMap { if case .send(let job) = $0 { job } else { nil } }.first
  }

  /// Answers a job with a body, and the messages of a stream.
  ///
  /// - Parameter further: The responses of further pages.
  fileprivate mutating func answer(
    _ job: SendJob, _ body: String, status: Int = 200, messages: [String] = [], further: [String] = [],
    missing: String? = nil, console: [String] = []
  ) {
    let response = Response(
      status: status, reason: status == 200 ? "OK" : "Reason", httpVersion: "HTTP/1.1",
      headers: [Header("Content-Type", "application/json")], body: Data(body.utf8))
    let pages = further.flatMap { [LogEvent.message(.sent, "{}"), .message(.received, $0)] }
    let lines = ([missing].compactMap(\.self) + console).map { text -> LogEvent in
      var line = LogEvent.ConsoleLine("warn", text)
      line.endsToolList = text == missing
      return LogEvent(.console(line), at: .seconds(1))
    }
    end(job, .completed(response), messages.map { LogEvent.message(.received, $0) } + pages + lines)
  }

  fileprivate mutating func end(_ job: SendJob, _ outcome: Outcome, _ events: [LogEvent] = []) {
    var exchange = Exchange(
      id: job.id, request: job.request, origin: job.origin, environment: job.environment,
      startedAt: Date(timeIntervalSince1970: 1_000_000), outcome: outcome, duration: .milliseconds(5))
    exchange.log.events += events
    receive(.exchange(job.id, .started(exchange.startedAt)))
    if let body = outcome.response?.body {
      receive(.exchange(job.id, .body(BodyDocument(body, contentType: "application/json"))))
    }
    receive(.exchange(job.id, .ended(exchange, sentBody: nil)))
  }
}
