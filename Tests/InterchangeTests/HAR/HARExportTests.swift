import Foundation
import Interchange
import RequestModel
import Testing

@Suite struct HARExportTests {
  private let exchange = Exchange(
    id: ExchangeID(), request: SavedRequest(method: "POST", url: "http://a.test"),
    startedAt: Date(timeIntervalSince1970: 0),
    sent: SentRequest(method: "POST", url: "http://a.test/?q=1", headers: [], body: Data("x".utf8)),
    outcome: .completed(
      Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data([0xFF, 0]))),
    duration: .seconds(1),
    timeline: Timeline(hops: [
      Timeline.Hop(
        attempt: 1, method: "POST", url: "http://a.test/?q=1", start: .zero,
        phases: Timeline.Phases(
          dns: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(4), wait: .microseconds(8005)),
        connection: Timeline.Connection(peer: "127.0.0.1:80", httpVersion: "HTTP/1.1"), status: 302,
        responseHeaders: [Header("Location", "/b"), Header("Set-Cookie", "s=1=2; Path=/; HttpOnly")]),
      Timeline.Hop(attempt: 1, method: "GET", url: "http://a.test/b", start: .milliseconds(1500), status: 200),
    ]))

  private var entries: [JSONObject] {
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    return log?["entries"]?.array?.compactMap(\.object) ?? []
  }

  @Test func eachHopIsAnEntryWithItsStartTime() {
    #expect(entries.map { $0["startedDateTime"]?.string } == ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.500Z"])
    #expect(entries.map { $0["response"]?.object?["status"] } == [302, 200])
    #expect(entries.first?["response"]?.object?["redirectURL"] == "/b")
    #expect(entries.first?["serverIPAddress"] == "127.0.0.1")
  }

  @Test func trailersAreNoHeaders() {
    var exchange = exchange
    exchange.timeline.hops[1].trailers = [Header("X-Sum", "42")]
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    let responses = log?["entries"]?.array?.map { $0.object?["response"]?.object }
    #expect(responses?.map { $0?["_trailers"] } == [nil, [["name": "X-Sum", "value": "42"]]])
    #expect(responses?.last??["headers"] == [])
  }

  @Test func theMessagesOfAWebSocketAreThoseOfItsLastEntry() {
    var exchange = exchange
    let messages: [(LogEvent.Message.Direction, String, Data)] = [
      (.sent, "text", Data("hi".utf8)), (.received, "binary", Data([0xFF])),
      (.received, "close", Data("1000 bye".utf8)),
    ]
    for (index, message) in messages.enumerated() {
      exchange.log.append(
        .message(LogEvent.Message(message.0, type: message.1, LogEvent.Body(message.2))), at: .milliseconds(250 * index)
      )
    }
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    let entries = log?["entries"]?.array?.map { $0.object?["_webSocketMessages"] }
    #expect(
      entries == [
        nil,
        [
          ["type": "send", "time": .number(JSONNumber(text: "0.000")), "opcode": 1, "data": "hi"],
          ["type": "receive", "time": .number(JSONNumber(text: "0.250")), "opcode": 2, "data": "/w=="],
          ["type": "receive", "time": .number(JSONNumber(text: "0.500")), "opcode": 8, "data": "1000 bye"],
        ],
      ])
  }

  @Test func aMessageAfterTheRequestHasNoneOfItsBodies() {
    var exchange = exchange
    var later = Timeline.Hop(attempt: 1, method: "POST", url: "http://a.test/b", start: .seconds(2), status: 200)
    later.purpose = .session
    exchange.timeline.hops.append(later)
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    let texts = log?["entries"]?.array?.map { $0.object?["response"]?.object?["content"]?.object?["text"] }
    #expect(texts == [nil, "/wA=", nil])
  }

  @Test func thePagesOfAListAreNoMessagesOfAWebSocket() {
    var exchange = exchange
    exchange.request.body = .jsonrpc("tools/list", mcp: true)
    exchange.log.append(
      .message(LogEvent.Message(.sent, type: "text", LogEvent.Body(Data("{}".utf8)))), at: .seconds(2))
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    #expect(log?["entries"]?.array?.map { $0.object?["_webSocketMessages"] } == [nil, nil])
  }

  @Test func theEventsOfAStreamAreInItsContentAlone() {
    var exchange = exchange
    exchange.log.append(
      .message(LogEvent.Message(StreamPart(.event, event: "message"), LogEvent.Body(Data("a".utf8)))), at: .zero)
    #expect(HARExport.archive(of: exchange, version: "1.0") == HARExport.archive(of: self.exchange, version: "1.0"))
  }

  @Test func theConnectTimeIncludesTLS() {
    #expect(
      entries.first?["timings"] == [
        "blocked": -1, "dns": 1, "connect": 6, "send": 0, "wait": .number(JSONNumber(text: "8.005")), "receive": 0,
        "ssl": 4,
      ])
    #expect(entries.first?["time"] == .number(JSONNumber(text: "15.005")))
    #expect(
      entries.last?["timings"] == [
        "blocked": -1, "dns": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0, "ssl": -1,
      ])
  }

  @Test func aConversationHasNoBody() {
    var exchange = exchange
    var hop = Timeline.Hop(attempt: 1, method: "GET", url: "ws://a.test/", start: .zero, status: 101)
    (hop.sent.body, hop.received.body) = (8, 40)
    exchange.timeline = Timeline(hops: [hop])
    exchange.sent = SentRequest(method: "GET", url: "ws://a.test/", headers: [])
    let log = HARExport.archive(of: exchange, version: "1.0").object?["log"]?.object
    let entry = log?["entries"]?.array?.first?.object
    #expect(entry?["request"]?.object?["bodySize"] == 0 && entry?["response"]?.object?["bodySize"] == 0)
    #expect(entry?["request"]?.object?["method"] == "GET")
  }

  @Test func bodiesAreTextOrBase64() {
    #expect(entries.first?["request"]?.object?["postData"]?.object?["text"] == "x")
    #expect(entries.last?["request"]?.object?["postData"] == nil)
    #expect(entries.first?["response"]?.object?["content"]?.object?["text"] == nil)
    let content = entries.last?["response"]?.object?["content"]?.object
    #expect(content?["text"] == "/wA=")
    #expect(content?["encoding"] == "base64")
    #expect(content?["size"] == 2)
  }

  @Test func cookiesAndQueriesAreParsed() {
    #expect(
      entries.first?["response"]?.object?["cookies"] == [
        ["name": "s", "value": "1=2", "path": "/", "httpOnly": true]
      ])
    #expect(entries.first?["request"]?.object?["queryString"] == [["name": "q", "value": "1"]])
  }
}
