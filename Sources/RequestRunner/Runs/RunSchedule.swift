internal import Synchronization

/// Provides the iterations of a run with their rows.
final class RunSchedule: Sendable {
  private struct State {
    var index = 0
    var isFirst = true
    var rows: DataRows?
    var row: JSONObject?
  }

  let count: Int
  /// The iterations to run; `nil` for all.
  private let chosen: Set<Int>?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - iterations: `nil` for one, or for one per row. After the last row, that row is used again.
  ///   - selection: The iterations in which each request is sent. Iterations without any request are skipped.
  init(iterations: Int?, data: DataFile?, _ selection: [Address: Set<Int>]? = nil) {
    count = iterations ?? data?.count ?? 1
    chosen = selection.map { $0.values.reduce(into: []) { $0.formUnion($1) } }
    state = Mutex(State(rows: data?.rows))
  }

  /// The next iteration, and whether it is the first of the run.
  func next() throws(DataFileError) -> (RunIteration, isFirst: Bool)? {
    try state.withLock { (state) throws(DataFileError) in
      while state.index < count {
        let index = state.index
        state.index += 1
        if let row = try state.rows?.next() { state.row = row }
        guard chosen?.contains(index) != false else { continue }
        defer { state.isFirst = false }
        return (RunIteration(index: index, count: count, row: state.row), state.isFirst)
      }
      return nil
    }
  }
}
