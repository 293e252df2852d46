import FlyingFox
import FlyingSocks

/// An httpbin-like server inside the program, so that a first run needs no network.
///
/// It listens on 127.0.0.1 only and speaks plain HTTP/1.1. What FlyingFox 0.27 does not let through: of request headers
/// that share a name only the last arrives, in no order; response headers leave sorted by name, those that share one
/// joined by commas (`Set-Cookie` stays apart); `Expect: 100-continue` is not answered; a `HEAD` of a stream says
/// `Content-Length: 0`; a method that HTTP itself does not define is answered by a bare 404.
package actor DemoServer {
  private let requestedPort: UInt16
  private var running: (server: HTTPServer, task: Task<Void, Never>, port: UInt16)?

  /// - Parameter port: 0 lets the system choose a free one.
  package init(port: UInt16 = 0) {
    requestedPort = port
  }

  /// Listens, and returns once connections are accepted; on a server that runs already it changes nothing.
  ///
  /// - Returns: The port, to be reached as `http://127.0.0.1:PORT`.
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

  /// Stops listening and cuts what is still being answered; returns when nothing of it is left.
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
