import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryPolicyTests {
  /// Retries like its policy, but without delay.
  struct Hasty: RequestInterceptor {
    let policy: RetryPolicy
    let delays = Recorder<Duration?>()

    func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
      switch await policy.retry(request, for: session, dueTo: error) {
      case .retryWithDelay(let delay):
        delays.record(delay)
        return .retry
      case let other:
        delays.record(nil)
        return other
      }
    }

    var retriesFailedSerialization: Bool { policy.retriesFailedSerialization }
  }

  private static let exact = RetryPolicy(jitter: .none)
  private let session = Session.plain()

  private func server(_ status: String, headers: [String] = []) throws -> RawServer {
    try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(status, headers: headers)
      }
    }
  }

  private func delays(
    _ status: String, headers: [String] = [], method: HTTPMethod = .get, policy: RetryPolicy = exact
  ) async throws -> [Duration?] {
    let (server, hasty) = (try server(status, headers: headers), Hasty(policy: policy))
    _ = await session.request(server.url, method: method, interceptor: hasty).validate().serializingData().response
    #expect(server.received.count == hasty.delays.values.count)
    return hasty.delays.values
  }

  @Test(arguments: ["408 Timeout", "429 Slow", "500 Oh", "502 Bad", "503 Busy", "504 Late"])
  func aBusyServerIsRetriedTwiceWithIncreasingDelays(_ status: String) async throws {
    #expect(try await delays(status) == [.milliseconds(500), .seconds(1), nil])
  }

  @Test(arguments: ["400 Bad", "401 Who", "404 Gone", "501 Never"])
  func otherStatusesAreNotRetried(_ status: String) async throws {
    #expect(try await delays(status) == [nil])
  }

  @Test(arguments: [HTTPMethod.get, .head, .delete, .options, .put, .trace])
  func idempotentRequestsAreRetried(_ method: HTTPMethod) async throws {
    #expect(try await delays("503 Busy", method: method).count == 3)
  }

  @Test(arguments: [HTTPMethod.post, .patch, .connect])
  func otherRequestsAreNotRetried(_ method: HTTPMethod) throws {
    #expect(!RetryPolicy().retryableHTTPMethods.contains(method))
  }

  @Test func aPostIsNotRetried() async throws {
    #expect(try await delays("503 Busy", method: .post) == [nil])
  }

  @Test func aPostRedirectedToAGetIsNotRetried() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("303 See Other", headers: ["Location: /there"])
      try client.readHead()
      try client.respond("503 Busy")
    }
    let hasty = Hasty(policy: Self.exact)
    let response = await session.request(server.url, method: .post, interceptor: hasty).validate().serializingData()
      .response
    #expect(response.request?.method == .get)
    #expect(hasty.delays.values == [nil])
  }

  @Test func aOneShotBodyIsNotRetried() async throws {
    let server = try server("503 Busy")
    let hasty = Hasty(policy: Self.exact)
    let body = BodyStream(length: 0) { nil }
    let response = await session.request(server.url, method: .put, body: .stream(body), interceptor: hasty).validate()
      .serializingData().response
    #expect(response.error?.responseCode == 503)
    #expect(hasty.delays.values == [nil])
  }

  @Test func theLimitIsKept() async throws {
    #expect(try await delays("503 Busy", policy: RetryPolicy(retryLimit: 0)) == [nil])
    #expect(try await delays("503 Busy", policy: RetryPolicy(retryLimit: 5)).count == 6)
  }

  @Test func noDelayIsLongerThanTheLongest() async throws {
    let policy = RetryPolicy(retryLimit: 4, exponentialBackoffBase: 10, maximumDelay: .seconds(7), jitter: .none)
    #expect(
      try await delays("503 Busy", policy: policy) == [.milliseconds(500), .seconds(5), .seconds(7), .seconds(7), nil])
  }

  @Test func jitterSpreadsTheDelays() async throws {
    let equal = RetryPolicy(jitter: .equal { 0.5 })
    #expect(try await delays("503 Busy", policy: equal) == [.milliseconds(375), .milliseconds(750), nil])
    let full = RetryPolicy(jitter: .full { 0.25 })
    #expect(try await delays("503 Busy", policy: full) == [.milliseconds(125), .milliseconds(250), nil])
    for _ in 0..<100 { #expect((.milliseconds(500)...(.seconds(1))).contains(Jitter.equal(.seconds(1)))) }
  }

  @Test func retryAfterOverridesTheDelay() async throws {
    #expect(try await delays("429 Slow", headers: ["Retry-After: 7"]) == [.seconds(7), .seconds(7), nil])
    #expect(try await delays("503 Busy", headers: ["Retry-After: 0"]) == [.zero, .zero, nil])
    #expect(try await delays("503 Busy", headers: ["Retry-After: soon"]).first == .milliseconds(500))
  }

  @Test func aLongRetryAfterPreventsARetry() async throws {
    #expect(try await delays("503 Busy", headers: ["Retry-After: 61"]) == [nil])
    #expect(try await delays("503 Busy", headers: ["Retry-After: 99999999999999999999"]) == [nil])
    #expect(try await delays("503 Busy", headers: ["Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"]) == [nil])
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:47 GMT", "Sunday, 06-Nov-94 08:49:47 GMT", "Sun Nov  6 08:49:47 1994",
  ])
  func aDateIsReadInEveryFormOfHTTP(_ text: String) {
    let now = Date(timeIntervalSince1970: 784_111_777)
    #expect(RetryAfter(text, now: now)?.delay == .seconds(10))
    #expect(RetryAfter(text, now: now.addingTimeInterval(100))?.delay == .zero)
  }

  @Test(arguments: ["", "-1", "1.5", "1e3", "tomorrow", "+5"])
  func invalidRetryAfterIsIgnored(_ text: String) {
    #expect(RetryAfter(text, now: Date())?.delay == nil)
  }

  @Test func aTimeoutIsRetried() async throws {
    let url = try await TestServers.httpbin() + "/delay/5"
    let hasty = Hasty(policy: Self.exact)
    let request = session.request(url, options: .with { $0.timeout = .milliseconds(1) }, interceptor: hasty)
    let response = await request.serializingData().response
    #expect(response.error?.networkFault == .timedOut)
    #expect(request.requests.count == 3)
  }

  @Test func aRefusedConnectionIsRetried() async throws {
    let hasty = Hasty(policy: Self.exact)
    let request = session.request("http://127.0.0.1:\(try RawServer.freePort())", interceptor: hasty)
    #expect(await request.serializingData().response.error?.networkFault == .refused)
    #expect(hasty.delays.values.count == 3)
  }

  @Test func trustAndProtocolErrorsAreNotRetried() async throws {
    let hasty = Hasty(policy: Self.exact)
    let untrusted = session.request(try await TestServers.nginx().tlsURL + "/echo", interceptor: hasty)
    _ = await untrusted.serializingData().response
    _ = await session.request("nonsense", interceptor: hasty).serializingData().response
    #expect(hasty.delays.values == [nil, nil])
  }

  @Test func aFailedSerializerIsNotRetried() async throws {
    let server = try server("503 Busy")
    let request = session.request(server.url, interceptor: .retryPolicy)
    let response = await request.serializingDecodable(Int.self, emptyBodies: .standard).response
    #expect(response.error != nil)
    #expect(server.received.count == 1)
    #expect(!RetryPolicy.retryPolicy.retriesFailedSerialization)
  }

  @Test func onlyALostConnectionIsRetried() async throws {
    let count = Recorder<Int>()
    let server = try RawServer { client in
      try client.readHead()
      count.record(1)
      if count.values.count > 1 { return try client.respond("503 Busy", body: "whole") }
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    }
    let policy = ConnectionLostRetryPolicy(exponentialBackoffScale: .zero)
    let response = await session.request(server.url, interceptor: policy).validate().serializingString().response
    #expect(response.error?.responseCode == 503)
    #expect(response.data == Data("whole".utf8))
    #expect(server.received.count == 2)
  }
}
