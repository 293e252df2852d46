internal import CCurl
internal import Synchronization

/// Where any thread leaves commands for the loop's thread, waking it only when it sleeps.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(id: UInt64, HopRequest, any HopReceiver, handedOver: ContinuousClock.Instant)
    case cancel(UInt64)
    case pause(UInt64)
    case resume(UInt64)
    /// There is more of the body to send.
    case goOnSending(UInt64)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var nextID: UInt64 = 1
    var isSleeping = false
    var hasThread = false
    var isClosed = false
    /// Made with the first message: a program that sends nothing does not pay for libcurl and its TLS library.
    var multi: CurlMultiHandle?
  }

  private let state = Mutex(State())
  /// - Returns: The handle for the loop's thread where that is still to be started.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> (id: UInt64, threadToStart: CurlMultiHandle?) {
    let now = ContinuousClock.now
    return state.withLock { state in
      let id = state.nextID
      state.nextID += 1
      post(.start(id: id, hop, receiver, handedOver: now), to: &state)
      if state.hasThread { return (id, nil) }
      state.hasThread = true
      let multi = CurlMultiHandle()
      state.multi = multi
      return (id, multi)
    }
  }

  func post(_ command: Command) {
    state.withLock { post(command, to: &$0) }
  }

  private func post(_ command: Command, to state: inout State) {
    if state.isClosed { return }
    state.commands.append(command)
    if state.isSleeping {
      state.isSleeping = false
      if let multi = state.multi { curl_multi_wakeup(multi.raw) }
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
