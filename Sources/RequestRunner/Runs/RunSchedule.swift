internal import RequestModel
internal import RequestRuns
internal import Synchronization

/// Hands out the iterations of a run with their rows.
final class RunSchedule: Sendable {
  private struct State {
    var index = 0
    var rows: DataRows?
    var row: JSONObject?
  }

  let count: Int
  private let state: Mutex<State>

  /// - Parameter iterations: `nil` for one, or one for each row. Beyond the last row, that row is used again.
  init(iterations: Int?, data: DataFile?) {
    count = iterations ?? data?.count ?? 1
    state = Mutex(State(rows: data?.rows))
  }

  func next() throws(DataFileError) -> RunIteration? {
    try state.withLock { (state) throws(DataFileError) in
      guard state.index < count else { return nil }
      defer { state.index += 1 }
      if let row = try state.rows?.next() { state.row = row }
      return RunIteration(index: state.index, count: count, row: state.row)
    }
  }
}
