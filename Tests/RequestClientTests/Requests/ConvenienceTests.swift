import Foundation
@testable import RequestClient
import RequestPromises
import Synchronization
import TestSupport
import Testing

/// Convenience methods.
@Suite(.timeLimit(.minutes(1)))
struct ConvenienceTests {
  // MARK: Adapters and retriers by their protocols

  /// An adapter and retrier that counts its calls.
  private struct Both: RequestInterceptor {
    let calls: Recorder<String>

    func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
      calls.record("adapt")
      var request = request
      request.headers.append(name: "X-Adapted", value: "1")
      return request
    }

    func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
      calls.record("retry")
      return request.retryCount == 0 ? .retry : .doNotRetry
    }
  }

  private struct OnlyAdapter: RequestAdapter {
    func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
      var request = request
      request.headers.append(name: "X-Only", value: "1")
      return request
    }
  }

  private struct OnlyRetrier: RequestRetrier {
    func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
      request.retryCount == 0 ? .retry : .doNotRetry
    }
  }

  @Test(arguments: [
    (["adapt"], ["adapt"]), (["retry"], ["retry", "retry"]),
    (["adapt", "retry"], ["adapt", "retry", "adapt", "retry"]),
  ])
  func anInterceptorMayBeUsedAsAdapterOrRetrierOnly(_ halves: [String], _ expected: [String]) async {
    let both = Both(calls: Recorder<String>())
    let request = Session.stubbed(StubTransport(.failure())).request("http://stub/", shouldAutomaticallyResume: false)
    if halves.contains("adapt") { request.adapt(using: both) }
    if halves.contains("retry") { request.retry(using: both) }
    await request.core.end()
    #expect(both.calls.values == expected)
  }

  @Test func valuesOfTheProtocolsAreLinksOfTheChain() async {
    let transport = StubTransport(.failure(), .ok("x"))
    let request = Session.stubbed(transport).request("http://stub/")
      .adapt(using: OnlyAdapter()).retry(using: OnlyRetrier())
      .adapt { message, _ in message }.retry { _, _, _ in .doNotRetry }
    #expect(await request.serializingString().response.value == "x")
    #expect(transport.hops.map { $0.headers["X-Only"] } == ["1", "1"])
  }

  // MARK: Statuses

  @Test func theStatusIsANumberEverywhere() async throws {
    let session = Session.stubbed(StubTransport(.status(201, "x")))
    let data = session.request("http://stub/")
    let response = await data.serializingString().response
    #expect(response.statusCode == 201 && response.response?.statusCode == 201 && data.statusCode == 201)
    let download = await session.download("http://stub/").serializingDownloadedFileURL().response
    #expect(download.statusCode == 201)
    try FileManager.default.removeItem(at: #require(download.value))
    let ends = Recorder<Int?>()
    session.streamRequest("http://stub/").responseStream { if let end = $0.completion { ends.record(end.statusCode) } }
    #expect(await ends.values(count: 1) == [201])
    #expect(
      await Session.stubbed(StubTransport(.failure())).request("http://stub/").serializingData().response
        .statusCode == nil)
  }

  // MARK: Messages of other types

  /// The members of Foundation's `URLRequest`, which this module may not import.
  private struct ForeignRequest: FoundationRequest {
    var url: URL?
    var httpMethod: String?
    var allHTTPHeaderFields: [String: String]?
    var httpBody: Data?
    var timeoutInterval: TimeInterval = 60
  }

  @Test func aURLRequestIsConvertedToAMessage() throws {
    let url = URL(string: "http://a/b?c=1#d")
    let plain = try ForeignRequest(url: url).asRequest()
    #expect(try plain == OutgoingRequest(url: RequestURL("http://a/b?c=1#d")))
    let full = ForeignRequest(
      url: url, httpMethod: "PATCH", allHTTPHeaderFields: ["X-B": "2", "X-A": "1"], httpBody: Data("x".utf8),
      timeoutInterval: 7)
    #expect(
      try full.asRequest()
        == OutgoingRequest(
          method: .patch, url: RequestURL("http://a/b?c=1#d"),
          headers: [HTTPHeader("X-A", "1"), HTTPHeader("X-B", "2")],
          body: .data(Data("x".utf8)), options: TransferOptions(readTimeout: .seconds(7))))
    #expect(throws: RequestError.self) { try ForeignRequest(url: nil).asRequest() }
    #expect(throws: InvalidMethod.self) { try ForeignRequest(url: url, httpMethod: "G T").asRequest() }
  }

  @Test func aURLRequestIsSent() async throws {
    let transport = StubTransport()
    let request = ForeignRequest(url: URL(string: "http://stub/"), httpMethod: "DELETE")
    #expect(try await Session.stubbed(transport).request(request).serializingString().value == "stub")
    #expect(transport.hops.map(\.method) == ["DELETE"])
  }

  @Test func anHTTPRequestIsAMessage() async throws {
    let transport = StubTransport()
    let session = Session.stubbed(transport)
    var request = HTTPRequest(method: .put, scheme: "http", authority: "stub:8080", path: "/a?b=1")
    request.headerFields[.accept] = "text/plain"
    #expect(try await session.request(request).serializingString().value == "stub")
    let body = HTTPBody.data(Data("x".utf8))
    #expect(try await session.request(request, body: body).serializingString().value == "stub")
    #expect(transport.hops.map(\.url.description) == ["http://stub:8080/a?b=1", "http://stub:8080/a?b=1"])
    #expect(
      transport.hops.map(\.headers) == [[HTTPHeader("Accept", "text/plain")], [HTTPHeader("Accept", "text/plain")]])
    #expect(transport.hops.map(\.body) == [nil, body])
    let nowhere = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    #expect(await session.request(nowhere).serializingData().response.error?.isInvalidURL == true)
  }

  // MARK: Parameters

  @Test func nilIsNullInJSONAndNothingInAForm() throws {
    let absent: Int? = nil
    let parameters: Parameters = ["a": nil, "b": absent, "c": 1]
    #expect(try JSONEncoding.default.encode(.to(.post), with: parameters).bodyText == #"{"a":null,"b":null,"c":1}"#)
    #expect(try URLEncoding.default.encode(.to(), with: ["a": nil, "c": 1]).url.query == "c=1")
    let plain = ["x": "y"]
    #expect(try URLEncoding.default.encode(.to(), with: plain).url.query == "x=y")
  }

  private struct Posting: POSTRequestType, ResponseType {
    let session: Session
    let urlString = "http://stub/"
    let responseSerializer = StringResponseSerializer()
    var defaultParameters: Parameters
    var encoding: any ParameterEncoding = URLEncoding.default

    func body() -> HTTPBody? { .data(Data("own".utf8)) }
  }

  @Test(arguments: [
    URLEncoding.default as any ParameterEncoding, JSONEncoding.default, PropertyListEncoding.default,
    URLEncoding.httpBody,
  ])
  func parametersNeverReplaceABody(_ encoding: any ParameterEncoding) async throws {
    let transport = StubTransport()
    let session = Session.stubbed(transport)
    let context = Posting(session: session, defaultParameters: ["key": "1"], encoding: encoding)
    let modified = session.request("http://stub/", method: .post, parameters: ["a": 1], encoding: encoding) {
      $0.body = .data(Data("own".utf8))
    }
    for error in [await context.response.error, await modified.serializingData().response.error] {
      guard case .parameterEncodingFailed(.bodyAlreadySet) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(transport.startCount == 0)
  }

  @Test func parametersInTheQueryGoWithABody() async throws {
    let transport = StubTransport()
    let context = Posting(
      session: .stubbed(transport), defaultParameters: ["key": "1"], encoding: URLEncoding.queryString)
    #expect(try await context.value == "stub")
    #expect(transport.hops.map(\.url.query) == ["key=1"])
    #expect(transport.hops.map(\.body) == [.data(Data("own".utf8))])
  }

  @Test func encodersNeverReplaceABodyEither() throws {
    var message = try OutgoingRequest.to(.post)
    message.body = .data(Data("own".utf8))
    for encoder in [JSONParameterEncoder.default as any ParameterEncoder, URLEncodedFormParameterEncoder.default] {
      do {
        _ = try encoder.encode(["a": 1], into: message)
        Issue.record("no error")
      } catch ParameterEncoderFailure.bodyAlreadySet {
      }
    }
    #expect(try URLEncoding.httpBody.encode(message, with: [:]).bodyText == "own")
  }

  // MARK: Promises

  private func same<Value>(_ value: Value) -> Value { value }

  @Test func theValueOfAPromiseCanBePassedAnywhere() async throws {
    let promise = Promise.value(3)
    #expect(same(try await promise.value) == 3)
    #expect(String(describing: try await promise.value) == "3")
    let values = [try await promise.value, try await promise.value(automaticallyCancelling: true)]
    #expect(values == [3, 3])
  }

  // MARK: The main actor

  @MainActor private final class Model {
    var texts: [String] = []
    let gate = Gate()

    func show(_ response: ClientResponse<String>) { texts.append(response.value ?? "") }
  }

  @MainActor @Test func handlersMayUseTheMainActorsState() async {
    let model = Model()
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    request.onHTTPResponse(on: .main, perform: onMainActor { model.texts.append("\($0.statusCode)") })
      .responseString(queue: .main, completionHandler: onMainActor(model.show))
      .responseData(queue: .main, completionHandler: onMainActor { model.texts.append("\($0.data?.count ?? 0)") })
      .response(
        queue: .main,
        completionHandler: onMainActor { _ in
          model.texts.append("end")
          model.gate.open()
        })
    request.resume()
    await model.gate.wait()
    #expect(model.texts == ["200", "stub", "4", "end"])
  }

  @MainActor @Test func streamsMayUseTheMainActorsState() async {
    let model = Model()
    let request = Session.stubbed(StubTransport()).streamRequest("http://stub/")
    request.responseStreamString(
      on: .main,
      stream: onMainActor { stream in
        model.texts.append(stream.value ?? "end")
        if stream.completion != nil { model.gate.open() }
      })
    await model.gate.wait()
    #expect(model.texts == ["st", "ub", "end"])
  }
}
