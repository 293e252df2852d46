/// Records the requests of a load run in the order in which they end. Its memory does not grow with their number.
package struct LoadRecorder: Sendable {
  /// The approximate maximum number of intervals in a report.
  private static let intervalCount = 600.0
  private static let fewRequests = 50
  static let unsent = "not sent: too many in flight"

  private let settings: LoadSettings
  private var report: LoadReport
  private var latency = LatencyHistogram()
  /// The latencies of requests that were sent, by the index of the request.
  private var latencies: [Int: LatencyHistogram] = [:]
  private var lateness = LatencyHistogram(isCoarse: true)
  private var intervalLatency = LatencyHistogram(isCoarse: true)
  private var interval = LoadInterval(start: .zero)

  /// - Parameter names: The names of the requests in the plan.
  package init(_ settings: LoadSettings, names: [String]) {
    self.settings = settings
    report = LoadReport(settings)
    report.requests = names.map { LoadFigures(name: $0) }
    let seconds = (settings.duration / .seconds(1) / Self.intervalCount).rounded(.up)
    report.step = .seconds(max(1, Int(seconds)))
  }

  package mutating func add(_ sample: LoadSample) {
    addToInterval(sample)
    guard sample.intended >= settings.warmUp else {
      report.warmUpCount += 1
      return
    }
    if sample.outcome == .cancelled { report.cancelled += 1 }
    if sample.outcome != .unsent { lateness.record(sample.started - sample.intended) }
    report.total.add(sample)
    report.requests[sample.request].add(sample)
    guard sample.outcome != .cancelled, sample.isMeasured else { return }
    latency.record(sample.latency)
    latencies[sample.request, default: LatencyHistogram(isCoarse: true)].record(sample.latency)
  }

  /// Adds what was due but could not start in time.
  package mutating func addUnsent(from gate: inout LoadGate?, until now: Duration) {
    while let (index, intended) = gate?.takeUnsent(at: min(settings.end, now)) {
      add(LoadSample(unsent: index % report.requests.count, intended: intended, end: settings.end))
    }
  }

  /// Counts a connection that could not be opened or did not last.
  package mutating func addLost(_ request: Int, because reason: String) {
    report.total.lose(reason)
    report.requests[request].lose(reason)
  }

  /// The figures up to a point in the run.
  ///
  /// - Parameter isFinal: Whether to include the latencies of each request, which take longer. A few requests always
  ///   have them.
  package func report(at now: Duration, isFinal: Bool = true) -> LoadReport {
    var report = report
    report.elapsed = max(.zero, min(now, settings.end) - settings.warmUp)
    report.total.latency = latency.summary
    for (index, histogram) in latencies where isFinal || latencies.count <= Self.fewRequests {
      report.requests[index].latency = histogram.summary
    }
    report.lateness = lateness.summary
    if interval.finished > 0 { report.intervals.append(summarized) }
    return report
  }

  // MARK: Intervals

  /// Counts a request that ended within the measured time, whenever it was started.
  private mutating func addToInterval(_ sample: LoadSample) {
    guard sample.outcome != .cancelled, sample.outcome != .unsent, sample.ended >= settings.warmUp,
      sample.ended < settings.end
    else { return }
    report.total.finishedInTime += 1
    report.requests[sample.request].finishedInTime += 1
    while sample.ended - settings.warmUp >= interval.start + report.step {
      report.intervals.append(summarized)
      interval = LoadInterval(start: interval.start + report.step)
      intervalLatency.reset()
    }
    interval.finished += 1
    if case .failed = sample.outcome { interval.failed += 1 }
    if sample.isMeasured { intervalLatency.record(sample.latency) }
  }

  private var summarized: LoadInterval {
    var summarized = interval
    summarized.p50 = intervalLatency.percentile(50)
    summarized.p99 = intervalLatency.percentile(99)
    return summarized
  }
}

extension LoadFigures {
  fileprivate mutating func add(_ sample: LoadSample) {
    bytes += sample.bytes
    switch sample.outcome {
    case .succeeded: finished += 1
    case .failed(let reason):
      finished += 1
      fail(reason)
    case .cancelled: break
    case .unsent:
      unsent += 1
      return fail(LoadRecorder.unsent)
    }
    sent += 1
  }

  fileprivate mutating func lose(_ reason: String) {
    lost += 1
    fail(reason)
  }

  private mutating func fail(_ reason: String) {
    failed += 1
    // Error messages that contain numbers must not fill the memory.
    let isKnown = errors[reason] != nil || errors.count < LoadFigures.errorLimit
    errors[isKnown ? reason : "other errors", default: 0] += 1
  }

  private static let errorLimit = 100
}
