internal import CCurl
internal import Foundation
internal import Synchronization

/// The threads of a transport. The leader runs the loop; the standby takes over while the leader runs the caller's code.
/// A third one watches the leader.
///
/// With sequential requests, a handler runs on the thread that received the response and sends the next message,
/// because a thread switch costs as much as a small response.
final class CurlThreads: Sendable {
  let queue = CurlCommandQueue()
  private let watchdog = CurlWatchdog()
  private let connectionsPerHost: Int?
  private let loop = Mutex<CurlLoop?>(nil)
  private let hasLoop = Atomic(false)
  /// Held while the loop is made: the loop's own lock is held while it runs.
  private let making = Mutex(())

  private static let initializeLibrary: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  static func initialize() { _ = initializeLibrary }

  /// - Parameter connectionsPerHost: Maximum number of connections of HTTP/1.1 with a server; `nil` for any number.
  init(connectionsPerHost: Int?) { self.connectionsPerHost = connectionsPerHost }

  /// - Returns: The hop's ID.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> UInt64 {
    do {
      if !hasLoop.load(ordering: .acquiring) { try makeLoop() }
    } catch {
      return refuse(hop, error, receiver)
    }
    let (id, consequence) = queue.start(hop, for: receiver)
    switch consequence {
    case .startThread: startThreads()
    // Send while the handler continues. Not with a body, whose producer is the caller's code.
    case .handleNow where hop.body == nil: handleNow()
    case .handleNow, .wakeLeader, .wakeStandby, .nothing: break
    }
    return id
  }

  /// Not on the loop's thread: the exit of the thread that initialized OpenSSL would race with the process's exit
  /// handlers.
  private func makeLoop() throws(RequestError) {
    try making.withLock { (_) throws(RequestError) in
      if hasLoop.load(ordering: .relaxed) { return }
      Self.initialize()
      try loop.withLock { (loop) throws(RequestError) in
        loop = try CurlLoop(queue, watchdog, connectionsPerHost: connectionsPerHost)
      }
      hasLoop.store(true, ordering: .releasing)
    }
  }

  /// - Returns: An ID of no hop.
  private func refuse(_ hop: HopRequest, _ error: RequestError, _ receiver: any HopReceiver) -> UInt64 {
    let start = CurlCommandQueue.HopStart(id: 0, hop, for: receiver)
    CallbackQueue.run { receiver.hopFinished(HopReport(unsent: start, error))?() }
    return start.id
  }

  /// Called on the leader's thread from within the caller's code.
  private func handleNow() {
    guard queue.returnToLead() else { return }
    loop.withLock { $0?.handleNow() }
    queue.resumeCallback()
  }

  private func startThreads() {
    startThread { threads in
      threads.lead()
      threads.runAsStandby()
    }
    startThread { $0.runAsStandby() }
    startThread { $0.watchdog.watch($0.queue) }
  }

  /// The threads retain this object until the loop is stopped.
  private func startThread(_ work: @escaping @Sendable (CurlThreads) -> Void) {
    Thread.detachNewThread {
      pthread_setname_np(pthread_self(), "RequestClient")
      Thread.blockSignals()
      work(self)
    }
  }

  /// Returns when the loop has stopped or the other thread has become the leader.
  private func lead() {
    while let completion = loop.withLock({ $0?.run() }) {
      completion()
      if !queue.returnToLead() { return }
    }
  }

  private func runAsStandby() {
    while queue.waitAsStandby() { lead() }
  }
}
