import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Messages of the footer, and those while the user looks elsewhere.
@Suite struct MessageTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func everyMessageIsKeptWholeWithItsTime() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.bench.messages.now = start
    app.receive(.notice(Notice(.success, "Saved shop/list.json")))
    app.receive(.notice(Notice(.failure, "Cannot write")))
    app.receive(.notice(Notice(.failure, "Cannot write")))
    app.press("!")
    app.expectOnScreen("2023-11-14 22:13:20  Failed: Cannot write (2 times)")
    app.expectOnScreen("2023-11-14 22:13:20  Saved shop/list.json")
    app.press("y")
    #expect(
      app.effects == [
        .copy(
          "2023-11-14 22:13:20  Failed: Cannot write (2 times)\n2023-11-14 22:13:20  Saved shop/list.json",
          what: "the messages")
      ])
  }

  @Test func aMessageThatIsCutNamesTheKeyThatShowsIt() {
    var app = Harness.shop(columns: 80, rows: 24)
    let sentence = (0..<20).map { "word\($0)" }.joined(separator: " ")
    app.receive(.notice(Notice(.failure, sentence)))
    #expect(app.screen.hasSuffix("… ! more"))
    app.press("!")
    app.expectOnScreen("word19")
    app.press("<Esc>")
    app.receive(.notice(Notice(.failure, "short")))
    app.expectNotOnScreen("! more")
  }

  @Test(arguments: ["2 e", ":"]) func aKeyThatAFieldOrADialogTakesIsNotNamed(keys: String) {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press(keys)
    app.receive(.notice(Notice(.failure, String(repeating: "word ", count: 40))))
    app.expectNotOnScreen("! more")
  }

  @Test func aFailedRequestIsAMessageToo() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.sendAndAnswer { .failed($0, .refused, "localhost:1 refused the connection") }
    #expect(app.bench.messages.entries.last?.notice.text.hasSuffix("localhost:1 refused the connection") == true)
  }

  @Test func theLogIsBounded() {
    var log = MessageLog()
    for number in 0..<(MessageLog.limit + 5) { log.add(Notice(.information, "\(number)")) }
    #expect(log.entries.count == MessageLog.limit)
    #expect(log.entries.first?.notice.text == "5")
  }

  // MARK: Alerts

  private func ended(_ settings: String, focus: Bool?, seconds: Int, name: String = "OK") -> [Effect] {
    var app = Harness.shop()
    app.bench.apply(Settings(Array(settings.utf8)))
    app.press("<F5>")
    guard let id = app.sentID else { return [] }
    // After the key, which shows that the terminal has the focus.
    if let focus { app.receive(.focused(focus)) }
    var exchange = Exchange.answered(id, reason: name)
    exchange.duration = .seconds(seconds)
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)))
    return app.effects.filter { if case .terminal(.alert) = $0 { true } else { false } }
  }

  @Test func aLongRequestRingsWhileAnotherWindowHasTheFocus() {
    let alert = Effect.terminal(.alert(Alert(kind: .bell, text: "GET: 200 OK after 12.0 s")))
    #expect(ended("{}", focus: false, seconds: 12) == [alert])
    #expect(ended("{}", focus: true, seconds: 12) == [])
    #expect(ended("{}", focus: nil, seconds: 12) == [])
    #expect(ended("{}", focus: false, seconds: 9) == [])
    #expect(ended(#"{"notices": {"always": true}}"#, focus: nil, seconds: 12) == [alert])
    #expect(ended(#"{"notices": {"after": 1.5}}"#, focus: false, seconds: 2).count == 1)
    #expect(ended(#"{"notices": {"show": "off"}}"#, focus: false, seconds: 12) == [])
  }

  @Test func anAlertAboutAProgramNamesTheSizeOfItsAnswer() {
    let exchange = Exchange.answered(
      .sample(1), status: Response.Head.noStatus, reason: "answered", body: String(repeating: "a", count: 123))
    #expect(exchange.alertText == "GET: answered with 123 B")
    #expect(Exchange.answered(.sample(1)).alertText == "GET: 200 OK")
  }

  @Test func theTextOfAnAlertHasNoControlCharacters() {
    let effects = ended(#"{"notices": {"show": "desktop"}}"#, focus: false, seconds: 12, name: "O\u{1B}]K\u{07}")
    guard case .terminal(.alert(let alert))? = effects.first else {
      Issue.record("No alert: \(effects)")
      return
    }
    #expect(alert.kind == .desktop)
    #expect(!alert.text.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func aKeyShowsThatTheTerminalHasTheFocus() {
    var app = Harness.shop()
    app.receive(.focused(false))
    app.press("j")
    #expect(app.bench.hasTerminalFocus == true)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "\u{1B}]9;workbench: a,b\u{07}"),
    (["TERM": "xterm-kitty"], "\u{1B}]99;;a;b\u{1B}\\"),
    (["TERM": "foot"], "\u{1B}]777;notify;workbench;a,b\u{07}"),
    (["TERM": "tmux-256color", "TMUX": "/x"], "\u{1B}Ptmux;\u{1B}\u{1B}]9;workbench: a,b\u{07}\u{1B}\\\u{07}"),
    (["TERM": "linux"], "\u{07}"), ([:], "\u{07}"),
  ])
  func eachTerminalGetsItsOwnNotice(environment: [String: String], sequence: String) {
    #expect(DesktopNotice.sequence("a;\u{1B}b", environment: environment) == sequence)
  }

  @Test func theFocusIsReportedAmongTheKeys() {
    var decoder = InputDecoder()
    #expect(decoder.decode("j\u{1B}[Ik\u{1B}[O".utf8) == [.key(.character("j")), .key(.character("k"))])
    #expect(decoder.takeReplies() == [.focus(true), .focus(false)])
  }

  // MARK: Cancelling

  @Test func controlCInterruptsTheFetchOfABase() {
    var app = Harness.shop()
    app.receive(.workspace(.base("Fetching the base …")))
    app.expectOnScreen("Fetching the base …")
    app.expectOnScreen("Ctrl+C cancels")
    app.press("<C-c>")
    #expect(app.effects == [.files(app.bench.workspace.id, .cancelBase)])
    app.receive(.workspace(.base(nil)))
    app.expectNotOnScreen("Fetching the base")
  }
}
