internal import Synchronization

/// Where any thread leaves commands for the loop's thread, waking it only when it sleeps.
final class CurlMailbox: Sendable {
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

  private struct State {
    var commands: [Command] = []
    var isSleeping = false
    var hasThread = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)
  /// Rung when a command comes while the loop sleeps.
  let bell = Bell()

  /// - Returns: The hop's number, and whether the loop's thread is still to be started: a program that sends nothing
  ///   does not pay for libcurl and its TLS library.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> (id: UInt64, needsThread: Bool) {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let start = HopStart(id: id, hop, for: receiver)
    let (needsThread, mustRing) = state.withLock { state in
      defer { state.hasThread = true }
      return (!state.hasThread, Self.add(.start(start), to: &state))
    }
    if mustRing { bell.ring() }
    return (id, needsThread)
  }

  func post(_ command: Command) {
    // The bell is rung with the lock open, or the loop would wake only to wait for it.
    let mustRing = state.withLock { Self.add(command, to: &$0) }
    if mustRing { bell.ring() }
  }

  /// - Returns: Whether the loop has to be woken.
  private static func add(_ command: Command, to state: inout State) -> Bool {
    if state.isClosed { return false }
    state.commands.append(command)
    defer { state.isSleeping = false }
    return state.isSleeping
  }

  /// Puts what was posted since the last call into `commands`, which is empty, in order. Both lists keep their memory.
  func take(_ commands: inout [Command]) {
    state.withLock { state in
      state.isSleeping = false
      swap(&state.commands, &commands)
    }
  }

  /// Whether the loop may sleep: no command waits, and the next one will wake it.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isSleeping = state.commands.isEmpty
      return state.isSleeping
    }
  }

  /// Nothing is taken any more.
  func close() {
    let unheard = state.withLock { state in
      defer { state.commands = [] }
      state.isClosed = true
      return state.commands
    }
    // Released when the lock is open again.
    withExtendedLifetime(unheard) {}
  }
}
