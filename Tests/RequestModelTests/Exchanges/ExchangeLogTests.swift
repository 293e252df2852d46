import Foundation
import RequestModel
import Testing

/// The request, the timeline and the response are views of the log.
struct ExchangeLogTests {
  private let sent = SentRequest(method: "GET", url: "http://x/", headers: [])
  private let hop = Timeline.Hop(attempt: 1, method: "GET", url: "http://x/", start: .milliseconds(2))
  private let response = Response(
    status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("a", "1")], body: Data("body".utf8),
    omission: BodyOmission(byteCount: 1, reason: "cut"))

  @Test func theViewsReadValuesSetInAnyOrder() {
    var logs = [ExchangeLog(), ExchangeLog()]
    logs[0].sent = sent
    logs[0].timeline = Timeline(hops: [hop, hop])
    logs[0].response = response
    logs[1].timeline = Timeline(hops: [hop, hop])
    logs[1].response = response
    logs[1].sent = sent
    #expect(logs[0] == logs[1])
    #expect(
      logs[0].events.map(\.time) == [.zero, .milliseconds(2), .milliseconds(2), .milliseconds(2), .milliseconds(2)])
    #expect(logs[0].sent == sent && logs[0].timeline.hops == [hop, hop] && logs[0].response == response)
    logs[0].response = nil
    logs[0].sent = nil
    #expect(logs[0].events == [hop, hop].map { LogEvent(.hop($0), at: $0.start) })
  }

  @Test func otherEventsKeepTheirPosition() {
    var log = ExchangeLog()
    log.append(.console(LogEvent.ConsoleLine("log", "before")), at: .zero)
    log.append(.body(LogEvent.Body(Data("a".utf8))), at: .seconds(1))
    log.append(.check(LogEvent.Check("status", isPassed: true)), at: .seconds(2))
    log.append(.body(LogEvent.Body(Data("b".utf8))), at: .seconds(3))
    #expect(log.response == nil)
    log.events.insert(LogEvent(.head(response.head), at: .zero), at: 0)
    #expect(log.response?.body == Data("ab".utf8))
    log.response = response
    #expect(
      log.events.map(\.content) == [
        .head(response.head), .body(LogEvent.Body(response.body, omission: response.omission)),
        .console(LogEvent.ConsoleLine("log", "before")), .check(LogEvent.Check("status", isPassed: true)),
      ])
  }

  @Test func aCompletedExchangeWithoutAHeadHasNoResponse() {
    #expect(Outcome(.completed, nil) == .failed(Failure(.other, "No response received"), partial: nil))
    #expect(Outcome(.cancelled, response) == .cancelled(partial: response))
  }
}
