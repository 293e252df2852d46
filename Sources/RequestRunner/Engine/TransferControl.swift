internal import RequestClient
internal import Synchronization

/// Starts the transfers of a run, pauses and resumes them, and ends the last one early.
final class TransferControl: Sendable {
  private struct State {
    var transfer: (any Request)?
    var isPaused = false
    var isEnded = false
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
    let transfer = state.withLock { state in
      state.isEnded = true
      return state.transfer
    }
    transfer?.cancel()
  }

  func pause(_ isPaused: Bool) {
    let transfer = state.withLock { state in
      state.isPaused = isPaused
      return state.transfer
    }
    if isPaused { transfer?.suspend() } else { transfer?.resume() }
  }
}
