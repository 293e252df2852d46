import RequestClient
import RequestModel
import RequestScript
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

struct HeldExchangesTests {
  /// Their bookkeeping alone takes 64 MB of memory from 4097 exchanges on.
  @Test func exchangesThatTakeTooMuchMemoryAreStoredBeforeTheJobEndsWithAWarning() {
    let (stored, shown) = (Recorder<String>(), Recorder<String>())
    let engine = SendEngine(client: Session()) { exchange, _ in stored.record(exchange.request.url) }
    func context(_ url: String) -> RunContext {
      let job = SendEngine.Job(request: SavedRequest(url: url)) { _ in Around.nothing.inputs }
      return RunContext(job, services: engine.services, session: engine.session, another: engine.run) { event in
        if case .logged(let event) = event, case .console(let line) = event.content { shown.record(line.text) }
      }
    }
    let own = context("http://localhost/")
    let reports = HeldReports(own)
    let held = HeldExchanges(own, reports)
    let early = context("http://localhost/?q=s3cret-first&r=s3cret-later")
    reports.receive(.secret("s3cret-first"))
    for _ in 0..<4096 { held.hold(early, .on) }
    #expect(stored.values == [])
    held.hold(early, .on)
    #expect(stored.values.count == 4097)
    held.hold(context("http://localhost/?q=s3cret-later"), .on)
    reports.receive(.secret("s3cret-later"))
    reports.release()
    held.release()
    let mark = "{{\(KeptRequest.placeholder)}}"
    #expect(
      stored.values == Array(repeating: "http://localhost/?q=\(mark)&r=s3cret-later", count: 4097) + [
        "http://localhost/?q=\(mark)"
      ])
    #expect(
      shown.values == [
        "The requests of the scripts take more than \(Formatting.bytes(64 << 20)): secrets set after that are not masked in history"
      ])
  }

  @Test func anExchangeThatHistoryCannotStoreIsReportedOnceByTheRequestOfTheScript() {
    struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
    let engine = SendEngine(client: Session()) { _, _ in throw Full() }
    let warnings = Recorder<String>()
    func context(in held: HeldExchanges?) -> RunContext {
      var job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in Around.nothing.inputs }
      job.heldExchanges = held
      return RunContext(job, services: engine.services, session: engine.session, another: engine.run) { event in
        if case .warning(let text) = event { warnings.record(text) }
      }
    }
    let own = context(in: nil)
    let outer = HeldExchanges(own, HeldReports(own))
    let sender = context(in: outer)
    let inner = HeldExchanges(sender, HeldReports(sender))
    inner.hold(context(in: inner), .on)
    outer.hold(sender, .on)
    inner.release()
    #expect(warnings.values == [])
    outer.release()
    #expect(warnings.values == ["Not kept in history: the disk is full"])
  }

  @Test func whatJobsAroundARequestSetAsSecretsIsMaskedInTheNotesOfItsEvents() async {
    let noted = Recorder<SendingPart>()
    let engine = SendEngine(client: Session(), noteEvents: { noted.record($0) }) { _, _ in }
    func context(in held: HeldExchanges?) -> RunContext {
      var job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in Around.nothing.inputs }
      job.heldExchanges = held
      return RunContext(job, services: engine.services, session: engine.session, another: engine.run) { _ in }
    }
    let outer = context(in: nil)
    let outerReports = HeldReports(outer)
    let inner = context(in: HeldExchanges(outer, outerReports))
    let innerReports = HeldReports(inner)
    let run = context(in: HeldExchanges(inner, innerReports))
    run.notes.allow(omittingBodies: false)
    run.notes.begin(of: run)
    outerReports.receive(.secret("s3cret-outer"))
    innerReports.receive(.secret("s3cret-inner"))
    run.log(.console(LogEvent.ConsoleLine("log", "s3cret-outer, s3cret-inner, plain")))
    let parts = await noted.values(count: 1)
    let mark = SecretMask.mark
    #expect(
      parts.flatMap(\.events).map(\.content) == [.console(LogEvent.ConsoleLine("log", "\(mark), \(mark), plain"))])
    #expect(parts.map(\.exchange) == [run.job.id])
  }
}
