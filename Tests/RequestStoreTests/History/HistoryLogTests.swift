import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// The log of an exchange in history.
struct HistoryLogTests {
  private let history: HistoryStore

  init() throws { history = try HistoryStore.inMemory() }

  private func stored(_ exchange: Exchange) throws -> Exchange? {
    try history.record(exchange)
    return try history.exchange(exchange.id)
  }

  @Test func everyKindOfEventIsRestored() throws {
    var exchange = Exchange.sample()
    let omission = BodyOmission(byteCount: 3, reason: "the end was cut off")
    let contents: [LogEvent.Content] = [
      .message(.init(.sent, type: "text", .init(Data("hello \"wörld\"\0\n".utf8)))),
      .message(.init(.received, type: "binary", .init(Data([0, 255, 128]), omission: omission))),
      .message(.init(.received, type: "text", .init(.incompressible(5_000)))),
      .message(.init(.received, type: "close", .init(Data()))),
      .head(Response.Head(status: 200, reason: "", httpVersion: "HTTP/2", headers: [Header("grpc-status", "0")])),
      .body(.init(Data("second".utf8))),
      .check(.init("status is 200", isPassed: true)),
      .check(.init("has items", isPassed: false, detail: "found 0")),
      .console(.init("error", "line 1\nline 2")),
      .other(kind: "trailer", document: ["headers": [["a", "b"]], "time": 1, "kind": "both", "n": .null]),
    ]
    for (index, content) in contents.enumerated() { exchange.log.append(content, at: .nanoseconds(index * 1_001)) }
    #expect(try stored(exchange)?.log == exchange.log)
  }

  @Test func anEventThatThisVersionCannotReadIsKept() throws {
    var exchange = Exchange.sample()
    exchange.log.append(.other(kind: "hop", document: ["attempt": "one"]), at: .seconds(1))
    exchange.log.append(.other(kind: "message", document: ["direction": "sideways"]), at: .seconds(2))
    #expect(try stored(exchange) == exchange)
  }

  @Test func maskedSecretsAreNotStored() throws {
    var exchange = Exchange.sample()
    var response = try #require(exchange.response)
    response.body = Data("token ••••••".utf8)
    let fresh = Data("token secret".utf8)
    response.maskedSecrets = MaskedSecrets([6..<12], of: fresh)
    exchange.outcome = .completed(response)
    #expect(try stored(exchange)?.response?.maskedSecrets == MaskedSecrets())
    #expect(try history.dump().range(of: Data("secret".utf8)) == nil)
  }

  /// A line that repeats a header is stored as its index, but not one that differs in a letter.
  @Test func theWireLogIsRestored() throws {
    var exchange = Exchange.sample()
    func line(_ kind: WireLine.Kind, _ text: String, _ byteCount: Int, _ time: Int) -> WireLine {
      WireLine(time: .nanoseconds(time), kind: kind, text: text, byteCount: byteCount)
    }
    var hop = exchange.timeline.hops[0]
    hop.requestHeaders = [Header("Host", "x"), Header("A", "1"), Header("A", "2")]
    hop.responseHeaders = [Header("B", ""), Header("C", "é")]
    hop.wire = [
      line(.note, "0", 0, 5), line(.sentHead, "GET / HTTP/1.1", 16, 9), line(.sentHead, "Host: x", 9, 9),
      line(.sentHead, "A:  1", 7, 9), line(.sentHead, "A: 1", 6, 9), line(.sentHead, "A: 2", 6, 9),
      line(.sentHead, "A: 2", 6, 9), line(.sentHead, "", 2, 9), line(.receivedHead, "B: ", 4, 8),
      line(.receivedHead, "C: e\u{301}", 9, 10), line(.receivedHead, "C: é", 8, 11),
      line(.receivedBody, "", 70_000, 12),
    ]
    exchange.timeline.hops[0] = hop
    let wire = try #require(try stored(exchange)?.timeline.hops[0].wire)
    #expect(wire.map { [UInt8]($0.text.utf8) } == hop.wire.map { [UInt8]($0.text.utf8) })
    #expect(wire == hop.wire)
  }

  @Test(arguments: [Timeline.Hop.Purpose.request, .authentication, .session])
  func thePurposeOfAHopIsRestored(purpose: Timeline.Hop.Purpose) throws {
    var exchange = Exchange.sample()
    exchange.timeline.hops[0].purpose = purpose
    #expect(try stored(exchange)?.timeline.hops.map(\.purpose) == [purpose, .request])
  }

  @Test func trailersAreRestoredAndFound() throws {
    var exchange = Exchange.sample()
    exchange.timeline.hops[1].trailers = [Header("X-Sum", "zebra42"), Header("x-sum", "")]
    #expect(try stored(exchange) == exchange)
    #expect(exchange.trailers == [Header("X-Sum", "zebra42"), Header("x-sum", "")])
    let found = try history.summaries(matching: try HistoryQuery("zebra42"), limit: 10)
    #expect(found.map(\.id) == [exchange.id])
  }

