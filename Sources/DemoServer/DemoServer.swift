/// A built-in server like httpbin, so that a first run needs no network.
///
/// Listens on 127.0.0.1 and serves plain HTTP/1.1 as the mock server does.
package actor DemoServer {
  private let server: MockServer

  /// Answers a request for a path that the demo server does not have; `nil` if it has no response either.
  package typealias Examples = @Sendable (MockRequest) async -> MockReply?

  /// - Parameters:
  ///   - port: 0 selects a free port.
  ///   - examples: Answers for other paths, of requests to this machine by its own names.
  package init(port: UInt16 = 0, examples: Examples? = nil) {
    let router = Router(routes: Route.all, examples: Self.onlyForThisMachine(examples))
    server = MockServer(
      name: "demo server", port: port, patience: Limits.patience, handler: { await router.reply(to: $0) })
  }

  /// Answers only requests for the names of this machine. A web page can resolve its own name to 127.0.0.1, and must not
  /// read the examples.
  private static func onlyForThisMachine(_ examples: Examples?) -> Examples? {
    guard let examples else { return nil }
    let hosts = HostNames(listeningOn: "127.0.0.1")
    return { request in
      guard hosts.allows(request) else { return nil }
      return await examples(request)
    }
  }

  /// Starts the server and returns when it accepts connections. Does nothing if it is running.
  ///
  /// - Returns: The port; the server is at `http://127.0.0.1:PORT`.
  package func start() async throws(MockServerError) -> UInt16 { try await server.start() }

  /// Stops the server, aborts open requests and waits until all tasks have ended.
  package func stop() async { await server.stop() }
}
