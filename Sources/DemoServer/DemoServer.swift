import FlyingFox
import FlyingSocks

/// A built-in server like httpbin, so that a first run needs no network.
///
/// Listens on 127.0.0.1 and serves plain HTTP/1.1. Limitations of FlyingFox 0.27: only the last of several request
/// headers with the same name is available, and their order is lost; response headers are sorted by name, and
/// duplicates other than `Set-Cookie` are joined by commas; `Expect: 100-continue` is ignored; the response to a `HEAD`
/// of a stream has `Content-Length: 0`; an unknown method gets an empty 404.
package actor DemoServer {
  private let requestedPort: UInt16
  private var running: (server: HTTPServer, task: Task<Void, Never>, port: UInt16)?

  /// - Parameter port: 0 selects a free port.
  package init(port: UInt16 = 0) {
    requestedPort = port
  }

  /// Starts the server and returns when it accepts connections. Does nothing if it is running.
  ///
  /// - Returns: The port; the server is at `http://127.0.0.1:PORT`.
  package func start() async throws(DemoServerError) -> UInt16 {
    if let running { return running.port }
    let server = HTTPServer(
      address: try Self.loopback(port: requestedPort), timeout: Limits.secondsToAnswer, logger: ListeningWatch(),
      handler: Router(routes: Route.all))
    let (outcomes, report) = AsyncStream.makeStream(of: (any Error)?.self)
    let task = Task {
      do { try await server.run() } catch { report.yield(error) }
      report.finish()
    }
    let waiting = Task {
      do {
        try await server.waitUntilListening()
        report.yield(nil)
      } catch { report.yield(error) }
    }
    let failure = await outcomes.first { _ in true } ?? SocketError.disconnected
    waiting.cancel()
    guard failure == nil, case .ip4(_, let port) = await server.listeningAddress else {
      task.cancel()
      throw DemoServerError(failure ?? SocketError.unsupportedAddress, port: requestedPort)
    }
    running = (server, task, port)
    return port
  }

  /// Stops the server, aborts open requests and waits until all tasks have ended.
  package func stop() async {
    guard let running else { return }
    self.running = nil
    await running.server.stop()
    await running.task.value
  }

  private static func loopback(port: UInt16) throws(DemoServerError) -> some SocketAddress {
    do { return try .inet(ip4: "127.0.0.1", port: port) } catch { throw DemoServerError(error, port: port) }
  }
}
