import MockServer

/// A built-in server like httpbin, so that a first run needs no network.
///
/// Listens on 127.0.0.1 and serves plain HTTP/1.1 as the mock server does.
package actor DemoServer {
  private let server: MockServer
  private let requestedPort: UInt16

  /// - Parameter port: 0 selects a free port.
  package init(port: UInt16 = 0) {
    requestedPort = port
    let router = Router(routes: Route.all)
    server = MockServer(port: port, patience: Limits.patience, handler: { await router.reply(to: $0) })
  }

  /// Starts the server and returns when it accepts connections. Does nothing if it is running.
  ///
  /// - Returns: The port; the server is at `http://127.0.0.1:PORT`.
  package func start() async throws(DemoServerError) -> UInt16 {
    do throws(MockServerError) {
      return try await server.start()
    } catch {
      throw DemoServerError(error, port: requestedPort)
    }
  }

  /// Stops the server, aborts open requests and waits until all tasks have ended.
  package func stop() async { await server.stop() }
}
