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
    try sandbox.write("c/mcp.json", #"{ "url": "\#(url)", "auth": { "bearer": { "token": "{{token}}" } } }"#)
    let refused = try await sandbox.run("mcp", "c/mcp.json", "tools", "--var", "token=other-secret")
    #expect(refused.error.contains("initialize: 401 Unauthorized") && refused.status == 4)
    let sum = try await sandbox.run(
      "mcp", "c/mcp.json", "call", "add", #"{"a": 1, "b": 1}"#, "--secret", "token=mcp-secret")
    #expect(sum.text == "2\n" && sum.status == 0, "\(sum.error)")
    for (name, bytes) in try sandbox.homeFiles() { #expect(bytes.range(of: Data("mcp-secret".utf8)) == nil, "\(name)") }
  }
}
