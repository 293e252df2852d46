import DemoServer
import MockServer
import RequestModel
import TestSupport
import Testing

/// Paths that the demo server leaves to the examples of collections.
@Suite struct ExamplePathTests {
  /// Sends a request to this machine, or to another host, and returns the response and the requested paths.
  private func get(_ path: String, host: String = "127.0.0.1") async throws -> (RawResponse, asked: [String]) {
    let asked = Recorder<String>()
    let server = DemoServer { request in
      asked.record(request.target)
      guard request.path == "/v1/teas" else { return nil }
      return MockReply(
        status: 201, headers: [Header("Server", "shop")], body: .bytes(Array("tea".utf8)), source: "teas")
    }
    let client = Client(port: try await server.start())
    let head = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    let response = try #require(RawResponse(try await client.exchange(Array(head.utf8))))
    await server.stop()
    return (response, asked.values)
  }

  @Test func aPathWithoutARouteHasTheResponseOfItsExample() async throws {
    let (response, asked) = try await get("/v1/teas?page=1")
    #expect(response.status == 201 && response.text == "tea" && response["Server"] == "shop")
    #expect(asked == ["/v1/teas?page=1"])
  }

  @Test func routesComeBeforeExamples() async throws {
    let (response, asked) = try await get("/get")
    #expect(response.status == 200 && asked == [])
  }

  @Test func aPathThatNobodyHasIsNamed() async throws {
    let (response, asked) = try await get("/v1/coffee")
    #expect(response.status == 404 && asked == ["/v1/coffee"])
    #expect(
      response.text.contains(
        "The demo server has no /v1/coffee, and no request of the collections has it — see / for a list"))
  }

  /// A web page can resolve its own name to this machine, and must not read the examples.
  @Test func anotherHostGetsNoExamples() async throws {
    let (response, asked) = try await get("/v1/teas", host: "page.example")
    #expect(response.status == 404 && asked == [])
  }
}
