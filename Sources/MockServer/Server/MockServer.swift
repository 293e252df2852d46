internal import FlyingSocks
internal import Glibc

/// An HTTP/1.1 server for the responses of a handler: the examples of a collection, or those of the demo server.
///
/// FlyingSocks waits for the sockets; this type reads requests and writes responses.
package actor MockServer {
  package typealias Handler = @Sendable (MockRequest) async -> MockReply

  private let name: String
  private let host: String
  private let requestedPort: UInt16
  private let tls: TLSContext?
  private let hosts: HostNames?
  private let patience: Patience
  private let handler: Handler
  private let log: @Sendable (MockLogEntry) -> Void
  private var running: Running?

  /// Timeouts for clients, in seconds.
  package struct Patience: Sendable {
    let head: Double
    let body: Double
    /// Between two requests.
    let idle: Double
    /// Until the client accepts more of a response.
    let write: Double

    package init(head: Double = 20, body: Double = 60, idle: Double = 60, write: Double = 60) {
      (self.head, self.body, self.idle, self.write) = (head, body, idle, write)
    }
  }

  private struct Running {
    let socket: ListeningSocket
    let pool: Task<Void, Never>
    let connections: Task<Void, Never>
  }

  /// - Parameters:
  ///   - name: Its name in errors.
  ///   - port: 0 selects a free port.
  ///   - tls: `nil` for plain HTTP.
  ///   - hosts: The hosts to respond for; `nil` for any, which allows web pages to read the responses: see `HostNames`.
  package init(
    name: String = "mock server", host: String = "127.0.0.1", port: UInt16 = 0, tls: TLSContext? = nil,
    hosts: HostNames? = nil, patience: Patience = Patience(),
    log: @escaping @Sendable (MockLogEntry) -> Void = { _ in }, handler: @escaping Handler
  ) {
    self.name = name
    self.host = host
    requestedPort = port
    self.tls = tls
    self.hosts = hosts
    self.patience = patience
    self.log = log
    self.handler = handler
  }

  /// Starts the server and returns its port. From then on, connections are accepted.
  package func start() async throws(MockServerError) -> UInt16 {
    if let running { return running.socket.port }
    Self.raiseDescriptorLimit()
    let socket: ListeningSocket
    do { socket = try ListeningSocket(host: host, port: requestedPort) } catch { throw failure(error) }
    let pool = SocketPool.make(maxEvents: 64)
    do { try await pool.prepare() } catch {
      close(socket.descriptor)
      throw failure(.other("\(error)"))
    }
    let polling = Task { do { try await pool.run() } catch {} }  // Ends with an error when it is cancelled.
    let service = ConnectionService(pool: pool, tls: tls, handler: handler, hosts: hosts, patience: patience, log: log)
    let connections = Task { await Self.accept(socket, pool, service) }
    running = Running(socket: socket, pool: polling, connections: connections)
    return socket.port
  }

  private func failure(_ reason: MockServerError.Reason) -> MockServerError {
    MockServerError(server: name, host: host, port: requestedPort, reason: reason)
  }

  /// Ends all connections and waits for their tasks.
  package func stop() async {
    guard let running else { return }
    self.running = nil
    running.connections.cancel()
    await running.connections.value
    running.pool.cancel()
    await running.pool.value
    close(running.socket.descriptor)
  }

  private static func accept(
    _ socket: ListeningSocket, _ pool: any AsyncSocketPool, _ service: ConnectionService
  ) async {
    let listening = Socket(file: .init(rawValue: socket.descriptor))
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        switch socket.accept() {
        case .connection(let descriptor):
          guard descriptor >= 0 else { continue }
          group.addTask { await service.serve(descriptor) }
        case .none:
          // Fails when the server stops.
          do { try await pool.suspendSocket(listening, untilReadyFor: .read) } catch { break }
        case .exhausted:
          // Wait until a connection ends. Fails when the server stops.
          do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
        case .closed: return group.cancelAll()
        }
      }
      group.cancelAll()
    }
  }

  /// Raises the limit of descriptors: a thousand clients need as many, which is the usual limit.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 16_384))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
