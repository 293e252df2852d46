import Foundation
import RequestClient
import TestSupport
import Testing

/// A response to a body that the server does not read to its end.
@Suite(.timeLimit(.minutes(1)))
struct RejectedUploadTests {
  private let session = Session.plain()
  private let http2 = Session.plain { $0.options.httpVersion = .http2PriorKnowledge }
  private static let answer = String(repeating: "x", count: 50_000)

  /// The response takes several reads, and the connection is reset meanwhile because most of the body is unread.
  @Test(arguments: ["413 Content Too Large\r\nConnection: close", "413 Content Too Large", "200 OK"])
  func itIsCompleteThoughTheConnectionIsReset(_ head: String) async throws {
    let hasHead = DispatchSemaphore(value: 0)
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 \(head)\r\nContent-Length: \(Self.answer.utf8.count)\r\n\r\n\(Self.answer)")
      hasHead.wait()
    }
    let response = await session.upload(Data(count: 50_000_000), to: server.url)
      .onResponseHead { _ in hasHead.signal() }.serializingData().response
    #expect(response.error == nil)
    #expect(response.statusCode == Int(head.prefix(3)))
    #expect(response.data == Data(Self.answer.utf8))
    #expect(response.timeline.hops.map(\.failure) == [nil])
  }

  /// libcurl 7.88 drops a response that arrives together with the end of its stream.
  @Test func oneThatIsLostOverHTTP2IsNamed() async throws {
    let server = try RawServer { client in
      try client.acceptHTTP2()
      try client.readHTTP2Stream()
      // `:status: 413` by the name of the static table, `no`, and a reset without an error.
      let head = RawConnection.frame(1, flags: 4, stream: 1, [0x08, 3] + Array("413".utf8))
      let body = RawConnection.frame(0, flags: 1, stream: 1, Array("no".utf8))
      try client.send(head + body + RawConnection.frame(3, stream: 1, [0, 0, 0, 0]))
      client.waitForEnd()
    }
    let response = await http2.upload(Data(count: 5_000_000), to: server.url).serializingData().response
    if response.error == nil {
      // Later versions of libcurl keep it.
      #expect(response.statusCode == 413 && response.data == Data("no".utf8))
    } else {
      #expect(
        response.error?.description == "The transfer failed: the server ended the request before all of it was sent, "
          + "and libcurl lost the response — send with HTTP/1.1 to see it (libcurl 92)")
    }
  }
}
