import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseTests {
  private struct Mine: Error {}

  private let reply = StubResponse(headers: [HTTPHeader("X-Trace", "7")], chunks: ["abc"])
  private var session: Session { .stubbed(StubTransport(reply)) }

  @Test(arguments: [true, false])
  func aResponseHasEverythingKnownAboutTheExchange(_ succeeds: Bool) async {
    let session = session
    let response = await session.request("http://stub/a").validate(statusCode: [succeeds ? 200 : 1])
      .serializingString().response
    #expect(response.request?.url.path == "/a")
    #expect(response.response?.status == .ok)
    #expect(response.head?.headers.first("x-trace") == "7")
    #expect(response.data == Data("abc".utf8))
    #expect(response.timeline.hops.count == 1)
    #expect(response.times.requestCompleted != nil)
    #expect(response.serializationDuration > .zero)
    #expect(response.value == (succeeds ? "abc" : nil))
    #expect(response.error?.responseCode == (succeeds ? nil : 200))
  }

  @Test(arguments: [true, false])
  func aDownloadsResponseHasItsFileToo(_ succeeds: Bool) async throws {
    let session = session
    let response = await session.download("http://stub/a").validate(statusCode: [succeeds ? 200 : 1])
      .serializingString().response
    #expect(response.request?.url.path == "/a")
    #expect(response.response?.status == .ok)
    #expect(response.resumeData == nil)
    let file = try #require(response.fileURL)
    #expect(try Data(contentsOf: file) == Data("abc".utf8))
    #expect(response.value == (succeeds ? "abc" : nil))
    #expect(response.error?.responseCode == (succeeds ? nil : 200))
    try FileManager.default.removeItem(at: file)
  }

  @Test func aDownloadsResponseMapsAndKeepsTheRest() async throws {
    let session = session
    let response = await session.download("http://stub/").serializingString().response
    #expect(response.map(\.count).value == 3)
    #expect(response.map(\.count).fileURL == response.fileURL)
    #expect(response.tryMap { Int($0.count) }.value == 3)
    #expect(response.tryMap { _ -> Int in throw Mine() }.error is Mine)
    #expect(response.mapError { _ in Mine() }.value == "abc")
    #expect(response.tryMapError { _ -> Mine in throw CancellationError() }.value == "abc")
    let failed = response.failing(with: .explicitlyCancelled)
    #expect(failed.map(\.count).error?.isExplicitlyCancelled == true)
    #expect(failed.tryMap(\.count).error?.asRequestError?.isExplicitlyCancelled == true)
    #expect(failed.mapError { _ in Mine() }.error != nil)
    #expect(failed.tryMapError { _ in Mine() }.error is Mine)
    #expect(failed.tryMapError { _ -> Mine in throw CancellationError() }.error is CancellationError)
    #expect(failed.head == response.head)
    try FileManager.default.removeItem(at: #require(response.fileURL))
  }

  @Test func otherErrorsBecomeTheDefault() {
    #expect(Mine().asRequestError == nil)
    #expect(Mine().asRequestError(or: .explicitlyCancelled).isExplicitlyCancelled)
    let own: any Error = RequestError.refused(host: "a", port: 1)
    guard case .refused(host: "a", port: 1) = own.asRequestError(or: .explicitlyCancelled) else {
      Issue.record("another error")
      return
    }
  }

  @Test(arguments: [
    RequestError.createRequestFailed(Mine()), .requestAdaptationFailed(Mine()), .invalidResumeData(Mine()),
    .streamSerializationFailed(Mine()), .streamHandlerFailed(Mine()),
    .downloadedFileMoveFailed(error: Mine(), source: URL(filePath: "/a"), destination: URL(filePath: "/b")),
    .requestRetryFailed(retryError: Mine(), originalError: .explicitlyCancelled),
    .responseValidationFailed(.customValidationFailed(Mine())),
    .responseSerializationFailed(.decodingFailed(Mine())),
    .responseSerializationFailed(.customSerializationFailed(Mine())),
    .responseSerializationFailed(.inputFileReadFailed(URL(filePath: "/a"), Mine())),
  ])
  func theUnderlyingErrorIsAvailable(_ error: RequestError) { #expect(error.underlyingError is Mine) }

  @Test func errorsHaveTheirDetails() {
    let types = RequestError.responseValidationFailed(.unacceptableContentType(acceptable: ["a/b"], received: "c/d"))
    #expect(types.acceptableContentTypes == ["a/b"])
    #expect(types.responseContentType == "c/d")
    #expect(
      RequestError.responseValidationFailed(.missingContentType(acceptable: ["a/b"])).acceptableContentTypes == ["a/b"])
    #expect(RequestError.responseValidationFailed(.unacceptableStatusCode(404)).responseCode == 404)
    #expect(
      RequestError.responseSerializationFailed(.stringSerializationFailed(encoding: "UTF-8")).failedStringEncoding
        == "UTF-8")
    #expect(RequestError.explicitlyCancelled.underlyingError == nil)
    #expect(RequestError.explicitlyCancelled.responseCode == nil)
  }
}