  @Test func aDamagedLogIsAnError() throws {
    let queue = try DatabaseQueue()
    let history = try HistoryStore(queue, path: ":memory:")
    let exchange = Exchange.sample()
    try history.record(exchange)
    try queue.write { db in try db.execute(sql: "UPDATE log SET events = x'0200ff'") }
    let error = #expect(throws: HistoryError.self) { try history.exchange(exchange.id) }
    #expect(error?.description == "Cannot read exchange \(exchange.id) from history — its record is damaged")
  }

  /// Six headers each way and a wire log, as in a GET from a local server.
  @Test func aSmallExchangeTakesLessThanTwoKilobytes() throws {
    let folder = try TemporaryFolder()
    let history = try HistoryStore(path: folder.user.history)
    let count = 500
    for number in 0..<count { try history.record(.small(number)) }
    try history.upkeepWriter().writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    let size = try FileManager.default.attributesOfItem(atPath: folder.user.history)[.size] as? Int
    #expect(try #require(size) / count < 2_000)
  }
}

extension Exchange {
  /// The record of a GET with a response of 17 bytes.
  static func small(_ number: Int) -> Exchange {
    let url = "http://127.0.0.1:8080/orders/\(number)"
    let sent = [
      Header("Host", "127.0.0.1:8080"), Header("User-Agent", "workbench (Linux 6.1.0) RequestClient/0.1.0"),
      Header("Accept", "application/json"), Header("Accept-Encoding", "gzip, deflate, br, zstd"),
      Header("Accept-Language", "en, *;q=0.5"), Header("X-Request-ID", UUID().uuidString),
    ]
    let received = [
      Header("Server", "nginx/1.22.1"), Header("Date", "Sun, 22 Nov 2026 13:\(number / 60 % 60):\(number % 60) GMT"),
      Header("Content-Type", "application/json"), Header("Content-Length", "17"), Header("Connection", "keep-alive"),
      Header("ETag", "\"\(UUID().uuidString.prefix(13))\""),
    ]
    var time = Duration.nanoseconds(2_100_457 + number * 7_919 % 100_000)
    func line(_ kind: WireLine.Kind, _ text: String, _ byteCount: Int? = nil) -> WireLine {
      if kind == .receivedHead { time += .nanoseconds(700 + (number * 31 + text.count * 97) % 5_000) }
      return WireLine(time: time, kind: kind, text: text, byteCount: byteCount ?? text.utf8.count + 2)
    }
    var wire = [
      line(.note, "  Trying 127.0.0.1:8080...", 0),
      line(.note, "Connected to 127.0.0.1 (127.0.0.1) port 8080 (#0)", 0),
      line(.sentHead, "GET /orders/\(number) HTTP/1.1"),
    ]
    wire += sent.map { line(.sentHead, $0.name + ": " + $0.value) } + [line(.sentHead, "")]
    wire += [line(.receivedHead, "HTTP/1.1 200 OK")]
    wire += received.map { line(.receivedHead, $0.name + ": " + $0.value) } + [line(.receivedHead, "")]
    wire += [line(.receivedBody, "", 17), line(.note, "Connection #0 to host 127.0.0.1 left intact", 0)]
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: url, start: .nanoseconds(1_074_453 + number),
      phases: Timeline.Phases(
        queue: .nanoseconds(906_702 + number), dns: .microseconds(40), connect: .microseconds(169),
        send: .nanoseconds(414_391 + number * 3), wait: .nanoseconds(582_609 + number * 7), receive: .microseconds(246)),
      connection: Timeline.Connection(
        peer: "127.0.0.1:8080", local: "127.0.0.1:\(30_000 + number % 20_000)", isReused: false, httpVersion: "HTTP/1.1"
      ),
      status: 200, requestHeaders: sent, responseHeaders: received, sent: Timeline.ByteCounts(head: 245, body: 0),
      received: Timeline.ByteCounts(head: 190, body: 17), wire: WireLog(wire))
    var request = SavedRequest(
      method: "GET", url: "{{base}}/orders/\(number)", id: RequestID("r\(10_000_000 + number)"))
    request.name = "Order \(number)"
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: received,
      body: Data(#"{"id":\#(100_000 + number),"n":1}"#.utf8))
    return Exchange(
      id: ExchangeID(), request: request,
      origin: Origin(root: "/home/user/collections", address: Address("shop/orders/get-\(number).json")),
      environment: "local", startedAt: Date(timeIntervalSinceReferenceDate: 8e8 + Double(number)),
      sent: SentRequest(method: "GET", url: url, headers: sent), outcome: .completed(response),
      duration: .nanoseconds(12_938_097 + number), timeline: Timeline(hops: [hop]))
  }
}
