import RequestModel
import Testing

/// Requests to programs, whose URL is `stdio:` and a command line.
@Suite struct ProgramKindTests {
  private func request(_ json: String) throws -> SavedRequest {
    try SavedRequest(document: try #require(try JSONText(json).value.object))
  }

  @Test(arguments: [
    (#"{ "url": "stdio:server" }"#, RequestKind.program), (#"{ "url": " Stdio: server" }"#, .program),
    (#"{ "url": "stdio" }"#, .http), (#"{ "url": "{{base}}/stdio:" }"#, .http),
    (#"{ "kind": "stdio", "url": "x" }"#, .program), (#"{ "kind": "http", "url": "stdio:x" }"#, .http),
  ])
  func theURLImpliesTheKindUnlessTheFileNamesIt(_ json: String, _ kind: RequestKind) throws {
    #expect(try request(json).kind == kind)
  }

  @Test func aTypedCommandLineChangesTheKindAndBack() {
    var request = SavedRequest(url: "{{base}}/")
    request.setShownURL("stdio:server --url=http://h/:id?x=1&y")
    request.followScheme(after: "{{base}}/")
    #expect(request.document == ["kind": "stdio", "url": "stdio:server --url=http://h/:id?x=1&y"])
    #expect(request.shownMethod == "STDIO" && !request.kind.takesMessages)
    #expect(request.shownURL == request.url && request.pathNames == [])
    request.setShownURL("wss://h/chat")
    request.followScheme(after: "stdio:server")
    #expect(request.document == ["kind": "websocket", "url": "wss://h/chat"])
    request.setShownURL("stdio:server")
    request.followScheme(after: "wss://h/chat")
    request.setShownURL("https://h/mcp")
    request.followScheme(after: "stdio:server")
    #expect(request.document == ["url": "https://h/mcp"])
  }

  @Test func aURLTypedForAProgramWithoutACommandLineMakesItAnHTTPRequest() throws {
    var request = try request(#"{ "kind": "stdio", "url": "" }"#)
    request.setShownURL("https://h/mcp")
    request.followScheme(after: "")
    #expect(request.document == ["url": "https://h/mcp"])
  }

  @Test(arguments: [
    ("stdio:uvx server  --a 'b c'", "uvx server  --a 'b c'"), (" STDIO:  x ", "x"),
    ("stdio:docker inspect -f '{{'{{'}}.Id}}' a", "docker inspect -f '{{.Id}}' a"),
  ])
  func theCommandLineIsThatOfTheShell(url: String, line: String) {
    let request = SavedRequest(url: url)
    #expect(request.commandLine == line && request.commandLineMistake == nil)
  }

  @Test(arguments: [
    ("stdio:", "the command line is empty: type one behind stdio:"),
    ("stdio:a\0b", "the command line has a NUL character"),
    (
      "stdio:server {{dir}}",
      #"a command line has no variables, and {{dir}} is one: use a variable of the shell, such as "$NAME" — {{'{{'}} "#
        + "stands for two braces"
    ),
  ])
  func aCommandLineThatCannotBeRunIsNamed(url: String, mistake: String) {
    #expect(SavedRequest(url: url).commandLineMistake == mistake)
    #expect(SendMistakes.all(in: ["url": .string(url)]).map(\.problem) == [mistake])
  }

  @Test func aFileOfTheKindNeedsACommandLine() throws {
    let mistake = "the URL of a program is stdio: and a command line, such as stdio:uvx mcp-server-time"
    #expect(try request(#"{ "kind": "stdio", "url": "https://h" }"#).commandLineMistake == mistake)
  }

  @Test func aCallOfAToolHasNoMethodOfHTTP() {
    let call = SavedRequest(url: "stdio:server").mcpCall(ofTool: "add", ["a": 1])
    #expect(
      call.document == [
        "kind": "stdio", "url": "stdio:server",
        "body": [
          "jsonrpc": [
            "method": "tools/call", "id": 1, "mcp": true, "params": ["name": "add", "arguments": ["a": 1]],
          ]
        ],
      ])
    #expect(call.unusedSentence == nil)
  }

  @Test func headersAndAuthAreNotUsed() throws {
    let request = try request(#"{ "url": "stdio:a", "headers": [], "auth": { "none": {} }, "method": "POST" }"#)
    #expect(request.unusedMembers == ["method", "headers", "auth"])
  }

  @Test func onlyTheVariablesOfTheBodyAreReplaced() throws {
    let request = try request(
      #"{ "url": "stdio:a {{b}}", "body": { "text": "{{c}}" }, "auth": { "bearer": { "token": "{{d}}" } } }"#)
    #expect(TemplateTexts(request, folders: [], options: RequestOptions()).all == ["{{c}}"])
  }

  @Test func thePermissionNamesTheWholeCommandLine() {
    let program = OutsideSource.program("uvx server --all")
    #expect(
      OutsideSource.refusal(of: [program])
        == "This collection has no permission to run the program uvx server --all — allow it in the workbench, or pass "
        + "--allow-commands")
    let request = PermissionRequest([program], collection: "/c", file: "mcp.json")
    #expect(request.sentence == "The collection /c wants to run, for mcp.json:")
    let scratch = Address.scratch(RequestID("r0000001a"), in: Address(""))
    let new = PermissionRequest([program], collection: "/c", file: scratch.path)
    #expect(new.sentence == "The collection /c wants to run, for a request that is not saved yet:")
    #expect(request.details == [PermissionRequest.Detail(heading: "", lines: ["the program uvx server --all"])])
    let both = PermissionRequest([program, .environmentVariable("A")], collection: "/c")
    #expect(both.sentence == "The collection /c wants to use:")
    #expect(
      OutsideSource.missingPermission(for: both.sources)
        == "This collection has no permission to use the program uvx server --all, the environment variable A")
  }
}
