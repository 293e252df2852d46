internal import CCurl
internal import Foundation
internal import Glibc
internal import Synchronization

/// Ends a call of libcurl that does not return, by closing its connections.
///
/// libcurl handles everything that a socket has before it returns. An HTTP/2 server that sends empty frames faster than
/// they are handled keeps it in one call, without a callback that could end it. As the loop handles neither commands nor
/// time limits meanwhile, a thread of its own looks twice a second, while there are transfers, where the loop is.
final class CurlWatchdog: Sendable {
  private struct State {
    var limits: [UInt64: TransferLimits] = [:]
    var isWatching = false
    var isClosed = false
  }

  /// The open connections.
  let sockets = OpenSockets()
  private let state = Mutex(State())
  private let hasTransfers = DispatchSemaphore(value: 0)
  /// Odd while the loop is in a call. A callback adds 2.
  private let calls = Atomic<UInt64>(0)
  /// The socket that the call is for; negative for a call without one.
  private let socket = Atomic<Int32>(-1)
  /// The thread that runs the loop, as the kernel numbers it.
  private let thread = Atomic<Int32>(0)

  private static let interval = DispatchTimeInterval.milliseconds(500)
  /// How long a call may compute without a callback while the loop is needed. Processor time, because a thread that the
  /// system does not run, or that waits for a disk, is not caught.
  private static let tolerance = Duration.milliseconds(200)
  /// The same while only other transfers may need the loop, which may have nothing to do.
  private static let toleranceOfOthers = Duration.seconds(1)

  // MARK: The loop

  /// Notes that the calling thread runs the loop.
  func loopBegins() { thread.store(gettid(), ordering: .relaxed) }

  /// Calls libcurl.
  func during(callFor socket: Int32, _ call: () -> Void) {
    self.socket.store(socket, ordering: .relaxed)
    calls.wrappingAdd(1, ordering: .releasing)
    call()
    calls.wrappingAdd(1, ordering: .releasing)
  }

  /// libcurl has called back.
  func noteCallback() { calls.wrappingAdd(2, ordering: .relaxed) }

  func begin(_ id: UInt64, _ limits: TransferLimits) {
    let mustWake = state.withLock { state in
      state.limits[id] = limits
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if mustWake { hasTransfers.signal() }
  }

  func end(_ id: UInt64) { _ = state.withLock { $0.limits.removeValue(forKey: id) } }

  func close() {
    state.withLock { $0.isClosed = true }
    hasTransfers.signal()
  }

  // MARK: The watching thread

  private struct Sighting {
    let call: UInt64
    let since: ContinuousClock.Instant
    /// Processor time of the loop's thread when it was first seen in the call, or when it was last interrupted.
    var processorTime: Duration
    var strikes = 0
  }

  /// Returns when the watchdog is closed.
  func watch(_ queue: CurlCommandQueue) {
    var sighting: Sighting?
    while wait() { sighting = look(after: sighting, queue) }
  }

  /// Waits until the next look.
  ///
  /// - Returns: `false` when the watchdog is closed.
  private func wait() -> Bool {
    let hasTransfers = state.withLock { state in
      state.isWatching = !state.limits.isEmpty
      return state.isWatching
    }
    if hasTransfers { _ = self.hasTransfers.wait(timeout: .now() + Self.interval) } else { self.hasTransfers.wait() }
    return state.withLock { !$0.isClosed }
  }

  private func look(after previous: Sighting?, _ queue: CurlCommandQueue) -> Sighting? {
    let call = calls.load(ordering: .acquiring)
    if call.isMultiple(of: 2) { return nil }
    guard let time = processorTime else { return nil }
    guard var sighting = previous, sighting.call == call else {
      return Sighting(call: call, since: .now, processorTime: time)
    }
    let computed = time - sighting.processorTime
    let isNeeded =
      queue.hasCommands || hasPassedLimit(since: sighting.since) || (computed >= Self.toleranceOfOthers && hasOthers)
    guard computed >= Self.tolerance, isNeeded else { return sighting }
    // The call may also be busy with another connection than its own.
    sockets.shutDown(sighting.strikes == 0 ? socket.load(ordering: .relaxed) : nil)
    sighting.strikes += 1
    sighting.processorTime = time
    return sighting
  }

  /// Whether other transfers wait while libcurl is busy with this one.
  private var hasOthers: Bool { state.withLock { $0.limits.count > 1 } }

  /// Whether a transfer should have ended, when the loop was last free at `start`.
  private func hasPassedLimit(since start: ContinuousClock.Instant) -> Bool {
    let now = ContinuousClock.now
    return state.withLock { state in
      state.limits.values.contains { limits in
        limits.deadline.map { $0 <= now } ?? false || limits.silence.map { start + $0 <= now } ?? false
      }
    }
  }

  /// Processor time of the loop's thread; `nil` if that has ended.
  private var processorTime: Duration? {
    // The result of pthread_getcpuclockid; that function needs a thread that is alive.
    let clock = ~thread.load(ordering: .relaxed) << 3 | 6
    var time = timespec()
    return clock_gettime(clock, &time) == 0 ? .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) : nil
  }
}

/// The time limits of a transfer.
struct TransferLimits: Sendable {
  var deadline: ContinuousClock.Instant?
  /// Maximum time without a byte.
  var silence: Duration?
}

/// The sockets of libcurl's connections, which another thread may shut down.
final class OpenSockets: Sendable {
  private let sockets = Mutex<Set<Int32>>([])

  func insert(_ socket: Int32) { _ = sockets.withLock { $0.insert(socket) } }

  /// Closes the socket. With the lock held, so that no other socket gets its number meanwhile.
  func close(_ socket: Int32) -> Int32 {
    sockets.withLock { sockets in
      sockets.remove(socket)
      return Glibc.close(socket)
    }
  }

  /// Ends the connection of this socket, or all connections if it is unknown. libcurl closes them.
  func shutDown(_ socket: Int32?) {
    sockets.withLock { sockets in
      if let socket, sockets.contains(socket) { return Self.shutDown(socket) }
      for socket in sockets { Self.shutDown(socket) }
    }
  }

  /// Also discards what was received, which libcurl would still handle.
  private static func shutDown(_ socket: Int32) {
    Glibc.shutdown(socket, Int32(SHUT_RDWR))
    while recv(socket, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT)) > 0 {}
  }
}
