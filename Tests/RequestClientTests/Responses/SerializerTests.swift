import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SerializerTests {
  private func data(_ reply: StubResponse, method: HTTPMethod = .get) -> DataRequest {
    Session.stubbed(StubTransport(reply)).request("http://stub/", method: method)
  }

  private func download(_ reply: StubResponse) -> DownloadRequest {
    Session.stubbed(StubTransport(reply)).download("http://stub/")
  }

  /// A custom serializer that returns the text of the first element.
  private struct TagSerializer: ResponseSerializer {
    struct NoTag: Error {}

    func serialize(
      request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
    ) throws -> String {
      if let error { throw error }
      let text = String(decoding: data ?? Data(), as: UTF8.self)
      guard let match = text.firstMatch(of: /<(\w+)>(.*)<\/\1>/) else { throw NoTag() }
      return String(match.2)
    }
  }

  @Test func aCustomSerializerWorksForDataAndDownloads() async throws {
    let reply = StubResponse.ok("<a>tex", "t</a>")
    #expect(try await data(reply).serializingResponse(using: TagSerializer()).value == "text")
    let download = download(reply)
    #expect(try await download.serializingDownload(using: TagSerializer()).value == "text")
    try FileManager.default.removeItem(at: #require(download.fileURL))
    let failed = await data(.ok("none")).serializingResponse(using: TagSerializer()).response
    guard case .responseSerializationFailed(.customSerializationFailed(is TagSerializer.NoTag)) = failed.error else {
      Issue.record("\(String(describing: failed.error))")
      return
    }
  }

  @Test func textThatIsNotInItsEncodingIsAnError() async {
    let response = await data(.ok("grün")).serializingString(encoding: .ascii).response
    #expect(response.error?.failedStringEncoding != nil)
    #expect(response.data != nil)
  }

  @Test func aDecodingErrorIsReported() async {
    let response = await data(.ok("[1,")).serializingDecodable([Int].self).response
    guard case .responseSerializationFailed(.decodingFailed(is DecodingError)) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
  }

  @Test func aDownloadThatNeverBeganHasNoFile() async {
    let request = download(.failure())
    let response = await request.serializingDownloadedFileURL().response
    guard case .refused = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.fileURL == nil)
    #expect(request.fileURL == nil)
    #expect(throws: RequestError.self) {
      try URLResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: nil, error: nil)
    }
  }

  @Test func aFileThatIsGoneIsNamed() async throws {
    let file = URL(filePath: "/nowhere/at/all")
    let error = #expect(throws: RequestError.self) {
      try DataResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: file, error: nil)
    }
    guard case .responseSerializationFailed(.inputFileReadFailed(file, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func theXSSIPrefixIsRemoved() async throws {
    let prefix = PassthroughPreprocessor()
    #expect(try await data(.ok("[1]")).serializingData(dataPreprocessor: prefix).value == Data("[1]".utf8))
    for body in [")]}',\n[1]", "[1]"] {
      let request = data(.ok(body))
      let values = request.serializingDecodable([Int].self, dataPreprocessor: XSSIPreprocessor())
      #expect(try await values.value == [1])
    }
  }

  @Test func anEmptyResponseToHeadIsEmptyData() async throws {
    let request = data(.ok(), method: .head)
    #expect(try await request.serializingData(emptyBodies: .standard).value == Data())
    #expect(try await request.serializingResponse().value == nil)
  }

  @Test func theRuleForEmptyBodiesCanBeSet() async throws {
    let rule = EmptyBodyRule.only(statusCodes: [200], methods: [])
    #expect(try await data(.ok()).serializingString(emptyBodies: rule).value == "")
    let strict = await data(.status(204)).serializingString(emptyBodies: rule).response
    guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = strict.error else {
      Issue.record("\(String(describing: strict.error))")
      return
    }
  }

  @Test func anEmptyDownloadIsAnEmptyFile() async throws {
    let request = download(.status(204))
    let response = await request.serializingData().response
    #expect(response.value == Data())
    try FileManager.default.removeItem(at: #require(response.fileURL))
  }
}
