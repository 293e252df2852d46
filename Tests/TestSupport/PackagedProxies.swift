import Foundation

/// pproxy from PyPI: one port that speaks HTTP, SOCKS 4 and SOCKS 5, and one that asks for a login.
package struct PackagedProxies: Sendable {
  /// `127.0.0.1:port`
  package let open: String
  /// Asks for `Proxies.user` and `Proxies.password`.
  package let locked: String
  private let log: URL
  private let process: ServerProcess

  init() async throws {
    log = FileManager.default.temporaryDirectory.appending(path: "pproxy-\(UUID().uuidString).log")
    process = try await ServerProcess(python: Self.script, arguments: [log.path, Proxies.user, Proxies.password])
    let ports = process.ready.split(separator: " ")
    (open, locked) = ("127.0.0.1:\(ports[0])", "127.0.0.1:\(ports[1])")
  }

  /// The connections carried, first to last: `socks5 localhost:8080`.
  package func carried() throws -> [String] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static let script =
    TestServers.dieWithInput + """
      import asyncio, pproxy, socket
      path, user, password = sys.argv[1:]
      file = open(path, "w", buffering=1)
      def end():
          os.unlink(path)
      def log(line):
          words = line.split()
          if "->" in words:
              file.write(words[0] + " " + words[words.index("->") + 1] + "\\n")
      def port():
          with socket.socket() as free:
              free.bind(("127.0.0.1", 0))
              return free.getsockname()[1]
      async def main():
          ports = [port(), port()]
          for number, login in zip(ports, ["", "#%s:%s" % (user, password)]):
              server = pproxy.Server("http+socks4+socks5://127.0.0.1:%d%s" % (number, login))
              await server.start_server({"rserver": [], "verbose": log})
          threading.Thread(target=watch, daemon=True).start()
          print(*ports, flush=True)
          await asyncio.Event().wait()
      asyncio.run(main())
      """
}
