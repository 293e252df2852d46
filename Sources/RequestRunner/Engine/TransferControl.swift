internal import Synchronization

/// Starts the transfers of a run, pauses and resumes them, and ends the last one early.
final class TransferControl: Sendable {
  private struct State {
    var transfer: (any Request)?
    /// Whether the user has paused the run.
    var isPaused = false
    /// Whether what has arrived is read first.
    var isHeld = false
    /// Whether a reader of the received data is slower than the transfer.
    var isBehind: [@Sendable () -> Bool] = []
    /// Whether the transfer was paused last; `nil` before it starts.
    var applied: Bool?
    var isApplying = false
    var isEnded = false
    var isCancelled = false
    var onEnd: (@Sendable () -> Void)?

    mutating func next() -> (any Request, pauses: Bool)? {
      let pauses = isPaused || isHeld || isBehind.contains { $0() }
      guard let transfer, applied != pauses else {
        isApplying = false
        return nil
      }
      applied = pauses
      return (transfer, pauses)
    }
  }

  private let state = Mutex(State())

  /// Starts `transfer`, unless the run is paused.
  func begin(_ transfer: any Request) {
    let isEnded = state.withLock { state in
      (state.transfer, state.applied) = (transfer, nil)
      return state.isEnded
    }
    apply()
    if isEnded { transfer.cancel() }
  }

  /// Whether the transfer was ended early.
  var isEnded: Bool { state.withLock(\.isEnded) }

  /// Whether the run was cancelled during a transfer.
  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Notes that the run is cancelled, so that nothing more of the transfer is read.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Ends the transfer: what has arrived is the response.
  func end() {
    let (transfer, act) = state.withLock { state in
      state.isEnded = true
      return (state.transfer, state.onEnd)
    }
    transfer?.cancel()
    act?()
  }

  /// Calls `act` once the transfer is ended early, which may have happened already.
  func whenEnded(_ act: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      state.onEnd = act
      return state.isEnded
    }
    if isEnded { act() }
  }

  func pause(_ isPaused: Bool) {
    state.withLock { $0.isPaused = isPaused }
    apply()
  }

  /// Receives nothing while what has arrived is read, or continues.
  func hold(_ isHeld: Bool) {
    state.withLock { $0.isHeld = isHeld }
    apply()
  }

  /// Also pauses the transfer while `isBehind` is true. Call `apply` when its value changes.
  func follow(_ isBehind: @escaping @Sendable () -> Bool) { state.withLock { $0.isBehind.append(isBehind) } }

  /// Pauses or resumes the transfer if it should be. One thread at a time does it, so that the last change wins.
  func apply() {
    let begins = state.withLock { state in
      defer { state.isApplying = true }
      return !state.isApplying
    }
    guard begins else { return }
    while let (transfer, pauses) = state.withLock({ $0.next() }) {
      if pauses { transfer.suspend() } else { transfer.resume() }
    }
  }
}
