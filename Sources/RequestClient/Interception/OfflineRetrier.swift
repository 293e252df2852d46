internal import Foundation
internal import Glibc

/// Retries failed requests once their host is reachable again.
///
/// One loop probes the endpoints of all waiting requests, so use one retrier for a whole session. Requests with
/// one-shot bodies are not retried. Other requests are retried whatever their method, because nothing was sent. If you
/// add `.connectionLost` to the faults, a request may reach the server twice.
public struct OfflineRetrier: RequestInterceptor {
  /// Checks whether the endpoint accepts connections.
  public typealias Probe = @Sendable (NetworkEndpoint) async -> Bool

  private let maximumWait: Duration
  private let retryLimit: Int
  private let faults: Set<RequestError.NetworkFault>
  private let watch: ConnectivityWatch

  /// Creates a retrier.
  ///
  /// - Parameters:
  ///   - maximumWait: Maximum wait after each failed attempt.
  ///   - retryLimit: Maximum number of further attempts, including those requested by other retriers.
  ///   - pollingInterval: Time between probes; the first is immediate.
  ///   - faults: Errors that count as an unreachable network.
  ///   - clock: Clock for the waits.
  ///   - probe: By default opens and closes a TCP connection, trying each of the host's addresses for one second.
  public init(
    maximumWait: Duration = .seconds(5), retryLimit: Int = 10, pollingInterval: Duration = .milliseconds(500),
    faults: Set<RequestError.NetworkFault> = [.refused, .unreachable, .unresolvableHost],
    clock: some Clock<Duration> = ContinuousClock(), probe: Probe? = nil
  ) {
    self.maximumWait = maximumWait
    self.retryLimit = retryLimit
    self.faults = faults
    let connection = ConnectionProbe()
    watch = ConnectivityWatch(
      interval: pollingInterval, time: ElapsedTime(clock), probe: probe ?? { await connection.reaches($0) })
  }

  /// `false`: there was a response, so the network is reachable.
  public var retriesFailedSerialization: Bool { false }

  /// Returns `.retry` when the host is reachable again, otherwise `.doNotRetry`.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    guard let fault = error.networkFault, faults.contains(fault), request.retryCount < retryLimit,
      let message = request.request, request.requests.last?.body?.isReplayable != false
    else { return .doNotRetry }
    let options = message.options(inheriting: session.parts.options).value
    let endpoint = NetworkEndpoint(of: message, options: options)
    return await watch.wait(for: endpoint, atMost: maximumWait) ? .retry : .doNotRetry
  }
}

extension RequestInterceptor where Self == OfflineRetrier {
  /// A new retrier with its defaults.
  public static var offlineRetrier: OfflineRetrier { OfflineRetrier() }
}

/// Checks whether an endpoint accepts connections.
///
/// Runs on the threads of the caller's code, because name lookup blocks.
struct ConnectionProbe: Sendable {
  /// Timeout for each address.
  var limit = Duration.seconds(1)

  func reaches(_ endpoint: NetworkEndpoint) async -> Bool {
    await withCheckedContinuation { continuation in
      CallbackQueue.run { continuation.resume(returning: connects(to: endpoint)) }
    }
  }

  private func connects(to endpoint: NetworkEndpoint) -> Bool {
    switch endpoint {
    case .host(let host, let port): connects(to: host, port: port)
    case .unixSocket(let path): connects(toSocketAt: path)
    }
  }

  private func connects(to host: String, port: Int) -> Bool {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(name, String(port), &hints, &found) == 0 else { return false }
    defer { freeaddrinfo(found) }
    return sequence(first: found, next: { $0?.pointee.ai_next }).contains { entry in
      guard let entry = entry?.pointee, let address = entry.ai_addr else { return false }
      return connects(entry.ai_family, address, entry.ai_addrlen)
    }
  }

