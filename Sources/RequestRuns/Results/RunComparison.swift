/// The changes between two runs: each result of a request is compared with its result in the other run. Cancelled
/// requests are ignored.
package struct RunComparison: Equatable, Sendable {
  package enum Change: Sendable, CaseIterable {
    case newlyFailing, stillFailing, fixed, slower, added, removed, same
  }

  package struct Row: Equatable, Sendable {
    package var request: RunList.Request
    /// The index among the results of the request, from 0.
    package var occurrence: Int
    package var old: RunRow?
    package var new: RunRow?
    package var change: Change
  }

  /// The rows, the most important changes first.
  package private(set) var rows: [Row] = []
  package private(set) var counts: [Change: Int] = [:]

  /// - Parameter isPart: Whether `new` has only some iterations of a run. Results are then compared by iteration.
  package init(_ old: RunList, _ new: RunList, isPart: Bool = false) {
    let before = Self.results(of: old)
    let after = Self.results(of: new, byIteration: isPart)
    for (key, row) in after.ordered {
      let was = before.byKey[key]
      rows.append(
        Row(
          request: new.requests[row.request], occurrence: key.occurrence, old: was, new: row,
          change: Self.change(was, row)))
    }
    for (key, row) in before.ordered where after.byKey[key] == nil {
      rows.append(
        Row(
          request: old.requests[row.request], occurrence: key.occurrence, old: row, new: nil, change: .removed))
    }
    for row in rows { counts[row.change, default: 0] += 1 }
    // A stable order: rows with the same kind of change stay in the order of the run.
    rows = Change.allCases.flatMap { change in rows.filter { $0.change == change } }
  }

  /// The number of rows that are not the same in both.
  package var changedCount: Int { rows.count - (counts[.same] ?? 0) }

  private struct Key: Hashable {
    var address: Address
    var occurrence: Int
  }

  private static func results(
    of list: RunList, byIteration: Bool = false
  ) -> (ordered: [(Key, RunRow)], byKey: [Key: RunRow]) {
    var seen: [Int: Int] = [:]
    let ordered = list.rows.compactMap { row -> (Key, RunRow)? in
      let occurrence = byIteration ? row.iteration : seen[row.request, default: 0]
      seen[row.request] = occurrence + 1
      guard row.mark != .cancelled else { return nil }
      return (Key(address: list.requests[row.request].address, occurrence: occurrence), row)
    }
    return (ordered, Dictionary(ordered) { first, _ in first })
  }

  // MARK: Changes

  private static func change(_ old: RunRow?, _ new: RunRow) -> Change {
    guard let old else { return new.isFailure ? .newlyFailing : .added }
    switch (old.isFailure, new.isFailure) {
    case (false, true): return .newlyFailing
    case (true, true): return .stillFailing
    case (true, false): return .fixed
    case (false, false): return isSlower(new.duration, than: old.duration) ? .slower : .same
    }
  }

  /// Whether it takes at least half as long again, and more than chance explains.
  private static func isSlower(_ new: Duration, than old: Duration) -> Bool {
    new > old * 3 / 2 && new - old >= leastDelay
  }

  private static let leastDelay = Duration.milliseconds(50)
}
