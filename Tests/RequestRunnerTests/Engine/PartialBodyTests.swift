import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Publishing a body while it arrives.
@Suite(.timeLimit(.minutes(1)))
struct PartialBodyTests {
  @Test func aFirstChunkReportedBeforeItsHeadIsPublished() async throws {
    let (heads, partialBodies) = (Recorder<ResponseHead>(), Recorder<String>())
    let (hasChunk, isPublished) = (Gate(), Gate())
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      isPublished.waitOnThread()
    }
    let request = Session().request(server.url)
      .onResponseHead { heads.record($0) }
      .downloadProgress { _ in hasChunk.open() }
      .response { _ in }
    await hasChunk.wait()
    let head = await heads.values(count: 1)[0]
    let body = PartialBodyPublisher(of: request, mask: LiveMask()) { event in
      guard case .partialBody(let body) = event else { return }
      partialBodies.record(String(decoding: body.response.body, as: UTF8.self))
    }
    body.grow()
    body.begin(head)
    #expect(await partialBodies.values(count: 1) == ["half"])
    isPublished.open()
  }
}
