package import BodyDocument

/// What to look for in which rows; `run` does it, on whatever thread it is called.
package struct SearchJob: Equatable, Sendable {
  package var ticket: TaskID
  package var search: BodySearch
  package var rows: ResponseRows
  /// The place to look from; see `ResponseRows`.
  package var place: Int
  package var forward = true
  /// Whether all hits are wanted too.
  package var counts = true

  /// Tells the hit to go to, and then, where that is asked for, all of them.
  package func run(isStopped: () -> Bool, answer: (BodyTaskEvent) -> Void) {
    do throws(RegularExpressionProblem) {
      answer(.found(try rows.find(search, from: place, forward: forward)))
      guard counts, !isStopped(), let hits = try rows.hits(of: search, isStopped: isStopped) else { return }
      answer(.counted(hits))
    } catch {
      answer(.searchFailed(error.sentence))
    }
  }
}
