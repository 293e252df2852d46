import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Messages opened as documents, filtered, searched and compared.
@Suite struct MessageReadingTests {
  private static let order = #"{"kind":"order","lines":[{"id":7},{"id":8}]}"#

  // MARK: Opening

  @Test func enterOpensAMessageAsABodyWithItsFoldsAndFilters() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "hello"), .message(.received, Self.order, at: .milliseconds(1250)), on: id)
    app.expectOnScreen("⏎ open")
    app.press("<Enter>")
    for text in ["← received · 1.250 s · text · 44 B", "Esc shows the list", #""kind": "order","#, "⏎ fold"] {
      app.expectOnScreen(text)
    }
    app.press("j j <Enter>")
    app.expectNotOnScreen(#""id": 7"#)
    app.press("$ .lines[1].id <Enter>")
    app.expectOnScreen("8")
    app.expectNotOnScreen(#""kind""#)
    app.press("<Esc> <Esc>")
    #expect(app.bench.responsePane.tabID == "messages")
    app.expectOnScreen("2/2")
  }

  @Test func aMessageOfCBORIsListedAndFilteredAsItsJSON() throws {
    let (start, id) = try Harness.connected()
    var app = start
    // `{"n":[1,2,true]}`, and the same without its end.
    for bytes in [[0xA1, 0x61, 0x6E, 0x83, 0x01, 0x02, 0xF5], [0xA1, 0x61, 0x6E, 0x83, 0x01, 0x02]] as [[UInt8]] {
      let message = LogEvent.Message(.received, type: "binary", LogEvent.Body(Data(bytes)))
      app.receive(LogEvent(.message(message), at: .seconds(1)), on: id)
    }
    app.expectOnScreen(#"binary {"n":[1,2,true]}"#)
    app.expectOnScreen("binary a1 61 6e 83 01 02")
    app.press("f [1,2,t")
    app.expectOnScreen(#"binary {"n":[1,2,true]}"#)
    app.expectNotOnScreen("a1 61")
  }

  @Test func anOpenMessageStaysWhileOthersArriveAndAnotherTabClosesIt() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, Self.order), on: id)
    app.press("<Enter> V")
    app.receive(.message(.received, "later"), on: id)
    app.expectOnScreen("Esc shows the list")
    app.expectNotOnScreen("later")
    app.press("g h g b")
    app.expectNotOnScreen("Esc shows the list")
    app.expectNotOnScreen(#""kind""#)
    app.press("g x")
    app.expectOnScreen("later")
  }

  @Test func aLongTextIsCutBetweenCharacters() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "x" + String(repeating: "é", count: 40_000)), on: id)
    app.expectOnScreen("xéééé")
  }

  @Test(arguments: [40, 80])
  func theFooterOfAMessageLeadsBackAndNothingIsCut(_ columns: Int) throws {
    let (start, id) = try Harness.connected(columns: columns, rows: columns == 40 ? 12 : 24)
    var app = start
    app.receive(.message(.received, Self.order), on: id)
    app.press("<Enter>")
    app.expectOnScreen("Esc to the list")
    app.expectNotOnScreen("Esc shows the l…")
    app.press("<Esc>")
    app.expectNotOnScreen("Esc to the list")
    #expect(app.bench.responsePane.tabID == "messages")
  }

  @Test func theSignsOfTheFilterAreShownWhereTheyFit() throws {
    let (start, id) = try Harness.connected(columns: 40, rows: 12)
    var app = start
    app.receive(.message(.received, "trade"), on: id)
    app.press("f")
    app.expectOnScreen("1 message · > sent, < received")
    app.press("trade")
    app.expectOnScreen("1 message ")
    app.expectNotOnScreen("> sent")
  }

  @Test func followingFromAMessageShowsTheEndOfTheList() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "one"), .message(.received, "two"), on: id)
    app.press("k <Enter> F")
    app.expectOnScreen("following · 2/2")
    app.receive(.message(.received, "three"), on: id)
    app.expectOnScreen("following · 3/3")
  }

  @Test func theNextConnectionShowsItsListAndNotTheMessage() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, Self.order), on: id)
    app.press("<Enter>")
    app.receive(.exchange(id, .ended(.answered(id, status: 101), sentBody: nil)))
    app.press("<F5>")
    let next = try #require(app.sentID)
    app.receive(.exchange(next, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.receive(.exchange(next, .head(Harness.upgrade)))
    #expect(app.bench.responsePane.tabID == "messages")
    app.expectNotOnScreen(#""kind""#)
  }

  @Test func theBodyTabOfAConversationSaysWhereItIs() throws {
    var (app, _) = try Harness.connected()
    app.press("g b")
    app.expectOnScreen("No body: Messages has the conversation")
    app.expectNotOnScreen("Receiving")
  }

  @Test func bytesOpenInHex() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "\u{0}\u{1}\u{2}\u{1F}", type: "binary"), on: id)
    app.press("<Enter>")
    app.expectOnScreen("00 01 02 1f")
  }

  @Test func twoMessagesAreCompared() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(
      .message(.received, #"{"a":1,"b":2}"#), .message(.received, "other"), .message(.received, #"{"a":1,"b":3}"#),
      on: id)
    app.press("k k =")
    app.expectOnScreen("Compare message with")
    app.press("<Enter>")
    app.expectOnScreen("until the message of 1.000 s")
    app.expectOnScreen("1 change")
    app.press("<Esc> <Esc> G s k k =")
    app.expectOnScreen("since the message of 1.000 s")
  }

  // MARK: Filtering and searching

  @Test func theListIsFilteredWhileTypingAndWhileMessagesArrive() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "tick one"), .message(.sent, "trade"), .message(.received, "tick two"), on: id)
    app.press("f tick")
    app.expectOnScreen("2 messages · > sent, < received")
    app.expectNotOnScreen("trade")
    app.receive(.message(.received, "trade again"), .message(.sent, "my tick"), on: id)
    app.expectOnScreen("my tick")
    app.expectNotOnScreen("trade again")
    app.press("<Enter> <Enter>")
    app.expectOnScreen("→ sent · 1.000 s · text · 7 B")
    app.press("<Esc>")
    app.expectOnScreen("3/3")
    app.press("f <Home> >")
    app.expectOnScreen("1 message ·")
    app.press("<Esc>")
    app.expectOnScreen("5/5")
  }

  @Test func aFilterWithoutAMatchSaysSo() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "tick"), on: id)
    app.press("f nothing <Enter>")
    app.expectOnScreen("No message passes the filter")
  }

  @Test func manyMessagesAreFilteredInTheBackground() throws {
    let (start, id) = try Harness.connected()
    var app = start
    let events = (1...20_001).map { LogEvent.message(.received, "number \($0)") }
    app.receive(.exchange(id, .messages(events)))
    app.press("f r <Space> 20001")
    app.expectOnScreen("1 message ·")
    app.receive(.message(.received, "number 200017"), on: id)
    app.expectOnScreen("2 messages ·")
  }

  @Test func matchesInMessagesThatArriveAreCountedAndFound() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "one"), .message(.received, "two"), on: id)
    app.press("/ one <Enter>")
    app.expectOnScreen("1 of 1")
    app.receive(.message(.received, "another one"), .message(.received, "one more"), on: id)
    app.expectOnScreen("1 of 3")
    app.press("n n")
    app.expectOnScreen("3 of 3")
    app.expectOnScreen("4/4")
  }

  // MARK: Pings

  @Test func pingsAreHiddenAndCountedUntilTheyAreAskedFor() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(
      .message(.received, "hello"), .message(.received, "a", type: "ping"), .message(.sent, "a", type: "pong"), on: id)
    app.expectOnScreen("Messages 1")
    app.expectOnScreen("2 pings hidden · following · 1/1")
    app.press("g t")
    app.expectOnScreen("pong a")
    app.expectOnScreen("3/3")
    app.expectNotOnScreen("hidden ·")
    app.press("g t")
    app.expectNotOnScreen("pong a")
  }

  @Test func aListThatHasHiddenPingsAloneCountsThem() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "a", type: "ping"), .message(.sent, "a", type: "pong"), on: id)
    app.expectOnScreen("No messages yet, only 2 pings")
    app.press("g t")
    app.expectOnScreen("pong a")
  }
}
