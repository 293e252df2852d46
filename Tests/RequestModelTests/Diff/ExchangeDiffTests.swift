import Foundation
import RequestModel
import Testing

/// Comparing two exchanges.
struct ExchangeDiffTests {
  private func exchange(
    _ change: (inout SentRequest) -> Void = { _ in }, status: Int = 200, headers: [Header] = [], body: String = "",
    milliseconds: Int = 5, wait: Int = 3
  ) -> Exchange {
    var sent = SentRequest(method: "GET", url: "http://shop.test/orders", headers: [Header("Accept", "*/*")])
    change(&sent)
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: sent.url, start: .zero, phases: Timeline.Phases(wait: .milliseconds(wait)))
    return Exchange(
      id: ExchangeID(), request: SavedRequest(method: "GET", url: "{{base}}/orders"), startedAt: Date(), sent: sent,
      outcome: .completed(
        Response(status: status, reason: "", httpVersion: "HTTP/1.1", headers: headers, body: Data(body.utf8))),
      duration: .milliseconds(milliseconds), timeline: Timeline(hops: [hop]))
  }

  @Test func equalExchangesHaveNoDifference() {
    let diff = ExchangeDiff(exchange(), exchange())
    #expect(diff.isSame && diff.sections.isEmpty && diff.lines.isEmpty)
  }

  @Test func theTimesAreThoseOfTheRequestAndOfNoMessageAfterIt() {
    let old = exchange()
    var new = exchange()
    var later = new.timeline.hops[0]
    (later.purpose, later.phases.wait) = (.session, .seconds(1))
    new.timeline.hops.append(later)
    #expect(ExchangeDiff(old, new).sections.isEmpty)
  }

  @Test func trailersAreCompared() {
    var (old, new) = (exchange(), exchange())
    old.timeline.hops[0].trailers = [Header("x-sum", "42"), Header("Server-Timing", "db;dur=1")]
    new.timeline.hops[0].trailers = [Header("X-Sum", "43"), Header("server-timing", "db;dur=2")]
    let diff = ExchangeDiff(old, new)
    #expect(
      diff.lines == [
        "Trailers", "  ~ x-sum: 42 → 43", "Different each time", "  ~ Server-Timing: db;dur=1 → db;dur=2",
      ])
  }

  @Test func conversationsAreComparedByTheirMessages() {
    func conversation(_ messages: [(LogEvent.Message.Direction, String, String)]) -> Exchange {
      var exchange = exchange(status: 101)
      exchange.request = SavedRequest(method: "GET", url: "ws://shop.test/orders")
      for (direction, type, text) in messages {
        exchange.log.append(
          .message(LogEvent.Message(direction, type: type, LogEvent.Body(Data(text.utf8)))), at: .zero)
      }
      return exchange
    }
    let old = conversation([(.sent, "text", "a"), (.received, "text", "1"), (.received, "close", "1000 bye")])
    let same = conversation([
      (.sent, "text", "a"), (.received, "ping", ""), (.received, "text", "1"), (.received, "close", "1000 bye"),
    ])
    let new = conversation([(.sent, "text", "a"), (.received, "text", "2"), (.received, "close", "1000 bye")])
    #expect(ExchangeDiff(old, same).sections.isEmpty)
    let diff = ExchangeDiff(old, new)
    #expect(diff.old.method == "WS" && diff.sections.map(\.kind) == [.messages] && !diff.isSame)
    #expect(diff.lines.contains { $0.contains("- received text: 1") })
    #expect(diff.lines.contains { $0.contains("+ received text: 2") })
  }

  @Test func everyPartIsComparedInTheOrderOfTheExchange() {
    let old = exchange(headers: [Header("Server", "nginx"), Header("Date", "Mon")], body: #"{"id":1,"name":"Ada"}"#)
    let new = exchange(
      {
        ($0.method, $0.url) = ("POST", "http://shop.test/orders?page=2")
        $0.headers += [Header("X-Debug", "on"), Header("X-Request-Id", "b")]
        $0.body = Data("x".utf8)
      }, status: 404, headers: [Header("Date", "Tue"), Header("Server", "caddy")],
      body: #"{"id":1,"name":"Bob","age":7}"#, milliseconds: 9, wait: 8)
    let diff = ExchangeDiff(old, new)
    #expect(!diff.isSame)
    #expect(
      diff.lines == [
        "Request", "  ~ Method: GET → POST", "  ~ URL: http://shop.test/orders → http://shop.test/orders?page=2",
        "Request headers", "  + X-Debug: on",
        "Request body", "  + Body: x",
        "Response", "  ~ Status: 200 → 404",
        "Response headers", "  ~ Server: nginx → caddy",
        "Response body", "  ~ Body › name: \"Ada\" → \"Bob\"", "  + Body › age: 7",
        "Times", "  ~ Total: 5.00 ms → 9.00 ms", "  ~ wait: 3.00 ms → 8.00 ms",
        "Different each time", "  + X-Request-Id: b", "  ~ Date: Mon → Tue",
      ])
  }

  @Test func timesAndHeadersThatAlwaysChangeMakeNoDifference() {
    let diff = ExchangeDiff(
      exchange(headers: [Header("Date", "Mon"), Header("CF-Ray", "1")]),
      exchange(headers: [Header("date", "Tue"), Header("cf-ray", "2")], milliseconds: 9))
    #expect(diff.isSame)
    #expect(diff.sections.map(\.kind) == [.times, .volatile])
  }

  @Test func theCaseOfAHeaderNameMeansNothing() {
    let diff = ExchangeDiff(
      exchange(headers: [Header("Content-Type", "text/plain"), Header("Set-Cookie", "a"), Header("Set-Cookie", "b")]),
      exchange(headers: [Header("set-cookie", "a"), Header("set-cookie", "c"), Header("content-type", "text/plain")]))
    #expect(diff.lines == ["Response headers", "  ~ Set-Cookie: b → c"])
  }

  @Test func credentialsAreMasked() {
    let diff = ExchangeDiff(
      exchange(), exchange { $0.headers.append(Header("Authorization", "Bearer secret-word")) })
    #expect(diff.lines == ["Request headers", "  + Authorization: ••••••"])
  }

  @Test func aSecretThatOnlyOneSideKeptMaskedIsNotADifference() {
    let (masked, plain) = (#"{"token":"••••••","a":1}"#, #"{"token":"t0ken","a":1}"#)
    #expect(ExchangeDiff(exchange(body: masked), exchange(body: plain)).isSame)
    let other = #"{"token":"other","a":1}"#
    #expect(
      ExchangeDiff(exchange(body: plain), exchange(body: other)).lines == [
        "Response body", #"  ~ Body › token: "••••••" → "••••••""#,
      ])
  }

  @Test func binaryBodiesOfTheSameSizeDiffer() {
    var (old, new) = (exchange(), exchange())
    old.log.response?.body = Data([0xFF, 1])
    new.log.response?.body = Data([0xFF, 2])
    #expect(
      ExchangeDiff(old, new).lines == [
        "Response body", "  ~ Body: 2 bytes of data → 2 bytes of data, with other bytes",
      ])
  }

  @Test func bodiesOfMegabytesAreComparedByTheirMembers() {
    func body(_ name: String) -> String {
      let rows = (0..<30_000).map { number in
        let text = number == 7777 ? name : "user \(number)"
        return #"{"id":\#(number),"name":"\#(text)","tags":["a","b"],"padding":"\#(Self.padding)"}"#
      }
      return "[\(rows.joined(separator: ","))]"
    }
    let (old, new) = (exchange(body: body("Ada")), exchange(body: body("Bob")))
    #expect(old.response?.body.count ?? 0 > 4_700_000)
    #expect(ExchangeDiff(old, new).lines == ["Response body", "  ~ Body 7777 › name: \"Ada\" → \"Bob\""])
  }

  private static let padding = String(repeating: "x", count: 120)

  @Test func aBodyAboveTheLimitSaysSo() {
    let long = String(repeating: "a", count: 8 << 20)
    let diff = ExchangeDiff(exchange(body: long + "b"), exchange(body: long + "c"))
    let hint = "above 8 MB only the sizes are compared: save both and compare the files"
    #expect(
      diff.lines == [
        "Response body", "  ~ Body", "      - 8.4 MB", "      + 8.4 MB, with other bytes — \(hint)",
      ])
  }

  @Test func bytesThatMeanJSONAreComparedAsJSON() {
    func exchange(_ bytes: [UInt8]) -> Exchange {
      var exchange = self.exchange(headers: [Header("Content-Type", "application/cbor")])
      exchange.log.response?.body = Data(bytes)
      return exchange
    }
    let texts = [1: #"{"a":1,"b":2}"#, 2: #"{"a":1,"b":2}"#, 3: #"{"a":3}"#]
    func diff(_ old: [UInt8], _ new: [UInt8]) -> [String] {
      ExchangeDiff(exchange(old), exchange(new)) { body, type in
        type == "application/cbor" ? body.last.flatMap { texts[Int($0)] }.map { Data($0.utf8) } : nil
      }.lines
    }
    #expect(diff([0xFF, 1], [0xFF, 3]) == ["Response body", "  - Body › b: 2", "  ~ Body › a: 1 → 3"])
    #expect(diff([0xFF, 1], [0xFF, 2]) == [])
    #expect(diff([0xFF, 4], [0xFF, 5]).count == 2)
  }

  @Test func aFailureIsComparedWithAResponse() {
    var new = exchange()
    new.outcome = .failed(Failure(.refused, "Connection refused"), partial: nil)
    let lines = ExchangeDiff(exchange(), new).lines
    #expect(lines == ["Response", "  - Status: 200", "  - Version: HTTP/1.1", "  + Failure: Connection refused"])
  }
}
