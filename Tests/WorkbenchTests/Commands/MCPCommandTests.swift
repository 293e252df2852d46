import Foundation
import TestSupport
import Testing

/// `workbench mcp` with servers of the SDK.
@Suite(.timeLimit(.minutes(2)), .enabled(if: MCPServer.isInstalled, "needs mcp, which `make test` installs"))
struct MCPCommandTests {
  private static func url(_ kind: MCPServer.Kind) async throws -> String { try await TestServers.mcp().url(kind) }

  @Test(arguments: [MCPServer.Kind.events, .json]) func whatTheServerOffersIsListed(kind: MCPServer.Kind) async throws {
    let (sandbox, url) = (try Sandbox(), try await Self.url(kind))
    let tools = try await sandbox.run("mcp", url, "tools")
    #expect(
      tools.text
        == "add\ta: integer, b: integer\tAdds two numbers.\ncount\tto: integer\tCounts, and reports its progress.\n"
        + "fail\treason?: string|null\tFails.\ndraw\t\tDraws.\n")
    #expect(tools.status == 0 && tools.error == "")
    let resources = try await sandbox.run("mcp", url, "resources")
    #expect(resources.text == "shop://hours\thours\ttext/plain\tWhen it is open.\n")
    let prompts = try await sandbox.run("mcp", url, "prompts")
    #expect(prompts.text == "greet\tname, mood?\tGreets.\n")
    // Three times: initialize, initialized, the list, and the end of the session.
    let history = try await sandbox.run("history", "list")
    let lines = history.text.split(separator: "\n")
    #expect(lines.count == 12 && lines.count { $0.contains("DELETE") } == 3)
  }

  @Test(arguments: [false, true]) func allPagesAreListedInTheSessionOfTheirCursors(asJSON: Bool) async throws {
    let (sandbox, url) = (try Sandbox(), try await TestServers.mcp().pagedURL(asJSON: asJSON))
    let tools = try await sandbox.run("mcp", url, "tools")
    #expect(tools.text == "tool0\t\t\ntool1\t\t\ntool2\t\t\n" && tools.error == "" && tools.status == 0)
  }

  @Test(arguments: [MCPServer.Kind.events, .json]) func aToolIsCalledWithItsArguments(kind: MCPServer.Kind) async throws
  {
    let (sandbox, url) = (try Sandbox(), try await Self.url(kind))
    let sum = try await sandbox.run(
      "mcp", url, "call", "add", "--argument", "a=40", "--argument", "b=2", "--no-history")
    #expect(sum.text == "42\n" && sum.status == 0)
    #expect(try await sandbox.run("history", "list").text == "")
    let json = try await sandbox.run("mcp", url, "call", "add", #"{"a": 1, "b": 2}"#, "--json")
    #expect(json.text.contains("\"result\": 3") && json.text.contains("\"isError\": false"))
    let counted = try await sandbox.run("mcp", url, "call", "count", "--argument", "to=3")
    #expect(counted.text == "counted to 3\n")
    let picture = try await sandbox.run("mcp", url, "call", "draw")
    #expect(picture.text == "" && picture.error == "Not shown: image (image/png) — --json writes it\n")
  }

  @Test func whatCannotBeCalledIsRefusedBeforehandAndAnErrorOfAToolIsAFailure() async throws {
    let (sandbox, url) = (try Sandbox(), try await Self.url(.json))
    let unmatched = try await sandbox.run("mcp", url, "call", "add", "--argument", "a=x")
    #expect(unmatched.error.contains("Not called: the arguments do not match the schema of add: "))
    #expect(unmatched.text == "" && unmatched.status == 4)
    let unknown = try await sandbox.run("mcp", url, "call", "ad")
    #expect(unknown.error == "The server has no tool \"ad\" — perhaps add\n" && unknown.status == 4)
    let failed = try await sandbox.run("mcp", url, "call", "fail")
    #expect(failed.text.hasPrefix("Error executing tool fail") && failed.status == 1)
    let twice = try await sandbox.run("mcp", url, "call", "add", #"{"a":1}"#, "--argument", "a=2")
    #expect(twice.error == "The argument \"a\" is given twice\n" && twice.status == 2)
    let socket = try await sandbox.run("mcp", "ws://localhost/mcp", "tools")
    #expect(socket.error == "ws://localhost/mcp is a WebSocket, and MCP needs an HTTP request\n" && socket.status == 2)
    #expect(try await sandbox.run("mcp", url, "call").status == 2)
    #expect(try await sandbox.run("mcp", url, "tools", "x").status == 2)
    #expect(try await sandbox.run("mcp", url, "call", "add", "[1]").status == 2)
  }

  @Test func theAuthOfARequestIsThatOfEveryMessageAndItsSecretIsMasked() async throws {
    let (sandbox, url) = (try Sandbox(), try await Self.url(.guarded))
    try sandbox.write("c/collection.json", #"{ "variables": [{ "name": "token", "secret": true }] }"#)
    try sandbox.write(
      "c/mcp.json",
      #"{ "url": "\#(url)", "body": { "text": "x" }, "auth": { "bearer": { "token": "{{token}}" } } }"#)
    let refused = try await sandbox.run("mcp", "c/mcp.json", "tools", "--var", "token=other-secret")
    #expect(refused.error.contains("initialize: 401 Unauthorized") && refused.status == 4)
    #expect(refused.error.contains("\nNot used of c/mcp.json: body\n"), "\(refused.error)")
    let sum = try await sandbox.run(
      "mcp", "c/mcp.json", "call", "add", #"{"a": 1, "b": 1}"#, "--secret", "token=mcp-secret")
    #expect(sum.text == "2\n" && sum.status == 0, "\(sum.error)")
    for (name, bytes) in try sandbox.homeFiles() { #expect(bytes.range(of: Data("mcp-secret".utf8)) == nil, "\(name)") }
  }

  @Test func aServerThatIsAProgramIsSpokenWithOnItsStandardInputAndOutput() async throws {
    let sandbox = try Sandbox()
    let server = try MCPServer.command(in: sandbox.folder)
    let tools = try await sandbox.run("mcp", "--stdio", server, "tools")
    #expect(tools.text.hasPrefix("add\ta: integer, b: integer\tAdds two numbers.\n") && tools.status == 0)
    let sum = try await sandbox.run("mcp", "--stdio", server, "call", "add", "--argument", "a=40", "--argument", "b=2")
    #expect(sum.text == "42\n" && sum.error == "" && sum.status == 0)
    let failed = try await sandbox.run("mcp", "--stdio", server, "call", "fail", "--argument", "reason={{why}}")
    #expect(failed.text == "Error executing tool fail\n" && failed.status == 1)
    #expect(try await sandbox.run("history", "list").text == "")
  }

  @Test(arguments: [
    ("exit 3", [], "initialize: the program has ended without an answer\n"),
    ("cat >&2; exit 1", ["-m", "0.3"], "initialize: no answer within 300 ms, the limit of --timeout\n"),
    (
      "read line; echo starting; echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1999\"}}'; read line", [],
      "Not a message: starting\nThe server speaks MCP 1999, and Workbench 2025-06-18\n"
    ),
    ("echo no", ["-H", "A: b"], "--header is for servers over HTTP — leave it out with --stdio\n"),
    (
      "echo no", ["-b", "a=b"],
      "An option of credentials, trust or route is for servers over HTTP — leave it out with --stdio\n"
    ),
  ])
  func aProgramThatIsNoServerIsNamed(_ command: String, _ options: [String], _ error: String) async throws {
    let finished = try await Sandbox().run(["mcp", "--stdio", command, "tools"] + options)
    let said = finished.error.split(separator: "\n").filter { line in
      !["{\"jsonrpc\"", "Usage", "  See"].contains { line.hasPrefix($0) }
    }
    #expect(said.map { $0 + "\n" }.joined().hasSuffix(error), "\(finished.error)")
    #expect(finished.text == "" && (finished.status == 4 || finished.status == 2))
  }

  @Test func aRequestOfAProgramIsRefusedAsItMayWaitForTheAnswer() async throws {
    let server = #"""
      read line; echo '{"id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}}'; read line
      read line; echo '{"id":"s","method":"sampling/createMessage"}'; read answer; echo "$answer" >&2
      echo '{"id":2,"result":{"tools":[{"name":"find"}]}}'; read line
      """#
    let result = try await Sandbox().run("mcp", "--stdio", server, "tools", "-m", "30")
    let refusal = #"{"jsonrpc":"2.0","id":"s","error":{"code":-32601,"message":"Method not found"}}"#
    #expect(result.error.contains(refusal), "\(result.error)")
    #expect(result.error.contains("The server asks for sampling/createMessage, which Workbench does not offer\n"))
    #expect(result.text.hasPrefix("find\t") && result.status == 0)
  }

  /// Also of what its shell started.
  @Test func aProgramThatGoesOnIsEnded() async throws {
    let sandbox = try Sandbox()
    let server = "echo $$ >pid; while read line; do :; done; sleep 1000"
    let started = try sandbox.start(["mcp", "--stdio", server, "tools"])
    let group = try await eventually("the program") { pid_t(sandbox.text("pid").trimmingCharacters(in: .newlines)) }
    started.send(SIGINT)
    #expect(try await started.finished().status == 5)
    _ = try await eventually("the end of the program") { kill(-group, 0) == -1 ? true : nil }
  }

  @Test func valuesMayBeAttachedToOptions() async throws {
    let finished = try await Sandbox().run(
      "mcp", "http://127.0.0.1:1/mcp", "call", "a", "--argument=x=\u{301}", "-HA: b", "-m5", "-kq")
    #expect(finished.error == "127.0.0.1:1 refused the connection — is the server running?\n" && finished.status == 4)
  }
}
