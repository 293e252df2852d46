import Foundation
import RequestClient
import TestSupport
import Testing

/// An explicit `Content-Length` or `Transfer-Encoding` cannot smuggle requests.
@Suite(.timeLimit(.minutes(1)))
struct FramingTests {
  let session = Session.plain()

  private static let hello = HTTPBody.data(Data("hello".utf8))
  private static let unknown = HTTPBody.stream(BodyStream { AsyncStream { $0.finish() } })

  private func server() throws -> RawServer {
    try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(body: "done")
      }
    }
  }

  @Test(
    arguments: [
      (HTTPMethod.post, hello, [HTTPHeader("Content-Length", "3")], HTTPHeader.Problem.wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("content-length", "50")], .wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("Content-Length", "+5")], .wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("Content-Length", "05")], .wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("Content-Length", "5, 5")], .wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("Content-Length", "")], .wrongLength(body: 5)),
      (.post, hello, [HTTPHeader("Content-Length", "5"), HTTPHeader("Content-Length", "5")], .secondLength),
      (.post, hello, [HTTPHeader("Content-Length", "5"), HTTPHeader("Transfer-Encoding", "chunked")], .secondLength),
      (
        .post, hello, [HTTPHeader("Transfer-Encoding", "chunked"), HTTPHeader("transfer-encoding", "chunked")],
        .secondLength
      ),
      (.post, hello, [HTTPHeader("Transfer-Encoding", "gzip, chunked")], .transferEncoding),
      (.post, hello, [HTTPHeader("Transfer-Encoding", "identity")], .transferEncoding),
      (.post, hello, [HTTPHeader("Transfer-Encoding", "xchunked")], .transferEncoding),
      (.post, unknown, [HTTPHeader("Content-Length", "5")], .wrongLength(body: nil)),
      (.get, nil, [HTTPHeader("Content-Length", "5")], .wrongLength(body: 0)),
      (.get, nil, [HTTPHeader("Transfer-Encoding", "chunked")], .transferEncoding),
    ] as [(HTTPMethod, HTTPBody?, [HTTPHeader], HTTPHeader.Problem)])
  func contradictoryFramingIsRejectedBeforeSending(
    _ method: HTTPMethod, _ body: HTTPBody?, _ headers: [HTTPHeader], _ problem: HTTPHeader.Problem
  ) async throws {
    let server = try server()
    let response = await session.request(server.url, method: method, headers: HTTPHeaders(headers), body: body)
      .serializingResponse().response
    expect(response.error) { if case .invalidHeader(_, problem) = $0 { true } else { false } }
    #expect(response.timeline.hops.isEmpty && server.received.isEmpty)
    // The same for adapters and HTTP/2.
    let adapted = await session.request(
      server.url, method: method, body: body, options: .with { $0.httpVersion = .http2PriorKnowledge }
    ).adapt { message, _ in
      var message = message
      message.headers += headers
      return message
    }.serializingResponse().response
    expect(adapted.error) { if case .invalidHeader(_, problem) = $0 { true } else { false } }
    #expect(server.received.isEmpty)
  }

  @Test(arguments: [
    (hello, HTTPHeader("Content-Length", "5"), "Content-Length: 5"),
    (hello, HTTPHeader("Transfer-Encoding", "chunked"), "Transfer-Encoding: chunked"),
    (unknown, HTTPHeader("Transfer-Encoding", "Chunked"), "Transfer-Encoding: Chunked"),
  ])
  func correctFramingIsSentOnce(_ body: HTTPBody, _ header: HTTPHeader, _ line: String) async throws {
    let server = try RawServer { client in
      let head = try client.readHead()
      if head.contains("Transfer-Encoding") {
        while try client.readBytes(1) != [UInt8(ascii: "0")] {}
        _ = try client.readBytes(4)
      } else {
        try client.readBody(5)
      }
      try client.respond(body: "done")
    }
    let response = await session.request(server.url, method: .put, headers: [header], body: body)
      .serializingString().response
    #expect(response.value == "done")
    let framing = server.received.first?.lines.filter { line in
      line.hasPrefix("Content-Length") || line.hasPrefix("Transfer-Encoding")
    }
    #expect(framing == [line])
  }

  @Test func aRedirectThatDropsTheBodyDropsItsLength() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(5)
      try client.respond("303 See Other", headers: ["Location: /next"])
      try client.readHead()
      try client.respond(body: "done")
    }
    let response = await session.request(
      server.url, method: .post, headers: [HTTPHeader("Content-Length", "5")], body: Self.hello
    ).serializingString().response
    #expect(response.value == "done")
    #expect(server.received.last?.contains("Content-Length") == false)
  }

  @Test func theSentenceNamesHeaderAndBody() {
    let header = HTTPHeader("Content-Length", "3")
    #expect(
      RequestError.invalidHeader(header, .wrongLength(body: 5)).description
        == "Content-Length: 3 is not the length of the body, which is 5 — remove the header")
  }
}
