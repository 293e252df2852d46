internal import CCurl
internal import Foundation
internal import Glibc
internal import Synchronization

/// Passes commands from any thread to the loop, and decides which thread runs it.
final class CurlCommandQueue: Sendable {
  enum Command: Sendable {
    case start(HopStart)
    case cancel(UInt64)
    case pause(UInt64)
    case resume(UInt64)
    /// More of the body can be sent.
    case continueSending(UInt64)
    case stop
  }

  final class HopStart: Sendable {
    let id: UInt64
    let hop: HopRequest
    let receiver: any HopReceiver
    let handedOver: ContinuousClock.Instant

    init(id: UInt64, _ hop: HopRequest, for receiver: any HopReceiver) {
      self.id = id
      self.hop = hop
      self.receiver = receiver
      handedOver = .now
    }
  }

  private enum LeaderState: Equatable {
    /// Not started, so that a program that sends nothing does not load libcurl and its TLS library.
    case none
    case awake
    /// Waiting for `wakeUp`.
    case asleep
    /// Running the caller's code, then returning to the loop.
    case away(pthread_t)
    /// Away for too long: the standby thread becomes the leader.
    case replaced
  }

  private struct State {
    var commands: [Command] = []
    var leader = LeaderState.none
    var isClosed = false
    /// Number of absences so far.
    var absences = 0
    /// Whether the leader has posted a command while away, so that the loop has work.
    var hasPostedWhileAway = false
    /// `absences` at the last check of the standby thread; `nil` while it is not checking.
    var lastCheck: Int?
    /// The number of checks without work since the last post.
    var idleChecks = 0
    /// Number of standby threads: none while one leads and the other is away.
    var standbyCount = 0

