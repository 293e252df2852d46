import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InterceptorTests {
  private struct Mine: Error {}

  /// Records its name whenever it is called.
  private struct Named: RequestInterceptor {
    let name: String
    let calls: Recorder<String>
    var result = RetryResult.doNotRetry
    var failure: (any Error)?

    func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
      calls.record("adapt \(name)")
      if let failure { throw failure }
      var request = request
      request.headers.append(HTTPHeader("X-By", name))
      return request
    }

    func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
      calls.record("retry \(name)")
      return result
    }
  }

  /// Written for Alamofire.
  private struct Ported: RequestInterceptor {
    func adapt(
      _ urlRequest: OutgoingRequest, for session: Session,
      completion: @escaping (Result<OutgoingRequest, any Error>) -> Void
    ) {
      var request = urlRequest
      request.headers.add(name: "X-By", value: "ported")
      completion(.success(request))
    }

    func retry(
      _ request: any Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      completion(request.retryCount == 0 ? .retry : .doNotRetry)
    }
  }

  @Test func functionsWithACompletionAreCalled() async {
    let transport = StubTransport(.failure(), .ok("x"))
    let request = request(transport, Ported())
    let response = await request.resume().serializingString().response
    #expect(response.value == "x")
    #expect(transport.hops.map { $0.headers.first("X-By") } == ["ported", "ported"])
  }

  private func request(
    _ transport: StubTransport, _ session: (any RequestInterceptor)? = nil, _ own: (any RequestInterceptor)? = nil
  ) -> DataRequest {
    Session.stubbed(transport) { $0.interceptor = session }
      .request("http://stub/", interceptor: own, shouldAutomaticallyResume: false)
  }

  @Test func anAdapterMayWaitAndIsCalledOncePerAttempt() async {
    let calls = Recorder<Int>()
    let transport = StubTransport(.failure(), .ok())
    let slow = Adapter { request, _ in
      await Task.yield()
      var request = request
      request.headers.append(HTTPHeader("X-Attempt", "\(calls.recordNumbered(0))"))
      return request
    }
    let request = request(transport, slow, Retrier { _, _, _ in .retry })
    _ = await request.resume().serializingData().response
    #expect(transport.hops.map { $0.headers.first("X-Attempt") } == ["0", "1"])
    #expect(request.requests.map { $0.headers.first("X-Attempt") } == ["0", "1"])
  }

  @Test func anAdapterKnowsTheRequestAndTheAttempt() async {
    struct Knowing: RequestInterceptor {
      let seen: Recorder<(UUID, Int)>
      func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
        seen.record((state.requestID, state.attempt))
        return request
      }
      func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
        .retry
      }
    }
    let seen = Recorder<(UUID, Int)>()
    let request = request(StubTransport(.failure(), .ok()), Knowing(seen: seen))
    _ = await request.resume().serializingData().response
    #expect(seen.values.map(\.0) == [request.id, request.id])
    #expect(seen.values.map(\.1) == [1, 2])
  }

  @Test func theSessionsInterceptorRunsBeforeTheRequests() async {
    let calls = Recorder<String>()
    let transport = StubTransport(.failure())
    let request = request(transport, Named(name: "session", calls: calls), Named(name: "own", calls: calls))
    request.interceptor(Named(name: "added", calls: calls))
    _ = await request.resume().serializingData().response
    #expect(
      calls.values == [
        "adapt session", "adapt own", "adapt added", "retry session", "retry own", "retry added",
      ])
    #expect(transport.hops[0].headers.map(\.value) == ["session", "own", "added"])
  }

  @Test func aChainOfAdaptersStopsAtTheFirstFailureAndOneOfRetriersAtTheFirstDecision() async {
    let calls = Recorder<String>()
    let transport = StubTransport()
    let names = ["a", "b", "c"].map { name in
      Named(
        name: name, calls: calls, result: name == "b" ? .doNotRetryWithError(Mine()) : .doNotRetry,
        failure: name == "b" ? Mine() : nil)
    }
    let chain = Interceptor(adapters: [names[0]], retriers: [names[0]], interceptors: [names[1], names[2]])
    let request = request(transport, chain)
    let response = await request.resume().serializingData().response
    #expect(calls.values == ["adapt a", "adapt b", "retry a", "retry b"])
    guard case .requestRetryFailed(is Mine, .requestAdaptationFailed(is Mine)) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(transport.startCount == 0)
  }

  @Test func adaptersAndRetriersCanBeAddedAsClosures() async {
    let transport = StubTransport(.failure(), .ok())
    let request = request(transport)
    request
      .adapt { request, _ in
        var request = request
        request.headers.append(HTTPHeader("X-By", "closure"))
        return request
      }
      .retry { _, _, _ in .retry }
    let response = await request.resume().serializingData().response
    #expect(response.error == nil)
    #expect(transport.hops.map { $0.headers.first("X-By") } == ["closure", "closure"])
  }

  @Test(arguments: KindOfRequest.allCases)
  func aRetriersFourResults(_ kind: KindOfRequest) async {
    let results: [(RetryResult, attempts: Int)] = [
      (.retry, 2), (.retryWithDelay(.zero), 2), (.doNotRetry, 1), (.doNotRetryWithError(Mine()), 1),
    ]
    for (result, attempts) in results {
      let transport = StubTransport(.failure(), .ok("x"))
      let session = Session.stubbed(transport)
      let request = kind.request(in: session, interceptor: Retrier { _, _, _ in result })
      await request.core.end()
      #expect(transport.startCount == attempts)
      #expect(request.retryCount == attempts - 1)
      #expect(request.requests.count == attempts)
      switch (result, request.error) {
      case (.retry, nil), (.retryWithDelay, nil), (.doNotRetry, .refused),
        (.doNotRetryWithError, .requestRetryFailed(is Mine, .refused)):
        break
      default: Issue.record("\(result): \(String(describing: request.error))")
      }
      if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
    }
  }

  @Test func aFailedAdaptationMayBeRetried() async throws {
    let calls = Recorder<Int>()
    let transport = StubTransport()
    let flaky = Adapter { request, _ in
      if calls.recordNumbered(0) == 0 { throw Mine() }
      return request
    }
    let asked = Recorder<RequestError>()
    let request = request(
      transport, flaky,
      Retrier { _, _, error in
        asked.record(error)
        return .retry
      })
    #expect(try await request.resume().serializingString().value == "stub")
    guard case .requestAdaptationFailed(is Mine) = asked.values.first else {
      Issue.record("\(asked.values)")
      return
    }
    #expect(request.retryCount == 1)
    #expect(transport.startCount == 1)
  }

  @Test func aRedirectAfterAFailedAdaptationIsNoNewAttempt() async throws {
    let calls = Recorder<Int>()
    let transport = StubTransport(.redirect(to: "/end"), .ok("end"))
    let flaky = Adapter { request, _ in
      if calls.recordNumbered(0) == 0 { throw Mine() }
      return request
    }
    let request = request(transport, flaky, Retrier { _, _, _ in .retry })
    #expect(try await request.resume().serializingString().value == "end")
    #expect(request.requests.map(\.url.path) == ["/"])
  }

  @Test func eachAttemptStartsOver() async throws {
    let transport = StubTransport(
      StubResponse(status: 503, chunks: ["first body"]), StubResponse(chunks: ["2nd"]))
    let session = Session.stubbed(transport)
    let convertible = CountingConvertible()
    let again = session.request(convertible, interceptor: Retrier { _, _, _ in .retry }).validate()
    #expect(try await again.serializingString().value == "2nd")
    #expect(convertible.count == 2)
    #expect(again.requests.map(\.url.path) == ["/1", "/2"])
    #expect(again.downloadProgress.completed == 3)
    #expect(again.timeline.hops.map(\.attempt) == [1, 2])
    #expect(again.timeline.hops.map(\.status) == [503, 200])
    #expect(again.error == nil)
  }

  @Test func aRetryBeginsAtTheFirstOriginWithItsCredential() async throws {
    let transport = StubTransport(.redirect(to: "http://other/"), .failure(), .ok("done"))
    let request = request(transport, nil, Retrier { _, _, _ in .retry })
    request.authenticate(with: .bearer(token: "secret"))
    #expect(try await request.resume().serializingString().value == "done")
    #expect(
      transport.hops.map { $0.headers.first("Authorization") } == ["Bearer secret", nil, "Bearer secret"])
  }

  @Test func errorsOfAConvertibleMayBeRetriedAndKeepTheOrderOfHandlers() async {
    struct Failing: RequestConvertible {
      let calls: Recorder<Int>
      func asRequest() throws -> OutgoingRequest {
        calls.record(1)
        throw Mine()
      }
    }
    let (calls, order) = (Recorder<Int>(), Recorder<Int>())
    let session = Session.stubbed(StubTransport())
    let once = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let request = session.request(Failing(calls: calls), interceptor: once, shouldAutomaticallyResume: false)
    for number in 0..<3 {
      request.response { response in
        if case .createRequestFailed(is Mine) = response.error { order.record(number) }
      }
    }
    request.resume()
    #expect(await order.values(count: 3) == [0, 1, 2])
    #expect(calls.values.count == 2)
    #expect(request.request == nil)
  }

  @Test func anInvalidURLIsReportedToTheHandler() async throws {
    let session = Session.stubbed(StubTransport())
    let response = await session.request("").serializingData().response
    guard case .invalidURL("", .empty) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.request == nil)
    let url = try #require(URL(string: "http://stub/a?b=c"))
    let components = try #require(URLComponents(string: "http://stub/a?b=c"))
    for convertible: any URLConvertible in [url, components, "http://stub/a?b=c"] {
      let response = await session.request(convertible).serializingData().response
      #expect(response.request?.url.description == "http://stub/a?b=c")
    }
  }
}
