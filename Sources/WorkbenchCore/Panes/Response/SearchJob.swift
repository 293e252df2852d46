package import BodyDocument

/// A search in the rows of a tab; `run` carries it out on the calling thread.
package struct SearchJob: Equatable, Sendable {
  package var task: TaskID
  package var search: BodySearch
  package var rows: ResponseRows
  /// The place to start from; see `ResponseRows`.
  package var place: Int
  package var forward = true
  /// Whether to count all hits as well.
  package var counts = true

  /// Reports the hit to show, then all hits if they are to be counted.
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
