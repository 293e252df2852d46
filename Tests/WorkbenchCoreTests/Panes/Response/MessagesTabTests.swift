import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The conversation of a WebSocket on the screen.
@Suite struct MessagesTabTests {
  private static func message(
    _ direction: LogEvent.Message.Direction, _ text: String, type: String = "text", at time: Duration = .seconds(1)
  ) -> LogEvent { .message(direction, text, type: type, at: time) }

  private func connected(_ json: String = "[]") throws -> (app: Harness, id: ExchangeID) {
    var app = Harness.shop(columns: 200)
    let id = app.connect(saved: json)
    return (app, try #require(id))
  }

  private static func given(_ input: ExchangeInput, _ id: ExchangeID) -> [Effect] { [.exchange(.give(id, input))] }

  @Test func aNewSocketIsOpenedByItsURLAndEnterAndTakesTheNextLineAsAMessage() throws {
    var app = Harness.shop(columns: 200)
    app.press("n")
    app.type("wss://h/chat")
    for text in ["⏎ connect  Esc done", "Alt+⏎ F5 connect", "F5 connects"] { app.expectOnScreen(text) }
    app.press("<Enter>")
    let id = try #require(app.sentID)
    #expect(app.bench.workspace.request?.kind == .webSocket)
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 0))))
    app.receive(.exchange(id, .head(Harness.upgrade)))
    app.receive(.exchange(id, .phase(.open)))
    app.expectOnScreen("⏎ send  Alt+⏎ new line  Esc to the list")
    app.type("hi {{name}}")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.message(.template("hi {{name}}")), id))
  }

  @Test func resultsOfHandlersAreInTheChecksTabWhileTheConnectionIsOpen() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc>")
    #expect(!app.screen.contains("Checks 1"))
    app.receive(.exchange(id, .results([LogEvent(.check(LogEvent.Check("message 1", isPassed: true)), at: .zero)])))
    app.expectOnScreen("Sent  Checks 1")
    app.receive(.exchange(id, .results([LogEvent(.console(LogEvent.ConsoleLine("log", "seen 1")), at: .zero)])))
    app.press("gk")
    for line in ["✓ message 1", "Console", "seen 1"] { app.expectOnScreen(line) }
  }

  @Test func messagesOfBothDirectionsAreOneListWithTheStateAboveIt() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc>")
    app.receive(.exchange(id, .messages([Self.message(.sent, "hello")])))
    app.receive(
      .exchange(id, .messages([Self.message(.received, "\u{1}\u{2}", type: "binary", at: .milliseconds(1250))])))
    for text in ["open", "chat", "1.000           → ", "5 B  hello", "1.250    +0.250 ← ", "binary 01 02"] {
      app.expectOnScreen(text)
    }
    app.receive(.exchange(id, .messages([Self.message(.received, "1000 bye", type: "close")])))
    app.expectOnScreen("closed by the server: 1000 · chat")
    app.expectOnScreen("Closed by the server: 1000 bye")
  }

  @Test func messagesThatAreListedAreMaskedWithASecretThatIsKnownLater() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc>")
    let later = Self.message(.received, "later", at: .seconds(2))
    app.receive(.exchange(id, .messages([Self.message(.received, "s3cret-value"), later])))
    app.expectOnScreen("s3cret-value")
    // The third one has not arrived yet.
    let masked = [Self.message(.received, "************"), later, Self.message(.received, "zebra", at: .seconds(3))]
    app.receive(.exchange(id, .remasked(masked)))
    app.expectNotOnScreen("s3cret-value")
    for text in ["************", "later"] { app.expectOnScreen(text) }
    app.expectNotOnScreen("zebra")
    app.receive(.exchange(id, .messages([masked[2]])))
    app.expectOnScreen("zebra")
    #expect(app.bench.workspace.exchange.map { Array($0.messages) } == masked)
  }

  @Test(arguments: [(100, true), (80, false)])
  func theTimeSinceTheMessageBeforeIsShownWhereThereIsRoom(_ columns: Int, _ isShown: Bool) throws {
    var app = Harness.shop(columns: columns)
    let sent = app.connect(saved: "[]")
    let id = try #require(sent)
    app.press("<Esc>")
    app.receive(
      .exchange(
        id,
        .messages([
          Self.message(.sent, "hello"), Self.message(.received, "", type: "ping", at: .seconds(2)),
          Self.message(.received, "late", at: .milliseconds(3500)),
        ])))
    app.expectOnScreen(isShown ? "3.500    +2.500 ← " : "3.500 ← ")
  }

  @Test func aResponseOfJSONRPCNamesItsCallAndTheTimeBetween() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc>")
    app.receive(
      .exchange(
        id,
        .messages([
          Self.message(.sent, #"{"method": "sum", "id": 1}"#),
          Self.message(.received, #"{"result": 3, "id": 1}"#, at: .milliseconds(1120)),
          Self.message(.received, #"{"error": {"code": 5, "message": "no"}, "id": 1}"#, at: .milliseconds(1250)),
        ])))
    app.expectOnScreen(#"sum after 120 ms  {"result": 3, "id": 1}"#)
    app.expectOnScreen(#"sum after 250 ms, error 5: no  {"error""#)
  }

  @Test func theEndIsFollowedUntilAnotherRowIsSelected() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc>")
    for number in 1...40 { app.receive(.exchange(id, .messages([Self.message(.received, "message-\(number)")]))) }
    app.expectOnScreen("message-40")
    app.expectOnScreen("following")
    app.press("<Up>")
    for number in 41...43 { app.receive(.exchange(id, .messages([Self.message(.received, "message-\(number)")]))) }
    app.expectNotOnScreen("message-43")
    app.expectOnScreen("3 new")
    app.press("G")
    app.expectOnScreen("message-43")
    app.expectNotOnScreen("3 new")
  }

  @Test func sentMessagesAreRecalledAndSavedOnesChosen() throws {
    let (start, id) = try connected(#"[{ "name": "subscribe", "value": "{\"op\":1}", "type": "json" }]"#)
    var app = start
    app.type("one")
    app.press("<Enter>")
    app.type("two")
    app.press("<Enter> <Up> <Up> <Enter>")
    #expect(app.effects == Self.given(.message(.template("two")), id) + Self.given(.message(.template("one")), id))
    app.press("<Esc> m")
    app.expectOnScreen("subscribe")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.message(.template(#"{"op":1}"#, .json)), id))
  }

  @Test func theConnectionIsClosedWithACodeAndAReason() throws {
    let (start, id) = try connected()
    var app = start
    app.press("<Esc> g q")
    app.type(" bye")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.close(CloseReason(1000, "bye")), id))
    // The suggested code is replaced.
    app.press("g q")
    app.type("4000 done")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.close(CloseReason(4000, "done")), id))
    app.press("g q")
    app.type("1005")
    app.press("<Enter>")
    #expect(app.effects == [])
    app.expectOnScreen("Not closed: 1005 is not a code")
  }

  @Test func aReasonWithoutACodeClosesInTheOrdinaryWayUnlessItLooksLikeACode() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("g q")
    app.type("10o0 bye")
    app.press("<Enter>")
    #expect(app.effects == [])
    app.expectOnScreen("Not closed: begin with a code, such as 1000 bye")
    // The field stays with its text.
    for _ in "10o0 bye" { app.press("<BS>") }
    app.type("bye now")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.close(CloseReason(1000, "bye now")), id))
  }

  @Test func anAnswerThatOpensNoConnectionIsShownAsAResponse() throws {
    var app = Harness.shop(columns: 200)
    app.open("shop/list.json", SavedRequest(url: "wss://h/chat"))
    app.press("<F5>")
    let id = try #require(app.sentID)
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 0))))
    app.receive(.exchange(id, .head(Response(status: 403, reason: "Forbidden", httpVersion: "HTTP/1.1", headers: []))))
    #expect(app.bench.responsePane.tabID == "body")
    app.expectOnScreen("403 Forbidden")
    app.press("3 g x")
    app.expectOnScreen("Not connected: 403 Forbidden")
    app.expectNotOnScreen("No messages yet")
  }
}
