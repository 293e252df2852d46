import Testing

@testable import RequestLoad

/// Loads as the report shows them, with a simulated clock.
struct LoadRunTests {
  private static func settings(_ rate: Double, seconds: Int = 10) -> LoadSettings {
    LoadSettings(.rate(rate), for: .seconds(seconds))
  }

  @Test func requestsStartAtMultiplesOfTheInterval() {
    var schedule = ArrivalSchedule(rate: 3, end: .seconds(1_000_000))
    #expect(schedule.start(of: 3_000_000) == .seconds(1_000_000))
    let taken = [0, 333, 700, 700, 700].map { schedule.takeNext(at: .milliseconds($0))?.index }
    #expect(taken == [0, nil, 1, 2, nil])
  }

  @Test func theRateIsAchieved() {
    let report = SimulatedLoad(settings: Self.settings(200), delay: { _, _ in .milliseconds(20) }).run()
    #expect(report.total.sent == 2000 && report.total.finished == 2000)
    #expect(report.sentPerSecond == 200)
    #expect(report.finishedPerSecond > 199 && report.finishedPerSecond <= 200)
    #expect(report.total.bytes == 20_000)
    #expect(report.intervals.map(\.finished).reduce(0, +) == report.total.finishedInTime)
  }

  @Test func percentilesAreThoseOfTheServer() {
    // 1 to 1,000 ms, each as often as the others.
    let load = SimulatedLoad(
      settings: Self.settings(1000, seconds: 2), delay: { index, _ in .milliseconds(index * 7 % 1000 + 1) })
    let latency = load.run().total.latency
    for (value, truth) in [(latency.p50, 500), (latency.p90, 900), (latency.p99, 990), (latency.p999, 999)] {
      #expect(value.isWithin(0.2, of: .milliseconds(truth)))
    }
    #expect(latency.minimum == .milliseconds(1) && latency.maximum.isWithin(0.1, of: .seconds(1)))
    #expect(latency.mean.isWithin(0.1, of: .microseconds(500_500)))
  }

  @Test func aStalledServerIsSlowForAllWhoWereToBeServedMeanwhile() {
    // It is paused from second 5 to second 7 of 10.
    let load = SimulatedLoad(settings: Self.settings(100)) { _, now in
      now >= .seconds(5) && now < .seconds(7) ? .seconds(7) - now + .milliseconds(1) : .milliseconds(1)
    }
    let latency = load.run().total.latency
    #expect(latency.p90.isWithin(1, of: .milliseconds(1001)))
    #expect(latency.p99.isWithin(1, of: .milliseconds(1901)))
  }

  @Test func waitingForATurnIsPartOfTheLatency() {
    var settings = Self.settings(10)
    settings.limit = 1
    let report = SimulatedLoad(settings: settings, delay: { _, _ in .milliseconds(200) }).run()
    // Each starts 100 ms later than the one before it.
    #expect(report.mostInFlight == 1 && report.heldBack == 49)
    #expect(report.total.sent == 50 && report.total.unsent == 50)
    #expect(report.total.latency.p50.isWithin(1, of: .milliseconds(2_600)))
    #expect(report.total.errors == ["not sent: too many in flight": 50] && report.total.errorShare == 0.5)
    let lines = LoadLines(usesColour: false).summary(report, [])
    #expect(
      lines.contains {
        $0
          == "The limit of 1 in flight was reached: 49 requests started late and 50 not at all — the server, or this machine, is too "
          + "slow for this rate: lower it, or raise --max-in-flight"
      })
  }

  @Test func requestsThatOnlyThisMachineDelaysStartAfterTheEnd() {
    var gate = LoadGate(Self.settings(10, seconds: 1), rate: 10)
    for tenth in 0..<8 { #expect(gate.takeNext(at: .milliseconds(100 * tenth))?.index == tenth) }
    // The machine is paused from 0.7 s to 1.2 s.
    #expect(gate.takeNext(at: .milliseconds(1_200))?.index == 8)
    #expect(gate.takeNext(at: .milliseconds(1_200))?.index == 9)
    #expect(gate.takeNext(at: .milliseconds(1_200)) == nil && gate.takeUnsent(at: .seconds(1)) == nil)
  }

  @Test func requestsThatTheLimitDelaysDoNotStartAfterTheEnd() {
    var settings = Self.settings(10, seconds: 1)
    settings.limit = 1
    var gate = LoadGate(settings, rate: 10)
    #expect(gate.takeNext(at: .zero)?.index == 0)
    gate.finished(at: .milliseconds(1_100))
    #expect(gate.takeNext(at: .milliseconds(1_100)) == nil)
    #expect(gate.takeUnsent(at: .seconds(1))?.index == 1)
  }

  @Test func theWarmUpDoesNotCount() {
    var settings = Self.settings(100, seconds: 5)
    settings.warmUp = .seconds(2)
    let load = SimulatedLoad(
      settings: settings, delay: { _, now in now < .seconds(2) ? .milliseconds(900) : .milliseconds(10) },
      error: { $0 < 200 ? "status 503" : nil })
    let report = load.run()
    #expect(report.warmUpCount == 200 && report.total.sent == 500 && report.elapsed == .seconds(5))
    #expect(report.total.latency.maximum.isWithin(0.2, of: .milliseconds(10)) && report.total.failed == 0)
    #expect(report.requests.map(\.sent) == [500])
  }

  @Test func requestsInTurnHaveFiguresOfTheirOwn() {
    let load = SimulatedLoad(
      settings: Self.settings(100), delay: { index, _ in .milliseconds(index % 2 == 0 ? 10 : 100) },
      error: { $0 % 10 == 1 ? "status 500" : nil })
    let report = load.run(names: ["even", "odd"])
    #expect(report.requests.map(\.sent) == [500, 500] && report.requests.map(\.failed) == [0, 100])
    #expect(report.requests[0].latency.p99.isWithin(2, of: .milliseconds(10)))
    #expect(report.requests[1].latency.p50.isWithin(2, of: .milliseconds(100)))
    #expect(report.total.errorShare == 0.1)
  }

  @Test func errorsAreCountedByKindTheMostFrequentFirst() {
    var figures = LoadFigures()
    figures.errors = ["b": 2, "a": 2, "c": 9]
    #expect(figures.rankedErrors.map { $0.name } == ["c", "a", "b"])
  }

  @Test func kindsOfErrorsDoNotFillTheMemory() {
    let report = SimulatedLoad(settings: Self.settings(100), delay: { _, _ in .zero }, error: { "error \($0)" }).run()
    #expect(report.total.errors.count == 101 && report.total.errors["other errors"] == 900)
  }

  @Test func aLongRunHasNoMoreIntervalsThanAChartNeeds() {
    let settings = LoadSettings(.rate(1), for: .seconds(7_200))
    let report = SimulatedLoad(settings: settings, delay: { _, _ in .milliseconds(1) }).run()
    #expect(report.step == .seconds(12) && report.intervals.count == 600)
    #expect(report.intervals.allSatisfy { $0.finished == 12 })
  }

  @Test func cancelledRequestsAreNeitherErrorsNorLatencies() {
    var recorder = LoadRecorder(Self.settings(10), names: ["a"])
    recorder.add(LoadSample(request: 0, intended: .zero, started: .zero, ended: .seconds(9), .cancelled))
    let report = recorder.report(at: .seconds(9))
    #expect(report.cancelled == 1 && report.total.sent == 1 && report.total.failed == 0)
    #expect(report.total.latency.count == 0)
  }
}
