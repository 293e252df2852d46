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

  @Test func theToolsOfAProgramAreListedAndCalledOnceItIsAllowed() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/mcp.json", #"{ "url": "stdio:\#(try MCPServer.command(in: sandbox.folder))" }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench shop/mcp.json")
    try await terminal.wait(for: "STDIO")
    try await terminal.press(":")
    try await terminal.type("mcp tools")
    try await terminal.wait(for: "MCP tools")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Allow running commands of the collection?")
    try await terminal.press("A")
    try await terminal.wait(for: "Adds two numbers.", "Draws.")
    try await terminal.press("Enter")
    try await terminal.wait(for: "* is required")
    try await terminal.type("40")
    try await terminal.press("Tab")
    try await terminal.type("2")
    try await terminal.press("Enter")
    try await terminal.wait(for: "answered")
    let rows = try await eventually("both exchanges in history") {
      let rows = try await sandbox.run("history", "list").text.split(separator: "\n")
      return rows.count == 2 ? rows : nil
    }
    #expect(rows.allSatisfy { $0.contains("\tok\tSTDIO\tstdio:") }, "\(rows)")
  }
}