    /// - Returns: Whether the standby thread must be woken to check.
    mutating func beginChecking() -> Bool {
      idleChecks = 0
      guard lastCheck == nil else { return false }
      lastCheck = absences - 1
      return true
    }
  }

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)
  /// Signalled when a command is posted while the loop is asleep.
  let wakeUp = EventFD()
  /// Signalled when the standby thread has to check.
  private let standbySignal = DispatchSemaphore(value: 0)

  /// Interval between checks. A leader with pending work is replaced after at most two intervals.
  private static let checkInterval = DispatchTimeInterval.milliseconds(1)
  /// The number of checks without work after which the standby thread sleeps.
  private static let idleChecks = 20

  /// The next step after a command was added.
  enum Consequence {
    case nothing
    case wakeLeader, wakeStandby
    /// Start the loop's threads.
    case startThread
    /// The calling thread is the leader and may handle the command immediately.
    case handleNow
  }

  /// - Returns: The hop's ID, and what to do next.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> (id: UInt64, Consequence) {
    let id = lastID.add(1, ordering: .relaxed).newValue
    return (id, post(.start(HopStart(id: id, hop, for: receiver))))
  }

  /// - Returns: The next step of the caller; `handleNow` is optional.
  @discardableResult
  func post(_ command: Command) -> Consequence {
    let consequence = state.withLock { add(command, to: &$0) }
    // Signalled after releasing the lock, for which the woken thread would wait.
    switch consequence {
    case .wakeLeader: wakeUp.signal()
    case .wakeStandby: standbySignal.signal()
    case .nothing, .startThread, .handleNow: return consequence
    }
    return .nothing
  }

  private func add(_ command: Command, to state: inout State) -> Consequence {
    if state.isClosed { return .nothing }
    state.commands.append(command)
    switch state.leader {
    case .awake, .replaced: return .nothing
    case .none:
      guard case .start = command else { return .nothing }
      state.leader = .awake
      return .startThread
    case .asleep:
      state.leader = .awake
      return .wakeLeader
    case .away(let thread) where pthread_equal(thread, pthread_self()) != 0:
      // There was no work until now: restart the interval.
      if !state.hasPostedWhileAway, state.lastCheck == state.absences { state.lastCheck = state.absences - 1 }
      state.hasPostedWhileAway = true
      if state.beginChecking() { standbySignal.signal() }
      return .handleNow
    case .away:
      state.leader = .replaced
      return .wakeStandby
    }
  }

  // MARK: The leader

  /// Moves the commands posted since the last call into `commands`, which must be empty. Both arrays keep their
  /// capacity.
  func drain(into commands: inout [Command]) {
    state.withLock { state in
      if state.leader == .asleep { state.leader = .awake }
      swap(&state.commands, &commands)
    }
  }

  /// Whether the loop has commands to handle.
  var hasCommands: Bool { state.withLock { !$0.commands.isEmpty } }

  /// Whether the loop may sleep: no command is waiting, and the next one will wake it.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      state.leader = state.commands.isEmpty ? .asleep : .awake
      return state.commands.isEmpty
    }
  }

  /// Whether the calling thread may leave the loop to run the caller's code: no command is waiting, and a standby
  /// thread is ready.
  func beginCallback() -> Bool {
    state.withLock { state in
      guard state.commands.isEmpty, state.standbyCount > 0 else { return false }
      state.leader = .away(pthread_self())
      state.absences += 1
      state.hasPostedWhileAway = false
      return true
    }
  }

  /// Whether the calling thread, returning from the caller's code, is still the leader.
  func returnToLead() -> Bool {
    state.withLock { state in
      guard case .away(let thread) = state.leader, pthread_equal(thread, pthread_self()) != 0 else { return false }
      state.leader = .awake
      return true
    }
  }

  /// Leaves the loop again. The standby thread handles commands posted meanwhile. It checks again, as it may have found
  /// the leader in the loop and stopped.
  func resumeCallback() {
    let mustWakeStandby = state.withLock { state in
      let hasCommands = !state.commands.isEmpty
      state.leader = hasCommands ? .replaced : .away(pthread_self())
      return hasCommands || state.beginChecking()
    }
    if mustWakeStandby { standbySignal.signal() }
  }

  /// Closes the queue.
  func close() {
    let discarded = state.withLock { state in
      defer { state.commands = [] }
      state.isClosed = true
      return state.commands
    }
    standbySignal.signal()
    // Released after the lock.
    withExtendedLifetime(discarded) {}
  }

  // MARK: The standby thread

  /// For tests. Whether the standby thread checks the leader.
  var isChecking: Bool { state.withLock { $0.lastCheck != nil } }

  /// Blocks the standby thread until it becomes the leader.
  ///
  /// - Returns: `false` when the loop has stopped.
  func waitAsStandby() -> Bool {
    state.withLock { $0.standbyCount += 1 }
    while true {
      switch check() {
      case .lead: return true
      case .end: return false
      case .sleep: standbySignal.wait()
      case .checkAgain: _ = standbySignal.wait(timeout: .now() + Self.checkInterval)
      }
    }
  }

  private enum StandbyAction {
    case lead, end, sleep, checkAgain
  }

  /// Replaces a leader that is still in the same absence as at the last check. Stops checking if no work was pending for
  /// a while: waking it for each message of a series would take longer than the checks.
  private func check() -> StandbyAction {
    state.withLock { state in
      if state.isClosed { return .end }
      if state.leader == .replaced { return Self.lead(&state) }
      guard let lastCheck = state.lastCheck else { return .sleep }
      if lastCheck != state.absences {
        state.lastCheck = state.absences
        return .checkAgain
      }
      if case .away = state.leader, state.hasPostedWhileAway { return Self.lead(&state) }
      state.idleChecks += 1
      if state.idleChecks < Self.idleChecks { return .checkAgain }
      state.lastCheck = nil
      return .sleep
    }
  }

  private static func lead(_ state: inout State) -> StandbyAction {
    state.leader = .awake
    state.lastCheck = nil
    state.standbyCount -= 1
    return .lead
  }
}

/// Wakes a thread that waits for its descriptor with `epoll`. Can be signalled from any thread.
struct EventFD: ~Copyable, Sendable {
  /// Negative until it is opened.
  private let descriptor = Atomic<Int32>(-1)

  deinit {
    let descriptor = descriptor.load(ordering: .relaxed)
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Opens the descriptor, once. Not called by two threads at the same time.
  ///
  /// - Throws: The system's limit that was reached.
  borrowing func open() throws(RequestError) -> Int32 {
    let present = descriptor.load(ordering: .relaxed)
    if present >= 0 { return present }
    let fresh = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if fresh < 0 { throw .localLimit(reason: String(cString: strerror(errno))) }
    descriptor.store(fresh, ordering: .releasing)
    return fresh
  }

  borrowing func signal() { eventfd_write(descriptor.load(ordering: .acquiring), 1) }
}
