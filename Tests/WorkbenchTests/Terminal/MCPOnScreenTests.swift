import TestSupport
import Testing

/// The tools of an MCP server in the running program.
@Suite(.serialized, .enabled(if: MCPServer.isInstalled, "needs mcp, which `make test` installs"))
struct MCPOnScreenTests {
  @Test func theToolsOfAllPagesAreListedAndAreOneExchange() async throws {
    let (sandbox, url) = (try Sandbox(), try await TestServers.mcp().pagedURL(asJSON: true))
    try sandbox.write("shop/mcp.json", #"{ "url": "\#(url)" }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench shop/mcp.json")
    try await terminal.wait(for: "127.0.0.1")
    try await terminal.press(":")
    try await terminal.type("mcp tools")
    try await terminal.wait(for: "MCP tools")
    try await terminal.press("Enter")
    try await terminal.wait(for: "tool0", "tool1", "tool2")
    let history = try await eventually("the exchange in history") {
      let text = try await sandbox.run("history", "list").text
      return text.isEmpty ? nil : text
    }
    #expect(history.split(separator: "\n").count == 1)
  }
}
