internal import RequestClient
internal import Synchronization

/// Starts the transfers of a run, and pauses and resumes them.
final class TransferControl: Sendable {
  private struct State {
    var transfer: (any Request)?
    var isPaused = false
  }

  private let state = Mutex(State())

  /// Starts `transfer`, unless the run is paused.
  func begin(_ transfer: any Request) {
    let isPaused = state.withLock { state in
      state.transfer = transfer
      return state.isPaused
    }
    if isPaused { transfer.suspend() } else { transfer.resume() }
  }

  func pause(_ isPaused: Bool) {
    let transfer = state.withLock { state in
      state.isPaused = isPaused
      return state.transfer
    }
    if isPaused { transfer?.suspend() } else { transfer?.resume() }
  }
}
