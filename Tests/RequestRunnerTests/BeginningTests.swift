import Foundation
import RequestClient
import TestSupport
import Testing

@testable import RequestRunner

/// A body is told of while it comes.
@Suite(.timeLimit(.minutes(1)))
struct BeginningTests {
  @Test func aFirstPieceThatIsHeardOfBeforeItsHeadIsTold() async throws {
    let (heads, beginnings) = (Recorder<ResponseHead>(), Recorder<String>())
    let (hasPiece, isTold) = (Gate(), Gate())
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      isTold.waitOnThread()
    }
    let request = Session().request(server.url)
      .onResponseHead { heads.record($0) }
      .downloadProgress { _ in hasPiece.open() }
      .response { _ in }
    await hasPiece.wait()
    let head = await heads.values(count: 1)[0]
    let body = PartialBodyPublisher(of: request, Flag()) { _, body in
      beginnings.record(String(decoding: body, as: UTF8.self))
    }
    body.grew()
    body.begin(head)
    #expect(await beginnings.values(count: 1) == ["half"])
    isTold.open()
  }
}
