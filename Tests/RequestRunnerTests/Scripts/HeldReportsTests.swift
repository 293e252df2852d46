import RequestClient
import RequestModel
import RequestScript
import TestSupport
import Testing

@testable import RequestRunner

struct HeldReportsTests {
  @Test func aSecretThatIsSetAfterLongTextsIsMasked() {
    let engine = SendEngine(client: Session()) { _, _ in }
    let shown = Recorder<String>()
    let job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in Around.nothing.inputs }
    let context = RunContext(job, services: engine.services, session: engine.session, another: engine.run) { event in
      if case .logged(let event) = event, case .console(let line) = event.content { shown.record(line.text) }
    }
    let reports = HeldReports(context)
    let size = 65 << 20
    reports.receive(.console(.log, "is s3cret-value"))
    reports.receive(.console(.log, String(repeating: "x", count: size)))
    reports.receive(.secret("s3cret-value"))
    reports.release()
    #expect(shown.values == ["is " + SecretMask.mark, "(\(Formatting.bytes(size)) left out)"])
  }
}
