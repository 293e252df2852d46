extension RunRecorder {
  func finish(_ totals: RunTotals) throws {
    try finish { run in
      (run.duration, run.iterations) = (totals.duration, totals.iterations)
      (run.requests, run.failures) = (totals.requests, totals.failedRequests)
      run.ending = totals.ending?.sentence
    }
  }
}
