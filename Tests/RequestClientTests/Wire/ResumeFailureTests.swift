import Foundation
import RequestClient
import TestSupport
import Testing

/// Responses to a resumed download that are not its rest must not touch the partial file.
@Suite(.timeLimit(.minutes(1)))
struct ResumeFailureTests {
  let session = Session.plain()

  private static let beginning = "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n01234"
  private static let restHead = "HTTP/1.1 206 Partial Content\r\nETag: \"one\"\r\nContent-Range: bytes 5-9/10\r\n"

  /// Sends the beginning, then `replies` to as many requests, then the rest.
  private func server(_ replies: String...) throws -> RawServer {
    let requests = Recorder<Void>()
    return try RawServer { client in
      while true {
        try client.readHead()
        let number = requests.recordNumbered(())
        if number == 0 { return try client.send(Self.beginning) }
        if number > replies.count { return try client.send(Self.restHead + "Content-Length: 5\r\n\r\n56789") }
        try client.send(replies[number - 1])
        // A body that is cut off ends with its connection.
        if replies[number - 1].contains("Content-Length: 5") { return }
      }
    }
  }

  private func part(_ server: RawServer) async throws -> (data: Data, file: String) {
    let response = await session.download(server.url).serializingDownloadedFileURL().response
    let data = try #require(response.resumeData)
    return (data, try #require(response.fileURL?.path))
  }

  private func resumed(_ data: Data, validates: Bool = false) async -> ClientDownloadResponse<Data> {
    let request = session.download(resumingWith: data)
    if validates { request.validate() }
    return await request.serializingData().response
  }

  private func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  private func expectWhole(_ data: Data?) async throws {
    let whole = await resumed(try #require(data))
    #expect(whole.response?.status.code == 206)
    #expect(whole.value == Data("0123456789".utf8))
    #expect(whole.resumeData == nil)
    try FileManager.default.removeItem(at: try #require(whole.fileURL))
  }

  @Test(arguments: [202, 204, 401, 403, 404, 429, 500, 503], [false, true])
  func anotherStatusLeavesThePartAndItsResumeData(_ status: Int, validates: Bool) async throws {
    let body = status == 204 ? "" : "busy"
    let length = status == 204 ? "" : "Content-Length: 4\r\n"
    let server = try server("HTTP/1.1 \(status) No\r\nETag: \"one\"\r\n\(length)\r\n\(body)")
    let part = try await part(server)
    let other = await resumed(part.data, validates: validates)
    #expect(other.response?.status.code == status)
    #expect(try text(part.file) == "01234")
    #expect(other.fileURL?.path != part.file)
    if let file = other.fileURL {
      #expect(try text(file.path) == body)
      try FileManager.default.removeItem(at: file)
    }
    try await expectWhole(other.resumeData)
  }

  @Test func aRedirectThatIsNotFollowedLeavesThePart() async throws {
    let server = try server("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 4\r\n\r\nmove")
    let part = try await part(server)
    let request = session.download(resumingWith: part.data, redirector: .doNotFollow)
    let other = await request.serializingData().response
    #expect(other.value == Data("move".utf8))
    #expect(try text(part.file) == "01234")
    try FileManager.default.removeItem(at: try #require(other.fileURL))
    try await expectWhole(other.resumeData)
  }

  @Test func anErrorBodyThatIsCutOffLeavesThePart() async throws {
    let server = try server("HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nbus")
    let part = try await part(server)
    let other = await resumed(part.data)
    expect(other.error) { if case .connectionLost = $0 { true } else { false } }
    #expect(other.fileURL == nil)
    #expect(try text(part.file) == "01234")
    try await expectWhole(other.resumeData)
  }

  @Test func aFailureOfTheFullDownloadAfterAnUnusableRangeLeavesThePart() async throws {
    let server = try server(
      "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy")
    let part = try await part(server)
    let other = await resumed(part.data, validates: true)
    #expect(other.timeline.hops.map(\.status) == [416, 503])
    #expect(try text(part.file) == "01234")
    try FileManager.default.removeItem(at: try #require(other.fileURL))
    try await expectWhole(other.resumeData)
  }

  @Test func aRetryAfterAnErrorStatusContinuesThePart() async throws {
    let server = try server("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy")
    let part = try await part(server)
    let whole = await session.download(resumingWith: part.data).validate().retry { _, _, _ in .retry }
      .serializingData().response
    #expect(whole.value == Data("0123456789".utf8))
    #expect(whole.fileURL?.path == part.file)
    try FileManager.default.removeItem(atPath: part.file)
  }

  @Test func aRestOfAnotherLengthThanItsRangeIsAnErrorAndLeavesThePart() async throws {
    let server = try server(Self.restHead + "Transfer-Encoding: chunked\r\n\r\n3\r\n567\r\n0\r\n\r\n")
    let part = try await part(server)
    let short = await resumed(part.data)
    expect(short.error) { if case .protocolError = $0 { true } else { false } }
    try await expectWhole(short.resumeData)
  }

  @Test func cancellingAResumedDownloadKeepsThePart() async throws {
    let requests = Recorder<Void>()
    let server = try RawServer { client in
      try client.readHead()
      switch requests.recordNumbered(()) {
      case 0: try client.send(Self.beginning)
      case 1:
        try client.send(Self.restHead + "Content-Length: 5\r\n\r\n56")
        client.waitForEnd()
      default: try client.send(Self.restHead + "Content-Length: 5\r\n\r\n56789")
      }
    }
    let part = try await part(server)
    let request = session.download(resumingWith: part.data)
    request.downloadProgress { _ in request.cancel() }
    let cancelled = await request.serializingData().response
    expect(cancelled.error) { $0.isExplicitlyCancelled }
    #expect(try text(part.file).hasPrefix("01234"))
    try await expectWhole(cancelled.resumeData)
  }
}
