import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The events of a stream on the screen.
@Suite struct StreamTabTests {
  private static func part(_ part: StreamPart, _ text: String, at time: Duration = .milliseconds(250)) -> LogEvent {
    LogEvent(.message(LogEvent.Message(part, LogEvent.Body(Data(text.utf8)))), at: time)
  }

  private func receiving(_ type: String) throws -> (app: Harness, id: ExchangeID) {
    var app = Harness.shop(columns: 160)
    app.press("<F5>")
    let id = try #require(app.sentID)
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 0))))
    let head = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", type)])
    app.receive(.exchange(id, .head(head)))
    return (app, id)
  }

  @Test func eventsAreRowsWithTimeSizeTypeAndIDAsSoonAsTheyArrive() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    #expect(app.bench.responsePane.tabID == "body")
    app.receive(.exchange(id, .messages([Self.part(StreamPart(.comment), "keep alive")])))
    app.receive(.exchange(id, .messages([Self.part(StreamPart(.event, event: "add", id: "7"), "{\"a\":1}\n2")])))
    app.receive(.exchange(id, .messages([Self.part(StreamPart(.event, event: "message"), "plain")])))
    #expect(app.bench.responsePane.tabID == "messages")
    for text in ["0.250 ← ", ": keep alive", "9 B  add #7 {\"a\":1} 2", "5 B  plain", "following"] {
      app.expectOnScreen(text)
    }
    #expect(app.bench.responsePane.shows("body"))
  }

  @Test func anOpenEventNamesItsTypeAndID() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    let events = [StreamPart(.event, event: "message"), StreamPart(.event, event: "add", id: "7")]
    app.receive(.exchange(id, .messages(events.map { Self.part($0, "{}") })))
    app.press("3 <Enter>")
    app.expectOnScreen("← received · 0.250 s · event add #7 · 2 B")
    app.press("<Esc> k <Enter>")
    app.expectOnScreen("← received · 0.250 s · event · 2 B")
  }

  @Test func onlyWhatArrivedSinceTheEndWasSelectedIsNew() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    func arrive(_ count: Int) {
      let event = Self.part(StreamPart(.event, event: "message"), "x")
      app.receive(.exchange(id, .messages(Array(repeating: event, count: count))))
    }
    arrive(5)
    app.press("3 k")
    arrive(3)
    app.expectOnScreen("3 new · 4/8")
    app.press("G k")
    app.expectOnScreen("not following · 7/8")
    arrive(2)
    app.expectOnScreen("2 new · 7/10")
  }

  @Test func aStreamOfEventsIsStillShownAfterItsEndAndInHistory() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    let event = Self.part(StreamPart(.event, event: "message"), "one")
    app.receive(.exchange(id, .messages([event])))
    var exchange = Exchange.answered(id)
    exchange.log.events.append(event)
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)))
    #expect(app.bench.responsePane.tabID == "messages")
    app.expectOnScreen("3 B  one")
  }

  @Test func theResponseIsSavedAsAnExampleWithTheTimesOfItsEvents() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    let events = [("a", 250), ("b", 500)].map { text, time in
      Self.part(StreamPart(.event, event: "message"), text, at: .milliseconds(time))
    }
    app.receive(.exchange(id, .messages(events)))
    app.press("3 a")
    app.expectOnScreen("The response is still being received")
    app.press("<Esc>")
    let (body, header) = ("data: a\n\ndata: b\n\n", Header("Content-Type", "text/event-stream"))
    // Its head arrives after 133 ms.
    var exchange = Exchange.answered(id, body: body, headers: [header])
    exchange.log.events += events
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)))
    #expect(app.bench.responsePane.tabID == "messages")
    app.press("a")
    app.expectOnScreen("Save as example")
    app.press("<Enter>")
    app.expectOnScreen("Saved the example")
    var saved = SavedExample(name: "200 OK", status: 200, reason: "OK", headers: [header], body: body)
    saved.document["delays"] = [117, 250]
    let address: Address = "shop/list.json"
    #expect(app.bench.workspace.items[address].draft?.current.request?.examples == [saved])
  }

  @Test func linesOfJSONAreABodyFirstAndHaveTheTabToo() throws {
    let (start, id) = try receiving("application/x-ndjson")
    var app = start
    app.receive(.exchange(id, .messages([Self.part(StreamPart(.line), "{\"n\":1}")])))
    #expect(app.bench.responsePane.tabID == "body" && app.bench.responsePane.shows("messages"))
    app.press("3 g x")
    app.expectOnScreen("7 B  {\"n\":1}")
    app.press("i")
    app.expectOnScreen("This request takes no messages once it is sent")
  }

  @Test func anotherResponseHasNoMessagesTab() throws {
    let (app, _) = try receiving("text/event-stream")
    #expect(!app.bench.responsePane.shows("messages"))
  }

  @Test func aCancelledJoinOpensNothing() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    app.receive(
      .exchange(id, .messages([Self.part(StreamPart(.event, event: "message"), #"{"delta":{"text":"Hel"}}"#)])))
    app.press("3 :")
    app.type("join the pieces")
    app.press("<Enter>")
    app.receive(.input(.key(.enter)))
    guard case .join(let job)? = app.effects.last?.work(BodyEffect.self) else { return #expect(Bool(false)) }
    app.expectOnScreen("Joining the pieces…")
    app.press("<Esc>")
    #expect(app.effects == [.body(.stopJoining)])
    app.receive(.task(job.task, try #require(job.run(isStopped: { false }))))
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func thePiecesOfATextAreJoinedWithASuggestedPath() throws {
    let (start, id) = try receiving("text/event-stream")
    var app = start
    let events = [#"{"delta":{"text":"Hel"}}"#, #"{"delta":{"text":"lo\nyou"}}"#, "[DONE]"].map {
      Self.part(StreamPart(.event, event: "message"), $0)
    }
    app.receive(.exchange(id, .messages(events)))
    app.press("3 :")
    app.type("join the pieces")
    app.press("<Enter>")
    app.expectOnScreen("$.delta.text")
    app.press("<Enter>")
    app.expectOnScreen("Joined text")
    app.expectOnScreen("Hello")
    app.press("y")
    #expect(app.effects == [.copy("Hello\nyou", what: "the joined text")])
  }
}
