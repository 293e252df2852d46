package import Foundation

/// The real servers of the test run, started on first use and terminated with the test process.
package enum TestServers {
  /// Created by `scripts/setup-test-servers`.
  package static let folder = ProjectFiles.root.appending(path: ".build-servers")

  /// The URL of a real httpbin: `http://127.0.0.1:12345`.
  package static func httpbin() async throws -> String {
    "http://127.0.0.1:\(try await httpbinProcess.value.ready)"
  }

  package static func nginx() async throws -> Nginx { try await nginxServer.value }

  package static func proxies() async throws -> Proxies { try await proxyServers.value }

  package static func apache() async throws -> Apache { try await apacheServer.value }

  package static func packagedProxies() async throws -> PackagedProxies {
    try await packagedProxyServers.value
  }

  /// See `WebSocketServer`.
  package static func webSockets() async throws -> WebSocketServer { try await webSocketServer.value }

  /// See `HypercornServer`.
  package static func hypercorn() async throws -> HypercornServer { try await hypercornServer.value }

  /// See `ScriptedHTTP2Server`.
  package static func scriptedHTTP2() async throws -> ScriptedHTTP2Server { try await scriptedHTTP2Server.value }

  /// See `SocketIOServer`.
  package static func socketIO() async throws -> SocketIOServer { try await socketIOServer.value }

  /// A server of Socket.IO 2.
  package static func socketIO2() async throws -> SocketIOServer { try await socketIO2Server.value }

  /// Whether a package is in the Python environment.
  static func hasPackage(_ name: String) -> Bool {
    let library = folder.appending(path: "venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    return versions.contains {
      FileManager.default.fileExists(atPath: library.appending(path: "\($0)/site-packages/\(name)").path)
    }
  }

  /// See `MCPServer`.
  package static func mcp() async throws -> MCPServer { try await mcpServer.value }

  private static let socketIOServer = Task { try await SocketIOServer(version: 5) }
  private static let hypercornServer = Task { try await HypercornServer(certificatesOf: nginx()) }
  private static let scriptedHTTP2Server = Task { try await ScriptedHTTP2Server() }
  private static let socketIO2Server = Task { try await SocketIOServer(version: 2) }
  private static let mcpServer = Task { try await MCPServer() }
  private static let webSocketServer = Task { try await WebSocketServer(certificatesOf: nginx()) }
  private static let apacheServer = Task { try await Apache() }
  private static let packagedProxyServers = Task { try await PackagedProxies() }
  private static let httpbinProcess = Task { try await ServerProcess(python: httpbinScript) }
  private static let nginxServer = Task { try await Nginx() }
  private static let proxyServers = Task { try await Proxies(nginx()) }

  static let dieWithInput = """
    import os, sys, threading
    def watch():
        sys.stdin.buffer.read()
        end()
        os._exit(0)
    def end():
        pass

    """

  private static let httpbinScript =
    dieWithInput + """
      import logging
      logging.disable(logging.CRITICAL)
      from httpbin import app
      from waitress.server import create_server
      server = create_server(app, host="127.0.0.1", port=0, threads=16)
      threading.Thread(target=watch, daemon=True).start()
      print(server.effective_port, flush=True)
      server.run()
      """
}
