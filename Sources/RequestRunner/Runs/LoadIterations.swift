internal import Synchronization

/// Provides the iterations of a load run, without end. Each has separate session variables and a row.
///
/// A user keeps what its scripts set in the environment, the collection and the globals, and no other user sees it. A rate
/// has no users: its iterations share these values.
final class LoadIterations: Sendable {
  private struct State {
    var count = 0
    var rows: DataRows?
  }

  private let senders: [String: WorkspaceSender]
  private let data: DataFile?
  private let state: Mutex<State>

  init(_ senders: [String: WorkspaceSender], _ data: DataFile?) {
    self.senders = senders
    self.data = data
    state = Mutex(State(rows: data?.rows))
  }

  /// The senders of a new user, keyed by their roots.
  func newUser() -> [String: WorkspaceSender] { senders.mapValues(\.withOwnScopes) }

  /// The senders of the next iteration, keyed by their roots.
  ///
  /// - Parameter user: The senders of the user; `nil` at a rate.
  func next(of user: [String: WorkspaceSender]? = nil) throws(DataFileError) -> [String: WorkspaceSender] {
    let iteration = try state.withLock { (state) throws(DataFileError) -> RunIteration in
      defer { state.count += 1 }
      var row = try state.rows?.next()
      if row == nil, let data {
        state.rows = data.rows
        row = try state.rows?.next()
      }
      return RunIteration(index: state.count, count: state.count + 1, row: row, isConcurrent: user == nil)
    }
    return (user ?? senders).mapValues { sender in with(sender.withOwnSession) { $0.options.iteration = iteration } }
  }
}
