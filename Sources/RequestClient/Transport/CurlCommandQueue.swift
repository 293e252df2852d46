internal import CCurl
internal import Foundation
internal import Glibc
internal import Synchronization

/// Commands from any thread to the loop, and which thread handles them.
final class CurlCommandQueue: Sendable {
  enum Command: Sendable {
    case start(HopStart)
    case cancel(UInt64)
    case pause(UInt64)
    case resume(UInt64)
    /// There is more of the body to send.
    case goOnSending(UInt64)
    case stop
  }

  /// A hop that was handed over.
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

  /// State of the leader.
  private enum Attendance: Equatable {
    /// No thread yet: a program that sends nothing does not load libcurl and its TLS library.
    case none
    case awake
    /// Waiting for `wakeUp`.
    case asleep
    /// The leader runs the caller's code and returns to the loop afterwards.
    case away(pthread_t)
    /// The leader was away too long: the standby thread becomes the leader.
    case replaced
  }

  private struct State {
    var commands: [Command] = []
    var attendance = Attendance.none
    var isClosed = false
    /// How often a leader has been away.
    var absences = 0
    /// Whether it posted something itself since it left, so that the loop has work.
    var hasPostedAway = false
    /// The number of absences at the last look of the standby thread; `nil` while it sleeps until it is called.
    var lastLook: Int?
    /// How many threads stand by: none while one leads and the other is away.
    var standbyCount = 0
  }

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)
  /// Signalled when a command comes while the loop sleeps.
  let wakeUp = EventFD()
  /// Signalled when the standby thread has something to look at.
  private let call = DispatchSemaphore(value: 0)

  /// How long a leader may be away from work of its own before it is replaced: twice as long at most.
  private static let longestAbsence = DispatchTimeInterval.milliseconds(1)

  /// What to do after a command was added.
  enum Consequence {
    case nothing
    case wakeLeader, wakeStandby
    /// The loop has no thread yet.
    case startThread
    /// The calling thread leads, and may have the loop obey at once.
    case obey
  }

  /// - Returns: The hop's number, and what is left for the threads to do.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> (id: UInt64, Consequence) {
    let id = lastID.add(1, ordering: .relaxed).newValue
    return (id, post(.start(HopStart(id: id, hop, for: receiver))))
  }

  /// - Returns: What is left for the threads to do; `obey` is optional.
  @discardableResult
  func post(_ command: Command) -> Consequence {
    let consequence = state.withLock { add(command, to: &$0) }
    // After releasing the lock, or the woken thread would wait for it.
    switch consequence {
    case .wakeLeader: wakeUp.signal()
    case .wakeStandby: call.signal()
    case .nothing, .startThread, .obey: return consequence
    }
    return .nothing
  }

  private func add(_ command: Command, to state: inout State) -> Consequence {
    if state.isClosed { return .nothing }
    state.commands.append(command)
    switch state.attendance {
    case .awake, .replaced: return .nothing
    case .none:
      guard case .start = command else { return .nothing }
      state.attendance = .awake
      return .startThread
    case .asleep:
      state.attendance = .awake
      return .wakeLeader
    case .away(let leader) where pthread_equal(leader, pthread_self()) != 0:
      state.hasPostedAway = true
      if state.lastLook == nil {
        state.lastLook = state.absences - 1
        call.signal()
      }
      return .obey
    case .away:
      state.attendance = .replaced
      return .wakeStandby
    }
  }

  // MARK: The leader

  /// Moves the commands posted since the last call into `commands`, which must be empty. Both arrays keep their capacity.
  func take(_ commands: inout [Command]) {
    state.withLock { state in
      if state.attendance == .asleep { state.attendance = .awake }
      swap(&state.commands, &commands)
    }
  }

  /// Whether the loop may sleep: no command waits, and the next one will wake it.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      state.attendance = state.commands.isEmpty ? .asleep : .awake
      return state.commands.isEmpty
    }
  }

  /// Whether the calling thread may leave the loop to run the caller's code: no command is waiting and a standby thread is ready.
  func beginCallback() -> Bool {
    state.withLock { state in
      guard state.commands.isEmpty, state.standbyCount > 0 else { return false }
      state.attendance = .away(pthread_self())
      state.absences += 1
      state.hasPostedAway = false
      return true
    }
  }

  /// Whether the calling thread, which was away, still leads.
  func returnToLead() -> Bool {
    state.withLock { state in
      guard case .away(let leader) = state.attendance, pthread_equal(leader, pthread_self()) != 0 else { return false }
      state.attendance = .awake
      return true
    }
  }

  /// Continues the caller's code. The standby thread handles commands posted meanwhile.
  func resumeCallback() {
    let isMissed = state.withLock { state in
      let isMissed = !state.commands.isEmpty
      state.attendance = isMissed ? .replaced : .away(pthread_self())
      return isMissed
    }
    if isMissed { call.signal() }
  }

  /// Closes the queue.
  func close() {
    let unheard = state.withLock { state in
      defer { state.commands = [] }
      state.isClosed = true
      return state.commands
    }
    call.signal()
    // Released after the lock.
    withExtendedLifetime(unheard) {}
  }

  // MARK: The standby thread

  /// Blocks the standby thread until it is to lead.
  ///
  /// - Returns: `false` when the loop has stopped.
  func waitAsStandby() -> Bool {
    state.withLock { $0.standbyCount += 1 }
    while true {
      switch look() {
      case .lead: return true
      case .end: return false
      case .sleep: call.wait()
      case .lookAgain: _ = call.wait(timeout: .now() + Self.longestAbsence)
      }
    }
  }

  private enum Look {
    case lead, end, sleep, lookAgain
  }

  /// Replaces a leader that was away at the previous check too. If there was no absence
  /// between two looks, the next one waits for a call.
  private func look() -> Look {
    state.withLock { state in
      if state.isClosed { return .end }
      if state.attendance == .replaced { return Self.lead(&state) }
      guard let lastLook = state.lastLook else { return .sleep }
      if lastLook != state.absences {
        state.lastLook = state.absences
        return .lookAgain
      }
      state.lastLook = nil
      guard case .away = state.attendance, state.hasPostedAway else { return .sleep }
      return Self.lead(&state)
    }
  }

  private static func lead(_ state: inout State) -> Look {
    state.attendance = .awake
    state.lastLook = nil
    state.standbyCount -= 1
    return .lead
  }
}

/// Wakes a thread that waits for its descriptor with `epoll`. Any thread may signal it.
struct EventFD: ~Copyable, Sendable {
  let descriptor: Int32

  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { fatalError("Cannot create an eventfd: \(String(cString: strerror(errno)))") }
  }

  deinit { Glibc.close(descriptor) }

  borrowing func signal() { eventfd_write(descriptor, 1) }
}
