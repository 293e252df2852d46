import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ContextTests {
  struct Echo: HostRequestType, GETRequestType, ResponseType {
    let host: String
    let path = "/get?page=1"
    let responseSerializer = DecodableResponseSerializer<EchoedRequest>()
    var headers: HTTPHeaders { [HTTPHeader("X-A", "own")] }
    var defaultHeaders: HTTPHeaders { [HTTPHeader("x-a", "default"), HTTPHeader("X-B", "default")] }
  }

  /// Like the workbench's: everything comes from the instance.
  struct Stored: RequestType, ResponseType {
    var method: HTTPRequest.Method
    var urlString: String
    var session: Session
    var content: HTTPBody?
    let responseSerializer = StringResponseSerializer()

    func body() -> HTTPBody? { content }
  }

  struct EchoedRequest: Decodable, Sendable {
    var args: [String: String]
    var headers: [String: String]
  }

  @Test func aDeclarationIsSentOnResumeAndTheRequestWins() async throws {
    let values = Recorder<ClientResponse<EchoedRequest>>()
    let context = Echo(host: try await TestServers.httpbin() + "/")
    let request = context.create { values.record($0) }
    #expect(request.state == .initialized)
    request.resume()
    let response = try #require(await values.values(count: 1).first?.value)
    #expect(response.args == ["page": "1"])
    #expect(response.headers["X-A"] == "own")
    #expect(response.headers["X-B"] == "default")
    #expect(context.session.configuration.startRequestsImmediately)
  }

  @Test func aStoredRequestIsAContext() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.readBody(2)
      try client.respond(body: "made")
    }
    let stored = Stored(
      method: .put, urlString: server.url + "/x", session: .plain(), content: .data(Data("hi".utf8)))
    let values = Recorder<String?>()
    stored.create { values.record($0.value) }.resume()
    #expect(await values.values(count: 1) == ["made"])
    #expect(server.received.first?.hasPrefix("PUT /x HTTP/1.1") == true)
  }

  @Test(arguments: [
    ("http://a", "b", "http://a/b"), ("http://a/", "/b", "http://a/b"), ("http://a/v1", "?x", "http://a/v1?x"),
    ("http://a", "", "http://a"),
  ])
  func hostAndPathAreJoinedByOneSlash(_ host: String, _ path: String, _ url: String) {
    struct Joined: HostRequestType, DELETERequestType {
      var host: String
      var path: String
    }
    let context = Joined(host: host, path: path)
    #expect(context.urlString == url)
    #expect(context.method == .delete)
  }
}
