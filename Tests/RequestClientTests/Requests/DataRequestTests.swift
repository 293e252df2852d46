import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DataRequestTests {
  let session = Session()

  @Test func aGetHasStatusHeadersBodyAndTimeline() async throws {
    let url = try await TestServers.httpbin() + "/get?page=1"
    let response = await session.request(url, headers: [HTTPHeader("X-Trace", "7")]).serializingString().response
    #expect(response.error == nil)
    #expect(response.response?.status == .ok)
    #expect(response.value?.contains(#""X-Trace":"7""#) == true)
    #expect(response.head?.headers.first("content-type") == "application/json")
    #expect(response.timeline.hops.count == 1)
    let hop = try #require(response.timeline.hops.first)
    #expect(hop.status == 200)
    #expect(hop.received.body == response.data?.count)
    #expect(hop.connection?.httpVersion == "HTTP/1.1")
  }

  @Test func aResponseWithoutABodyHasNoData() async throws {
    let response = await session.request(try await TestServers.httpbin() + "/status/204").serializingResponse().response
    #expect(response.response?.status.code == 204)
    #expect(response.data == nil)
    #expect(try response.result.get() == nil)
  }

  @Test func handlersRunOnceInTheOrderTheyWereAdded() async throws {
    let order = Recorder<Int>()
    let request = session.request(try await TestServers.httpbin() + "/get", shouldAutomaticallyResume: false)
    for index in 0..<50 { request.responseString { _ in order.record(index) } }
    request.resume()
    #expect(await order.values(count: 50) == Array(0..<50))
  }
}
