internal import RequestClient
internal import Synchronization

/// Starts the transfers of a run, pauses and resumes them, and ends the last one early.
final class TransferControl: Sendable {
  private struct State {
    var transfer: (any Request)?
    var isPaused = false
    var isEnded = false
    var onEnd: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Starts `transfer`, unless the run is paused.
  func begin(_ transfer: any Request) {
    let (isPaused, isEnded) = state.withLock { state in
      state.transfer = transfer
      return (state.isPaused, state.isEnded)
    }
    if isPaused { transfer.suspend() } else { transfer.resume() }
    if isEnded { transfer.cancel() }
  }

  /// Whether the transfer was ended early.
  var isEnded: Bool { state.withLock(\.isEnded) }

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
    let transfer = state.withLock { state in
      state.isPaused = isPaused
      return state.transfer
    }
    if isPaused { transfer?.suspend() } else { transfer?.resume() }
  }
}
