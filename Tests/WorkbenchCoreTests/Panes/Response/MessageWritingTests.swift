import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Writing, keeping and exporting messages, and connecting again.
@Suite struct MessageWritingTests {
  private static func given(_ input: ExchangeInput, _ id: ExchangeID) -> [Effect] { [.exchange(.give(id, input))] }

  // MARK: The field

  @Test func aMessageHasLines() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("i one <A-Enter> two")
    app.expectOnScreen("→ one")
    app.expectOnScreen("  two")
    app.press("<Up> <End> ! <Enter>")
    #expect(app.effects == Self.given(.message(.template("one!\ntwo")), id))
    app.press("<Up>")
    app.expectOnScreen("  two")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.message(.template("one!\ntwo")), id))
  }

  @Test func aTypedMessageComesBackAfterEarlierOnes() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("i one <Enter> two <Down>")
    app.expectOnScreen("→ two")
    app.expectOnScreen("⏎ send  Alt+⏎ new line  ↑ earlier  Alt+s save")
    app.press("<Up>")
    app.expectOnScreen("→ one")
    app.expectOnScreen("⏎ send  Alt+⏎ new line  ↓ later  Alt+s save")
    app.press("<Up> <Down> <Enter>")
    #expect(app.effects == Self.given(.message(.template("two")), id))
  }

  @Test func anEarlierMessageThatWasChangedIsTheTypedOne() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("i one <Enter> two <Enter> <Up> ! <Up> <Down> <Down> <Enter>")
    #expect(app.effects.last == Self.given(.message(.template("two!")), id).last)
  }

  @Test func pastedLinesStayLines() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("i")
    app.receive(.input(.paste("{\n  \"a\": 1\n}")))
    app.press("<Enter>")
    #expect(app.effects == Self.given(.message(.template("{\n  \"a\": 1\n}")), id))
  }

  @Test func aTypedMessageStaysWithItsRequest() throws {
    var (app, _) = try Harness.connected()
    app.press("i hello <Esc> 1 <Down>")
    _ = app.connect(at: "shop/remove.json")
    app.expectNotOnScreen("→ hello")
    app.press("there <Esc>")
    app.expectOnScreen("→ there")
    // The other request is shown by its new name.
    var tree = CollectionTree.shop
    tree.nodes[3].address = "shop/all.json"
    app.receive(.workspace(.placed("shop/all.json", from: "shop/list.json", tree: tree)))
    app.expectOnScreen("→ hello")
    app.press("1 <Down>")
    app.expectOnScreen("→ there")
    app.expectNotOnScreen("→ hello")
    tree.nodes[4].address = "shop/gone.json"
    app.receive(.workspace(.placed("shop/gone.json", from: "shop/remove.json", tree: tree)))
    app.expectOnScreen("→ there")
  }

  @Test func nothingIsSentWithoutAText() throws {
    var (app, _) = try Harness.connected()
    app.press("i <Enter>")
    #expect(app.effects == [])
    app.expectOnScreen("Nothing to send: type a message first")
  }

  @Test func savedMessagesAreListedByTabInAnEmptyField() throws {
    let (start, id) = try Harness.connected(saved: #"[{ "name": "hello", "value": "hi" }]"#)
    var app = start
    app.press("i")
    app.expectOnScreen("Tab saved")
    app.press("<Tab> <Enter>")
    #expect(app.effects == Self.given(.message(.template("hi")), id))
  }

  @Test func aFileIsSent() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("g f")
    app.type("~/picture.png")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.file("~/picture.png"), id))
  }

  @Test func aFileThatCannotBeReadStaysInTheFieldToBeCorrected() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("g f a.tx <Enter>")
    let reason = "Not sent: cannot read a.tx: No such file or directory"
    app.receive(.message(SendRequest.unsentFile(id, path: "a.tx", reason: reason)))
    app.expectOnScreen("Send file")
    app.expectOnScreen(reason)
    app.type("t")
    app.press("<Enter>")
    #expect(app.effects == Self.given(.file("a.txt"), id))
    app.receive(.message(SendRequest.unsentFile(ExchangeID(), path: "b", reason: reason)))
    #expect(app.bench.overlays.isEmpty)
    app.expectOnScreen(reason)
  }

  @Test func aTextThatCannotBeSentIsInTheFieldAgain() throws {
    let (start, id) = try Harness.connected()
    var app = start
    let unsent = SendRequest.unsentText(id, text: "{{nope}}", reason: "No value for {{nope}}")
    app.press("i")
    app.type("{{nope}}")
    app.press("<Enter>")
    app.receive(.message(unsent))
    app.expectOnScreen("→ {{nope}}")
    app.expectOnScreen("No value for {{nope}}; F9 shows the environments")
    app.press("! <Enter>")
    #expect(app.effects == Self.given(.message(.template("{{nope}}!")), id))
    app.type("next")
    app.receive(.message(SendRequest.unsentText(id, text: "{{nope}}!", reason: "No value for {{nope}}")))
    app.expectOnScreen("→ next")
  }

  // MARK: Keeping

  @Test func aTypedMessageIsSavedWithItsRequest() throws {
    var (app, _) = try Harness.connected()
    app.press("i")
    app.type(#"{"op":1}"#)
    app.expectOnScreen("Alt+s save")
    app.press("<A-s>")
    app.type("subscribe")
    app.press("<Enter>")
    let request = try #require(app.bench.workspace.request)
    let expected: JSONObject = ["name": "subscribe", "type": "json", "value": #"{"op":1}"#]
    #expect(request.messages.map(\.document) == [expected])
    app.expectOnScreen("Message added to list: subscribe — Ctrl+S saves it")
  }

  @Test func aReceivedMessageIsSavedWithItsRequest() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "\u{1}\u{2}", type: "binary"), on: id)
    app.press("a")
    app.type("bytes")
    app.press("<Enter>")
    let request = try #require(app.bench.workspace.request)
    let expected: JSONObject = ["name": "bytes", "type": "binary", "value": "AQI="]
    #expect(request.messages.map(\.document) == [expected])
  }

  @Test func bracesOfAServerAreNoVariablesOfASavedMessage() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, #"{"a": "{{token}}"}"#), on: id)
    app.press("a")
    app.type("trap")
    app.press("<Enter>")
    let request = try #require(app.bench.workspace.request)
    let text = Template.escaping(#"{"a": "{{token}}"}"#)
    #expect(Template(text).variables.isEmpty)
    #expect(request.messages.map(\.document) == [["name": "trap", "type": "json", "value": .string(text)]])
  }

  // MARK: Exporting

  @Test func allMessagesAreSavedAsLinesOfJSON() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "hello"), on: id)
    app.press("w <Enter>")
    let messages = try #require(app.bench.workspace.exchange?.messages)
    #expect(app.effects == [.body(.saveMessages(messages, path: "messages.jsonl", overwriting: false))])
    app.receive(.saveRefused(.exists("messages.jsonl")))
    app.press("o")
    #expect(app.effects == [.body(.saveMessages(messages, path: "messages.jsonl", overwriting: true))])
  }

  /// `{"n":[1,2,true]}`
  private static let cbor = Data([0xA1, 0x61, 0x6E, 0x83, 0x01, 0x02, 0xF5])

  /// A map of `k` to eight bytes of a secret.
  private static let masked = Data([0xA1, 0x61, 0x6B, 0x48] + [UInt8](repeating: UInt8(ascii: "*"), count: 8))

  @Test func aMessageIsALineOfJSON() {
    let events: [LogEvent] = [
      .message(.sent, "hi", at: .milliseconds(1250)), .message(.received, "\u{1}", type: "binary"),
      .message(.received, "1000 bye", type: "close"),
      LogEvent(.message(LogEvent.Message(.received, type: "binary", LogEvent.Body(Self.cbor))), at: .seconds(2)),
      LogEvent(.message(LogEvent.Message(.sent, type: "binary", LogEvent.Body(Self.masked))), at: .seconds(3)),
    ]
    let lines = events.compactMap(\.messageLine).map { String(decoding: $0, as: UTF8.self) }.joined()
    let expected = #"""
      {"time":1.250,"direction":"sent","type":"text","data":"hi"}
      {"time":1.000,"direction":"received","type":"binary","encoding":"base64","data":"AQ=="}
      {"time":1.000,"direction":"received","type":"close","code":1000,"data":"bye"}
      {"time":2.000,"direction":"received","type":"binary","encoding":"base64","data":"oWFugwEC9Q==","json":{"n":[1,2,true]}}
      {"time":3.000,"direction":"sent","type":"binary","encoding":"base64","data":"oWFrSCoqKioqKioq","json":{"k":{"$bytes":"****************"}}}

      """#
    #expect(lines == expected)
  }

  @Test func theListedMessagesAreCopied() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.message(.received, "one"), .message(.received, "two"), on: id)
    app.press("f two <Enter> g Y")
    let line = #"{"time":1.000,"direction":"received","type":"text","data":"two"}"#
    #expect(app.effects == [.copy(line + "\n", what: "1 message as lines of JSON")])
  }

  // MARK: The connection

  @Test func sendingWhileConnectedAsksBeforeItConnectsAgain() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Already connected")
    app.press("<Esc> <F5> c")
    #expect(app.effects == Self.given(.close(nil), id))
    app.expectOnScreen("Closing the connection to open it again")
    app.receive(.exchange(id, .ended(.answered(id, status: 101), sentBody: nil)))
    let next = try #require(app.sentID)
    #expect(next != id)
    app.expectNotOnScreen("Closing the connection to open it again")
  }

  @Test(arguments: [
    (40, "i write  Tab pane  ? help"), (80, "i write  Ctrl+C cancel"),
  ])
  func theKeyThatWritesComesFirstInTheFooterOfAConversation(_ columns: Int, _ footer: String) throws {
    var (app, _) = try Harness.connected(columns: columns, rows: columns == 40 ? 12 : 24)
    app.expectOnScreen(footer)
    app.press("i")
    app.expectOnScreen("⏎ send")
  }

  @Test func theFieldIsOpenOnceTheListHasConnectedAgain() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.press("i draft <Esc>")
    app.receive(.exchange(id, .ended(.answered(id, status: 101), sentBody: nil)))
    app.press("g x <F5>")
    let next = try #require(app.sentID)
    app.receive(.exchange(next, .started(Date(timeIntervalSince1970: 1_000_000))))
    app.receive(.exchange(next, .head(Harness.upgrade)))
    app.receive(.exchange(next, .phase(.open)))
    app.expectOnScreen("⏎ send")
    app.press("! <Enter>")
    #expect(app.effects == Self.given(.message(.template("draft!")), next))
  }

  @Test func theKeyOfTheCollectionsSaysThatItConnects() throws {
    var app = Harness.shop(columns: 160)
    app.open("shop/list.json", SavedRequest(url: "wss://h/chat"))
    app.expectOnScreen(" ⏎ connect  e edit")
    app.expectOnScreen("Not connected yet: press F5")
    (app, _) = try Harness.connected(columns: 160)
    app.press("1")
    app.expectOnScreen("⏎ reconnect")
  }

  @Test func aClosedConnectionStaysClosed() throws {
    let (start, id) = try Harness.connected()
    var app = start
    app.receive(.exchange(id, .ended(.answered(id, status: 101), sentBody: nil)))
    #expect(app.sentID == nil)
    app.expectOnScreen("F5 connect")
  }

  @Test func writingWithoutAConnectionOffersToConnect() throws {
    let (start, id) = try Harness.connected()
    var app = start
    var ended = Exchange.answered(id, status: 101)
    ended.request = SavedRequest(url: "wss://h/chat")
    app.receive(.exchange(id, .ended(ended, sentBody: nil)))
    app.press("i")
    app.expectOnScreen("No connection is open")
    app.expectOnScreen("⏎    send request")
    app.press("<Enter>")
    #expect(app.sentID != nil)
  }

  @Test func closingWithoutAConnectionOffersNone() throws {
    let (start, id) = try Harness.connected()
    var app = start
    var ended = Exchange.answered(id, status: 101)
    ended.request = SavedRequest(url: "wss://h/chat")
    app.receive(.exchange(id, .ended(ended, sentBody: nil)))
    app.press("g q")
    app.expectOnScreen("No connection is open")
    #expect(!app.screen.contains("⏎    send request"))
    app.press("<Enter>")
    #expect(app.sentID == nil)
  }

  @Test func theWholeReasonOfACloseIsShown() throws {
    let (start, id) = try Harness.connected(columns: 80)
    var app = start
    let reason = "the maintenance window of tonight begins earlier than expected, so please come back later"
    app.receive(.message(.received, "4001 " + reason, type: "close"), on: id)
    app.press("z")
    app.expectOnScreen("Closed by the server: 4001 the maintenance window of tonight begins earlier")
    app.expectOnScreen("please come back later")
    app.expectOnScreen("closed by the server: 4001")
  }

  @Test func quittingAsksAboutAConversation() throws {
    var (app, _) = try Harness.connected()
    app.press("q")
    app.expectOnScreen("1 open conversation, which quitting ends")
  }
}
