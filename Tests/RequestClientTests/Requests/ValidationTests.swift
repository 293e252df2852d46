import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ValidationTests {
  private struct Mine: Error {}

  private func end(
    _ kind: KindOfRequest, _ responses: StubResponse..., interceptor: (any RequestInterceptor)? = nil,
    _ change: (any Request) -> Void
  ) async -> any Request {
    let transport = StubTransport { _, number in responses[min(number, responses.count - 1)] }
    let session = Session.stubbed(transport)
    let request = kind.request(in: session, interceptor: interceptor)
    change(request)
    await request.core.end()
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
    return request
  }

  @Test(arguments: KindOfRequest.allCases)
  func withoutValidationAnyStatusIsAResponse(_ kind: KindOfRequest) async {
    let request = await end(kind, .status(404, "no")) { _ in }
    #expect(request.error == nil)
    #expect(request.response?.status == .notFound)
  }

  @Test(arguments: KindOfRequest.allCases, [199, 200, 299, 300, 404])
  func theDefaultAcceptsTheTwoHundreds(_ kind: KindOfRequest, _ status: Int) async {
    let request = await end(kind, .status(status, "x")) { $0.validate() }
    #expect(request.error?.responseCode == ((200..<300).contains(status) ? nil : status))
  }

  @Test(arguments: KindOfRequest.allCases)
  func anEmptySequenceAcceptsNoStatus(_ kind: KindOfRequest) async {
    let request = await end(kind, .status(201, "x")) { $0.validate(statusCode: []) }
    #expect(request.error?.responseCode == 201)
  }

  @Test(arguments: KindOfRequest.allCases)
  func theDefaultAcceptsTheTypesInAccept(_ kind: KindOfRequest) async {
    let accepting = Adapter { request, _ in
      var request = request
      request.headers.append(HTTPHeader("Accept", "application/json;q=0.5, text/html"))
      return request
    }
    let reply = StubResponse(headers: [HTTPHeader("Content-Type", "text/plain; charset=utf-8")], chunks: ["x"])
    let request = await end(kind, reply, interceptor: accepting) { $0.validate() }
    #expect(request.error?.responseContentType == "text/plain; charset=utf-8")
    #expect(request.error?.acceptableContentTypes == ["application/json;q=0.5", "text/html"])
    let json = StubResponse(headers: [HTTPHeader("Content-Type", "application/json; charset=utf-8")], chunks: ["1"])
    #expect(await end(kind, json, interceptor: accepting) { $0.validate() }.error == nil)
  }

  @Test func anEmptyBodyIsOfAnyType() async {
    let reply = StubResponse(headers: [HTTPHeader("Content-Type", "text/plain")])
    let request = await end(.data, reply) { $0.validate(contentType: ["application/json"]) }
    #expect(request.error == nil)
  }

  @Test func aMissingTypePassesOnlyWhereAnyDoes() async {
    let request = await end(.data, .ok("x")) { $0.validate(contentType: ["text/*", "application/json"]) }
    guard case .responseValidationFailed(.missingContentType(["application/json", "text/*"])) = request.error else {
      Issue.record("\(String(describing: request.error))")
      return
    }
    #expect(await end(.data, .ok("x")) { $0.validate(contentType: ["*/*"]) }.error == nil)
  }

  @Test(arguments: KindOfRequest.allCases)
  func theFirstFailingValidatorEndsValidation(_ kind: KindOfRequest) async {
    let calls = Recorder<Int>()
    let check: @Sendable (Int) -> Result<Void, any Error> = { number in
      calls.record(number)
      return number == 2 ? .failure(Mine()) : .success(())
    }
    let request = await end(kind, .ok("body")) { request in
      for number in 1...3 {
        switch request {
        case let request as DataRequest:
          request.validate { message, _, data in
            #expect(message != nil && data == Data("body".utf8))
            return check(number)
          }
        case let request as DownloadRequest:
          request.validate { _, _, file in
            #expect(file.flatMap { try? Data(contentsOf: $0) } == Data("body".utf8))
            return check(number)
          }
        case let request as DataStreamRequest:
          request.validate { _, response in
            #expect(response.status == .ok)
            return check(number)
          }
        default: break
        }
      }
    }
    #expect(calls.values == [1, 2])
    guard case .responseValidationFailed(.customValidationFailed(is Mine)) = request.error else {
      Issue.record("\(String(describing: request.error))")
      return
    }
  }

  @Test(arguments: KindOfRequest.allCases)
  func aFailureOfTheTransportLeavesNothingToCheck(_ kind: KindOfRequest) async {
    let calls = Recorder<Int>()
    let request = await end(kind, .failure()) { request in
      request.core.addValidator { _, _, _ in
        calls.record(1)
        return .success(())
      }
    }
    guard case .refused = request.error else {
      Issue.record("\(String(describing: request.error))")
      return
    }
    #expect(calls.values.isEmpty)
  }

  @Test(arguments: KindOfRequest.allCases)
  func aFailedCheckMayBeRetried(_ kind: KindOfRequest) async {
    let asked = Recorder<Int>()
    let retrier = Retrier { _, _, error in
      asked.record(error.responseCode ?? 0)
      return .retryWithDelay(.zero)
    }
    let request = await end(kind, .status(503, "busy"), .ok("done"), interceptor: retrier) { $0.validate() }
    #expect(asked.values == [503])
    #expect(request.error == nil)
    #expect(request.downloadProgress.completed == 4)
  }

  @Test func aValidatorAddedLastStillRunsFirst() async {
    let order = Recorder<String>()
    let session = Session.stubbed(StubTransport(.status(500, "x")))
    session.request("http://stub/", shouldAutomaticallyResume: false)
      .responseString { order.record($0.error?.responseCode == 500 ? "failed" : "passed") }
      .validate().resume()
    #expect(await order.values(count: 1) == ["failed"])
  }
}
