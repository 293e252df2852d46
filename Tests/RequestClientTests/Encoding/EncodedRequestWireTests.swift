import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EncodedRequestWireTests {
  private let session = Session.plain()

  @Test func aQueryIsSentAsEncoded() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond()
    }
    let request = try URLEncoding.default.encode(
      OutgoingRequest(url: RequestURL(server.url + "/p?q=[x]")), with: ["a b": ["é+", "/?"]])
    #expect(await session.request(request).serializingResponse().response.error == nil)
    #expect(server.received.first?.lines.first == "GET /p?q=[x]&a%20b%5B%5D=%C3%A9%2B&a%20b%5B%5D=/? HTTP/1.1")
  }

  @Test func aFormIsSentWithItsTypeAndEchoedAsJSON() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(7)
      try client.respond(headers: ["Set-Cookie: a=1", "Set-Cookie: b=2"], body: #"{"form": ["a", 1]}"#)
    }
    let request = try URLEncodedFormParameterEncoder.default.encode(
      ["a": "b", "c": "d"], into: OutgoingRequest(method: .post, url: RequestURL(server.url)))
    let response = await session.request(request)
      .serializingResponse(using: JSONResponseSerializer()).response
    #expect(server.received.first?.contains("Content-Type: application/x-www-form-urlencoded; charset=utf-8") == true)
    #expect(server.received.last == "a=b&c=d")
    #expect(response.value?["form", 1] == 1)
    #expect(response.value?["form", 2].error?.reason == .indexOutOfRange(count: 2))
    #expect(response.head.map { HTTPHeaders($0.headers).values(for: "set-cookie") } == ["a=1", "b=2"])
  }
}
