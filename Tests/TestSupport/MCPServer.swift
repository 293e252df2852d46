import Foundation

/// Servers of the Model Context Protocol by its Python SDK.
///
/// The tools are `add` (`a` and `b`), `count` (`to`), `fail` and `draw`; there are the resource `shop://hours` and the
/// prompt `greet`. Another server has the tools `tool0` to `tool2`, a page each, and its cursors belong to a session.
package final class MCPServer: Sendable {
  package enum Kind: Int, Sendable, CaseIterable {
    /// Answers with event streams.
    case events
    /// Answers with JSON.
    case json
    /// Wants the bearer token `mcp-secret`.
    case guarded
  }

  private let ports: [Substring]
  private let process: ServerProcess

  package init() async throws {
    process = try await ServerProcess(python: Self.script)
    ports = process.ready.split(separator: " ")
  }

  /// Whether `scripts/setup-test-servers` has installed the SDK.
  package static var isInstalled: Bool { TestServers.hasPackage("mcp") }

  package func url(_ kind: Kind) -> String { "http://127.0.0.1:\(ports[kind.rawValue])/mcp" }

  /// The URL of the server with pages of tools.
  package func pagedURL(asJSON: Bool) -> String { "http://127.0.0.1:\(ports[asJSON ? 4 : 3])/mcp" }

  /// The command line of the same server as a program, whose file goes into a folder.
  package static func command(in folder: String) throws -> String {
    let file = folder + "/mcp-server.py"
    try (made + "made().run(transport=\"stdio\")\n").write(toFile: file, atomically: true, encoding: .utf8)
    return "'\(TestServers.folder.appending(path: "venv/bin/python").path)' '\(file)'"
  }

  private static let made = #"""
    import asyncio, logging
    logging.disable(logging.CRITICAL)
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.types import ImageContent, TextContent

    def made():
        server = MCPServer("shop")

        @server.tool()
        def add(a: int, b: int) -> int:
            "Adds two numbers."
            return a + b

        @server.tool()
        async def count(to: int, context: Context) -> str:
            "Counts, and reports its progress.\n\nSlowly."
            for number in range(to): await context.report_progress(number + 1, to)
            return f"counted to {to}"

        @server.tool()
        def fail(reason: str | None = None) -> str:
            "Fails."
            raise ValueError(reason)

        @server.tool()
        def draw() -> ImageContent:
            "Draws."
            return ImageContent(type="image", data="AAAA", mimeType="image/png")

        @server.resource("shop://hours", description="When it is open.")
        def hours() -> str: return "9 to 5"

        @server.prompt(description="Greets.")
        def greet(name: str, mood: str = "") -> str: return "Greet " + name
        return server

    """#

  private static let script =
    TestServers.dieWithInput + made + #"""
      import socket
      import uvicorn
      from mcp.server.lowlevel import Server
      from mcp.shared.exceptions import MCPError
      from mcp.types import INVALID_PARAMS, ListToolsResult, Tool

      def paged():
          async def tools(context, params):
              session = context.request.headers["mcp-session-id"]
              place, _, owner = ((params and params.cursor) or "0@" + session).partition("@")
              if owner != session: raise MCPError(INVALID_PARAMS, "The cursor is of another session")
              following = f"{int(place) + 1}@{session}" if int(place) < 2 else None
              tool = Tool(name="tool" + place, input_schema={"type": "object"})
              return ListToolsResult(tools=[tool], next_cursor=following)
          return Server("paged", on_list_tools=tools)

      def guarded(app):
          async def guard(scope, receive, send):
              wanted = (b"authorization", b"Bearer mcp-secret")
              if scope["type"] == "http" and wanted not in scope["headers"]:
                  await send({"type": "http.response.start", "status": 401, "headers": []})
                  return await send({"type": "http.response.body", "body": b""})
              await app(scope, receive, send)
          return guard

      async def main():
          apps = [made().streamable_http_app(), made().streamable_http_app(json_response=True), guarded(made().streamable_http_app())]
          apps += [paged().streamable_http_app(), paged().streamable_http_app(json_response=True)]
          sockets = [socket.create_server(("127.0.0.1", 0)) for _ in apps]
          threading.Thread(target=watch, daemon=True).start()
          servers = [uvicorn.Server(uvicorn.Config(app, log_level="critical")) for app in apps]
          print(*[s.getsockname()[1] for s in sockets], flush=True)
          await asyncio.gather(*[server.serve(sockets=[s]) for server, s in zip(servers, sockets)])
      asyncio.run(main())
      """#
}
