import Foundation
import RequestClient
import TestSupport
import Testing

/// Fields that a server sends after the body.
@Suite(.timeLimit(.minutes(1)))
struct TrailerTests {
  private let session = Session.plain()
  private let http2 = Session.plain {
    $0.options.httpVersion = .http2PriorKnowledge
    $0.options.keepsWireLog = true
  }
  private static let fields: HTTPHeaders = [HTTPHeader("X-Sum", "42"), HTTPHeader("Set-Cookie", "a=1; b=2")]

  /// Sends chunks with trailers.
  private func chunkedServer() throws -> RawServer {
    try RawServer { client in
      while true {
        try client.readHead()
        try client.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5\r\nhello\r\n0\r\n"
            + "X-Sum: 42\r\nSet-Cookie: a=1;\r\n b=2\r\n\r\n")
      }
    }
  }

  /// A field of HPACK that is in no table.
  private static func field(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
  }

  /// Responds to the first stream of a connection with trailers.
  private func http2Server() throws -> RawServer {
    try RawServer { client in
      try client.acceptHTTP2()
      try client.readHTTP2Stream()
      // `:status: 200`
      try client.send(RawConnection.frame(1, flags: 4, stream: 1, [0x88]))
      try client.send(RawConnection.frame(0, stream: 1, Array("hello".utf8)))
      let trailers = Self.field("x-sum", "42") + Self.field("grpc-status", "0")
      try client.send(RawConnection.frame(1, flags: 5, stream: 1, trailers))
      client.waitForEnd()
    }
  }

  private func receivedLines(_ response: ClientResponse<Data>) -> [String] {
    response.timeline.hops.flatMap(\.wire).filter { $0.kind == .receivedHead }.map(\.text)
  }

  @Test func thoseOfChunksFollowTheBodyAndChangeNothingInTheHead() async throws {
    let server = try chunkedServer()
    let session = Session.plain {
      $0.cookieJar = CookieJar()
      $0.options.keepsWireLog = true
    }
    for _ in 0..<2 {
      let response = await session.request(server.url).serializingData().response
      #expect(response.error == nil && response.data == Data("hello".utf8))
      #expect(response.trailers == Self.fields)
      #expect(response.head?.headers.map(\.name) == ["Transfer-Encoding", "Trailer"])
      #expect(response.timeline.hops.map(\.trailers) == [Array(Self.fields)])
      #expect(
        receivedLines(response) == [
          "HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Trailer: X-Sum", "", "X-Sum: 42", "Set-Cookie: a=1;",
          " b=2",
        ])
    }
    #expect(session.configuration.cookieJar?.isEmpty == true)
  }

  @Test func theyAreReceivedWithoutAWireLogAndByStreams() async throws {
    let server = try chunkedServer()
    #expect(await session.request(server.url).serializingData().response.trailers == Self.fields)
    let completed = Recorder<HTTPHeaders>()
    session.streamRequest(server.url).responseStream { stream in
      if case .complete(let completion) = stream.event { completed.record(completion.trailers) }
    }
    #expect(await completed.values(count: 1) == [Self.fields])
  }

  @Test func thoseOfHTTP2FollowTheBody() async throws {
    let server = try http2Server()
    let response = await http2.request(server.url).serializingData().response
    #expect(response.error == nil && response.data == Data("hello".utf8))
    #expect(response.trailers == [HTTPHeader("x-sum", "42"), HTTPHeader("grpc-status", "0")])
    #expect(response.head?.headers == [])
    #expect(receivedLines(response).suffix(2) == ["x-sum: 42", "grpc-status: 0"])
  }
}
