extension RunRecorder {
  /// - Parameter report: Gets a sentence if the run is not in history.
  func finish(_ totals: RunTotals, report: (String) -> Void) {
    do {
      try finish { run in
        (run.duration, run.iterations) = (totals.duration, totals.iterations)
        (run.requests, run.failures) = (totals.requests, totals.failedRequests)
        run.ending = totals.ending?.sentence
      }
    } catch {
      report("Not kept in history: \(error)")
    }
  }
}
