/// A search in the rows of a tab. `run` runs it on the calling thread.
package struct SearchJob: Equatable, Sendable {
  package var task: TaskID
  package var search: BodySearch
  package var rows: ResponseRows
  /// The place to start from. See `ResponseRows`.
  package var place: Int
  package var forward = true
  /// Whether to count all matches as well.
  package var counts = true

  /// Reports the match to show, then all matches if requested.
  package func run(isStopped: () -> Bool, report: (BodyTaskEvent) -> Void) {
    do throws(RegularExpressionProblem) {
      report(.found(try rows.find(search, from: place, forward: forward)))
      guard counts, !isStopped(), let hits = try rows.hits(of: search, isStopped: isStopped) else { return }
      report(.counted(hits))
    } catch {
      report(.searchFailed(error.sentence))
    }
  }
}
