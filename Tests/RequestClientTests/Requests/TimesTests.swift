import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TimesTests {
  @Test func fourTimesMakeFourDurations() {
    let start = ContinuousClock.now
    var times = RequestTimes(
      requestStarted: start, initialResponse: start + .seconds(1), requestCompleted: start + .seconds(3),
      serializationCompleted: start + .seconds(7))
    #expect(times.latency == .seconds(1))
    #expect(times.requestDuration == .seconds(3))
    #expect(times.serializationDuration == .seconds(4))
    #expect(times.totalDuration == .seconds(7))
    times.initialResponse = nil
    #expect(times.latency == .seconds(3))
    #expect(RequestTimes().totalDuration == .zero)
  }

  @Test func aResponseHasItsTimesInOrder() async throws {
    let times = await Session.stubbed(StubTransport()).request("http://stub/").serializingString().response.times
    let moments = [times.requestStarted, times.initialResponse, times.requestCompleted, times.serializationCompleted]
    #expect(try moments.map { try #require($0) } == moments.compactMap(\.self).sorted())
  }

  @Test func aRetryRestartsTheClock() async throws {
    let asked = Recorder<ContinuousClock.Instant>()
    let session = Session.stubbed(StubTransport(.failure(), .ok()))
    let retrier = Retrier { _, _, _ in
      asked.record(.now)
      return .retry
    }
    let response = await session.request("http://stub/", interceptor: retrier).serializingData().response
    let (start, end) = (try #require(response.times.requestStarted), try #require(asked.values.first))
    #expect(start >= end)
  }

  @Test func aFailureWithoutAResponseHasItsEndTime() async {
    let session = Session.stubbed(StubTransport(.redirect(to: "/")))
    let response = await session.request("http://stub/").serializingData().response
    guard case .tooManyRedirects = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.times.requestCompleted != nil)
    #expect(response.times.requestDuration >= response.times.latency)
  }

  @Test(arguments: [2, 2_000_000])
  func theServersTimeIsWaitingAlsoAfterABody(size: Int) async throws {
    let (hasBody, mayRespond) = (Gate(), Gate())
    defer { mayRespond.open() }
    let server = try RawServer { client in
      if try client.readHead().contains("Expect: 100-continue") { try client.send("HTTP/1.1 100 Continue\r\n\r\n") }
      _ = try client.readBytes(size)
      hasBody.open()
      mayRespond.waitOnThread()
      try client.respond(body: "done")
    }
    let other = try RawServer { client in
      _ = try client.readHead()
      try client.respond(body: "other")
    }
    let session = Session.plain()
    let task = session.request(server.url, method: .post, body: .data(Data(repeating: 0x20, count: size)))
      .serializingString()
    await hasBody.wait()
    // The transport's thread serves another request only after it has recorded that the body was sent.
    _ = try await session.request(other.url).serializingString().value
    let sent = ContinuousClock.now
    _ = try await session.request(other.url).serializingString().value
    let responded = ContinuousClock.now
    mayRespond.open()
    let phases = try #require(await task.response.timeline.hops.first?.phases)
    #expect(try #require(phases.wait) >= sent.duration(to: responded))
    #expect(try #require(phases.receive) <= responded.duration(to: .now))
  }

  @Test func onlySerializersTakeTime() async {
    let session = Session.stubbed(StubTransport())
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    let (plain, text) = (request.serializingResponse(), request.serializingString())
    request.resume()
    #expect(await plain.response.serializationDuration == .zero)
    #expect(await text.response.serializationDuration > .zero)
    let file = await session.download("http://stub/").serializingDownloadedFileURL().response
    if let url = file.fileURL { try? FileManager.default.removeItem(at: url) }
  }

  @Test func aRequestDescribesItself() async {
    let gate = Gate()
    let transport = StubTransport(.waiting(for: gate))
    let session = Session.stubbed(transport)
    let request = session.request("http://stub/path", method: .put, shouldAutomaticallyResume: false)
    #expect(request.description == "No request made yet")
    let reply = request.serializingData()
    request.resume()
    _ = await transport.hops(count: 1)
    #expect(request.description == "PUT http://stub/path")
    gate.open()
    _ = await reply.response
    #expect(request.description == "PUT http://stub/path (200)")
  }
}
