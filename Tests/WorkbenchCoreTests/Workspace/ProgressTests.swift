import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Bytes, rate and time left of bodies on their way.
@Suite struct ProgressTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func theRateIsTheAverageOfTheLastSeconds() {
    var rate = TransferRate()
    #expect(rate.facts(bytes: 0, of: 10_000_000) == ["0 B of 10.0 MB"])
    for second in 0..<10 { rate.note(second * 1_000_000, at: start + Double(second)) }
    #expect(rate.facts(bytes: 9_000_000, of: 10_000_000) == ["9.0 MB of 10.0 MB", "1.0 MB/s", "1 s left"])
    // Three seconds later nothing is left of the fast part.
    for second in 10..<14 { rate.note(9_000_000, at: start + Double(second)) }
    #expect(rate.facts(bytes: 9_000_000, of: 10_000_000) == ["9.0 MB of 10.0 MB", "0 B/s"])
    #expect(rate.facts(bytes: 9_000_000, of: nil) == ["9.0 MB, length unknown", "0 B/s"])
  }

  @Test(arguments: [(59_000, "59 s left"), (200_000, "3 min 20 s left"), (7_500_000, "2 h 5 min left")])
  func theTimeLeftIsToldInItsUnit(bytes: Int, text: String) {
    var rate = TransferRate()
    rate.note(0, at: start)
    rate.note(1000, at: start + 1)
    #expect(rate.facts(bytes: 1000, of: 1000 + bytes).last == text)
  }

  @Test func bothDirectionsTellTheirRateOnTheScreen() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .started(start)))
    app.receive(.exchange(id, .sent(1_000_000, of: 10_000_000)))
    app.receive(.woke(now: start + 1))
    app.receive(.exchange(id, .sent(3_000_000, of: 10_000_000)))
    app.receive(.woke(now: start + 2))
    app.expectOnScreen("╭ Sending 3.0 MB of 10.0 MB · 2.0 MB/s · 4 s left · 2.0 s")
    app.receive(
      .exchange(id, .head(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: []))))
    app.receive(.exchange(id, .progress(received: 0, expected: nil)))
    app.receive(.woke(now: start + 3))
    app.receive(.exchange(id, .progress(received: 500_000, expected: nil)))
    app.receive(.woke(now: start + 4))
    app.expectOnScreen("╭ 200 OK · 500 kB, length unknown · 500 kB/s · 4.0 s")
    app.press("1 z")
    app.expectOnScreen("500 kB/s")
  }
}
