import Foundation
import RequestClient
import TestSupport
import Testing

/// A server that does not accept `Expect: 100-continue` (RFC 9110, section 10.1.1).
@Suite(.timeLimit(.minutes(1)))
struct ExpectationFailedTests {
  private let session = Session.plain()
  private let headers: HTTPHeaders = [HTTPHeader("Expect", "100-continue"), HTTPHeader("X-Trace", "7")]

  /// Responds with 417 to messages with `Expect`, or to all, and reads the body of the others.
  private func server(always: Bool = false) throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead()
        let expects = head.contains("Expect: 100-continue")
        if !expects, head.contains("Content-Length: 5") { try client.readBody(5) }
        if expects || always {
          try client.respond("417 Expectation Failed", body: "no")
        } else {
          try client.respond(body: "done")
        }
      }
    }
  }

  @Test(arguments: [HTTPMethod.post, .put, .get])
  func theMessageIsRepeatedOnceWithoutExpect(_ method: HTTPMethod) async throws {
    let server = try server()
    let body = method == .get ? nil : HTTPBody.data(Data("hello".utf8))
    let response = await session.request(server.url, method: method, headers: headers, body: body)
      .serializingString().response
    #expect(response.value == "done")
    #expect(response.timeline.hops.map(\.status) == [417, 200])
    #expect(response.timeline.hops.last?.requestHeaders.first("Expect") == nil)
    #expect(response.timeline.hops.last?.requestHeaders.first("X-Trace") == "7")
  }

  @Test func aSecond417IsTheResponse() async throws {
    let server = try server(always: true)
    let response = await session.request(server.url, method: .post, headers: headers, body: .data(Data("hello".utf8)))
      .serializingString().response
    #expect(response.response?.status.code == 417)
    #expect(response.value == "no")
    #expect(server.received.filter { $0.hasPrefix("POST") }.count == 2)
  }

  @Test func a417ToABodyThatCannotBeSentAgainIsTheResponse() async throws {
    let server = try server()
    let stream = AsyncStream<Data> { continuation in
      continuation.yield(Data("hello".utf8))
      continuation.finish()
    }
    let response = await session.request(
      server.url, method: .post, headers: headers, body: .stream(BodyStream(stream, length: 5))
    ).serializingResponse().response
    #expect(response.error == nil)
    #expect(response.response?.status.code == 417)
    #expect(server.received.filter { $0.hasPrefix("POST") }.count == 1)
  }
}
