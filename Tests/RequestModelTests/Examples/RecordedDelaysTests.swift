import Foundation
import RequestModel
import Testing

/// The times of a stream in the example that its response becomes.
@Suite struct RecordedDelaysTests {
  private typealias Part = (kind: StreamPart.Kind, milliseconds: Int)

  /// An exchange whose head arrived after 100 ms.
  private func draft(
    _ body: String, _ parts: [Part], type: String = "text/event-stream"
  ) -> ExampleDraft {
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", type)],
      body: Data(body.utf8))
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://x/", start: .milliseconds(10),
      phases: Timeline.Phases(wait: .milliseconds(90), receive: .seconds(9)))
    var exchange = Exchange(
      id: ExchangeID(), request: SavedRequest(url: "http://x/"), startedAt: Date(timeIntervalSince1970: 0),
      outcome: .completed(response), duration: .seconds(10), timeline: Timeline(hops: [hop]))
    for part in parts {
      let message = LogEvent.Message(StreamPart(part.kind), LogEvent.Body(Data("a".utf8)))
      exchange.log.append(.message(message), at: .milliseconds(part.milliseconds))
    }
    return ExampleDraft(response, of: exchange)
  }

  @Test func theGapsBetweenEventsAreTheDelaysOfTheExample() {
    let draft = draft("data: a\n\ndata: b\n\ndata: c\n\n", [(.event, 150), (.event, 150), (.event, 400)])
    #expect(draft.delays == [50, 0, 250])
    #expect(
      draft.example(bodyFile: nil).document == [
        "name": "200 OK", "status": 200, "reason": "OK",
        "headers": [["name": "Content-Type", "value": "text/event-stream"]],
        "body": ["data: a", "", "data: b", "", "data: c", "", ""], "delays": [50, 0, 250],
      ])
  }

  @Test func commentsAreCountedAndFieldsWithoutDataWaitForNothing() {
    let draft = draft(": hi\n\nretry: 9\n\n: x\ndata\n\n", [(.comment, 110), (.comment, 130), (.event, 200)])
    #expect(draft.delays == [10, 0, 90])
  }

  @Test func equalDelaysAtTheEndAreOne() {
    let parts: [Part] = [(.line, 100), (.line, 140), (.line, 180), (.line, 220)]
    #expect(draft("1\n2\n3\n4", parts, type: "application/jsonl").delays == [0, 40])
  }

  @Test func whatArrivedAtOnceHasNoDelays() {
    let draft = draft("data: a\n\ndata: b\n\n", [(.event, 100), (.event, 100)])
    #expect(draft.delays == [] && draft.example(bodyFile: nil).delays == nil)
  }

  @Test func anEventThatTheEndCutOffHasNoTime() {
    #expect(draft("data: a\n\ndata: c", [(.event, 130)]).delays == [30])
    #expect(draft("data: a\n\n: b\ndata: c", [(.event, 130), (.comment, 150)]).delays == [30, 20])
  }

  @Test func aLongTimeIsCappedAndOneBeforeTheHeadIsNone() {
    #expect(draft("data: a\n\ndata: b\n\n", [(.event, 90), (.event, 9_000_000)]).delays == [0, 3_600_000])
  }

  @Test func partsBeyondTheFirstThousandHaveTheMeanOfTheirDelays() {
    let body = (0..<1002).map { "\($0)\n" }.joined()
    let times = Array(101...1100) + [1200, 1500]
    let parts = times.map { (kind: StreamPart.Kind.line, milliseconds: $0) }
    #expect(
      draft(body, parts, type: "application/x-ndjson").delays == Array(repeating: 1, count: 1000) + [200])
  }

  @Test func timesAreNotKnownWithoutMessagesThatFitTheBody() {
    #expect(draft("data: a\n\n", []).delays == nil)
    #expect(draft("data: a\n\n", [(.comment, 120)]).delays == nil)
    #expect(draft("data: a\n\n", [(.event, 120)], type: "text/plain").delays == nil)
    #expect(draft("\u{1E}1\n\u{1E}2\n", [(.line, 120), (.line, 130)], type: "application/json-seq").delays == nil)
  }
}
