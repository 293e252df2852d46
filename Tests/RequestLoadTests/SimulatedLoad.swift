@testable import RequestLoad

/// A load run against a simulated server, with a simulated clock.
struct SimulatedLoad {
  var settings: LoadSettings
  /// How long the server needs for a request that it gets at a time.
  var delay: (_ index: Int, _ now: Duration) -> Duration
  var error: (_ index: Int) -> String? = { _ in nil }

  /// - Returns: The report, after the last response.
  func run(names: [String] = ["a"]) -> LoadReport {
    guard case .rate(let rate) = settings.model else { preconditionFailure("A rate is simulated") }
    var gate = LoadGate(settings, rate: rate)
    var recorder = LoadRecorder(settings, names: names)
    var now = Duration.zero
    var pending: [LoadSample] = []
    while true {
      while let (index, start) = gate.takeNext(at: now) {
        pending.append(
          LoadSample(
            request: index % names.count, intended: start, started: now, ended: now + delay(index, now), bytes: 10,
            error(index).map(LoadSample.Outcome.failed) ?? .succeeded))
      }
      let next = [gate.wakeTime(at: now), pending.map(\.ended).min()].compactMap(\.self).min()
      guard let next else { break }
      now = max(now, next)
      for sample in pending.filter({ $0.ended <= now }).sorted(by: { $0.ended < $1.ended }) {
        recorder.add(sample)
        gate.finished(at: now)
      }
      pending.removeAll { $0.ended <= now }
    }
    while let (_, start) = gate.takeUnsent(at: settings.end) {
      recorder.add(LoadSample(unsent: 0, intended: start, end: settings.end))
    }
    var report = recorder.report(at: now)
    (report.heldBack, report.mostInFlight) = (gate.heldBack, gate.mostInFlight)
    return report
  }
}

extension Duration {
  /// Whether two durations differ by at most so many percent of the second.
  func isWithin(_ percent: Double, of other: Duration) -> Bool {
    let difference = self > other ? self - other : other - self
    return difference / other * 100 <= percent
  }
}