  private func connects(toSocketAt path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte is needed for the terminator.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connects(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func connects(_ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(family, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    if connect(socket, address, length) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var descriptor = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, Int32(limit.curlMilliseconds)) == 1 else { return false }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0
  }
}

/// Waits for endpoints to become reachable. One loop serves all waiters and ends with the last.
actor ConnectivityWatch {
  private struct Waiter {
    let endpoint: NetworkEndpoint
    /// Elapsed time at which to give up.
    let deadline: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let interval: Duration
  private let probe: @Sendable (NetworkEndpoint) async -> Bool
  private let time: ElapsedTime
  private var waiters: [Int: Waiter] = [:]
  private var lastID = 0
  private var loop: Task<Void, Never>?

  init(interval: Duration, time: ElapsedTime, probe: @escaping @Sendable (NetworkEndpoint) async -> Bool) {
    self.interval = interval
    self.time = time
    self.probe = probe
  }

  /// - Returns: Whether the endpoint is reachable; `false` if `limit` has passed or the task was cancelled.
  func wait(for endpoint: NetworkEndpoint, atMost limit: Duration) async -> Bool {
    lastID += 1
    let (id, deadline) = (lastID, time.now() + limit)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNew = !waiters.values.contains { $0.endpoint == endpoint }
        waiters[id] = Waiter(endpoint: endpoint, deadline: deadline, continuation: continuation)
        if isNew { beginWatching() }
      }
    } onCancel: {
      // This cannot overtake the waiter, which is added before the actor runs another call.
      Task { await self.end(id, with: false) }
    }
  }

  /// Starts probing immediately, so that a new endpoint does not wait for the next interval.
  private func beginWatching() {
    loop?.cancel()
    loop = Task { await self.watch() }
  }

  private func watch() async {
    while !Task.isCancelled {
      for endpoint in await reachable(Set(waiters.values.map(\.endpoint))) {
        for (id, waiter) in waiters where waiter.endpoint == endpoint { end(id, with: true) }
      }
      let now = time.now()
      for (id, waiter) in waiters where waiter.deadline <= now { end(id, with: false) }
      guard let next = waiters.values.map(\.deadline).min() else { return }
      // Cancelled when there are no more waiters or another loop has started.
      try? await time.sleep(min(interval, next - now))
    }
  }

  /// Probes all endpoints concurrently, so that a slow one does not delay the others.
  private func reachable(_ endpoints: Set<NetworkEndpoint>) async -> [NetworkEndpoint] {
    await withTaskGroup(of: NetworkEndpoint?.self) { group in
      for endpoint in endpoints {
        group.addTask { [probe] in await probe(endpoint) ? endpoint : nil }
      }
      var found: [NetworkEndpoint] = []
      for await endpoint in group { if let endpoint { found.append(endpoint) } }
      return found
    }
  }

  private func end(_ id: Int, with isReachable: Bool) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    waiter.continuation.resume(returning: isReachable)
    guard waiters.isEmpty else { return }
    loop?.cancel()
    loop = nil
  }
}

/// The endpoint of a connection.
public enum NetworkEndpoint: Hashable, Sendable {
  /// A host name or address; IPv6 addresses with or without brackets.
  case host(String, port: Int)
  /// The path of a Unix socket.
  case unixSocket(String)
}

extension NetworkEndpoint {
  /// The endpoint the transport connects to for `message`, according to its options and URL.
  ///
  /// Proxies from the environment are ignored.
  init(of message: OutgoingRequest, options: TransferOptions) {
    let (host, port) = (message.url.host, message.url.effectivePort)
    if let path = options.unixSocketPath {
      self = .unixSocket(path)
    } else if case .proxy(let proxy) = options.proxy {
      self = .host(proxy.host, port: proxy.port)
    } else if let other = options.connectTo["\(host):\(port)"] ?? options.connectTo[host] {
      self = Self.place(other, port)
    } else {
      self = .host(options.resolve["\(host):\(port)"] ?? options.resolve[host] ?? host, port: port)
    }
  }

  /// Parses `host:port` or `host`; `port` is the default.
  private static func place(_ text: String, _ port: Int) -> NetworkEndpoint {
    let end = text.lastIndex(of: "]") ?? text.startIndex
    guard let colon = text[end...].lastIndex(of: ":") else { return .host(text, port: port) }
    let (host, digits) = (text[..<colon], text[text.index(after: colon)...])
    return .host(host.isEmpty ? "localhost" : String(host), port: Int(digits) ?? port)
  }
}
