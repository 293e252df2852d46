import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct KeyTesterTests {
  private func tester(_ environment: [String: String] = ["TERM": "xterm-256color"], _ prefix: [String] = []) -> Harness
  {
    var app = Harness.shop(columns: 80, rows: 24)
    app.receive(.terminal(TerminalHabits(environment: environment, tmuxPrefix: prefix)))
    return app
  }

  @Test func aKeyIsShownWithItsBytesAndItsCommand() {
    var app = tester()
    app.receive(.input(.bytes(Array("\u{1B}[15~".utf8))))
    app.press("<F5>")
    app.expectOnScreen("^[[15~       F5         Send request (everywhere)")
    app.receive(.input(.bytes(Array("\u{1B}[99~".utf8))))
    app.expectOnScreen("^[[99~       –          unknown key")
    #expect(app.sentID == nil)
    app.press("<C-c>")
    #expect(app.bench.overlays.isEmpty)
    #expect(app.effects == [.traceKeys(false)])
  }

  @Test func whatTheTerminalKeepsForItselfIsTold() {
    var app = tester(["TMUX": "/tmp/x", "TERM": "tmux-256color", "XTERM_VERSION": "XTerm(390)"], ["C-f"])
    app.expectOnScreen("Press keys to see what tmux in xterm sends.")
    app.expectOnScreen("Ctrl+F is tmux's prefix: press it twice")
    app.press("<C-f>")
    app.expectOnScreen("Page down (collections)")
  }

  @Test func bytesAreDroppedOutsideOfTheTester() {
    var app = Harness.shop()
    let before = app.bench
    app.receive(.input(.bytes([1, 2, 3])))
    #expect(app.bench == before)
  }
}
