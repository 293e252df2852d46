internal import CCurl
internal import Synchronization

/// Where any thread leaves commands for the loop's thread, waking it only when it sleeps.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(id: UInt64, HopRequest, any HopReceiver, handedOver: ContinuousClock.Instant)
    case cancel(UInt64)
    case pause(UInt64)
    case resume(UInt64)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var nextID: UInt64 = 1
    var isSleeping = false
    var hasThread = false
    var isClosed = false
  }

  let multi = CurlMultiHandle()
  private let state = Mutex(State())

  /// - Returns: Whether the loop's thread is still to be started.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> (id: UInt64, needsThread: Bool) {
    let now = ContinuousClock.now
    return state.withLock { state in
      let id = state.nextID
      state.nextID += 1
      post(.start(id: id, hop, receiver, handedOver: now), to: &state)
      defer { state.hasThread = true }
      return (id, !state.hasThread)
    }
  }

  /// - Returns: Whether a thread runs that will take it.
  @discardableResult
  func post(_ command: Command) -> Bool {
    state.withLock { state in
      post(command, to: &state)
      return state.hasThread
    }
  }

  private func post(_ command: Command, to state: inout State) {
    if state.isClosed { return }
    state.commands.append(command)
    if state.isSleeping {
      state.isSleeping = false
      curl_multi_wakeup(multi.raw)
    }
  }

  /// What was posted since the last call, in order.
  func take() -> [Command] {
    state.withLock { state in
      state.isSleeping = false
      if state.commands.isEmpty { return [] }
      defer { state.commands.removeAll() }
      return state.commands
    }
  }

  /// Whether the loop may sleep: no command waits, and the next one will wake it.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isSleeping = state.commands.isEmpty
      return state.isSleeping
    }
  }

  /// Nobody may wake the multi handle any more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.commands = []
    }
  }
}
