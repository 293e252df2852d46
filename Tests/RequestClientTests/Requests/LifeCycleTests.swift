import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LifeCycleTests {
  let session = Session.plain()

  @Test func onlyTheseTransitionsAreAllowed() {
    let allowed: [RequestState: Set<RequestState>] = [
      .initialized: [.resumed, .suspended, .cancelled, .finished],
      .resumed: [.suspended, .cancelled, .finished],
      .suspended: [.resumed, .cancelled, .finished],
      .cancelled: [], .finished: [],
    ]
    for from in RequestState.allCases {
      for to in RequestState.allCases { #expect(from.canTransition(to: to) == allowed[from]?.contains(to)) }
    }
  }

  @Test func nothingIsSentBeforeTheFirstHandlerOrResume() async throws {
    let transport = StubTransport()
    let session = Session(configuration: .default, transport: transport)
    let untouched = session.request("http://stub/")
    #expect(untouched.state == .initialized)
    let waiting = session.request("http://stub/", shouldAutomaticallyResume: false)
    let reply = waiting.serializingString()
    #expect(waiting.state == .initialized)
    #expect(transport.startCount == 0)
    for _ in 0..<100 { waiting.resume() }
    #expect(try await reply.value == "stub")
    #expect(transport.startCount == 1)
    #expect(try await untouched.serializingString().value == "stub")
    #expect(transport.startCount == 2)
  }

  @Test func cancellingBeforeTheStartSendsNothing() async throws {
    let transport = StubTransport()
    let session = Session(configuration: .default, transport: transport)
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    request.cancel()
    let response = await request.serializingData().response
    request.resume()
    #expect(response.error?.isExplicitlyCancelled == true)
    #expect(request.state == .cancelled)
    #expect(transport.startCount == 0)
    #expect(session.active.isEmpty)
  }

  @Test func aHundredCancelsAtOnceEndTheRequestOnce() async throws {
    let arrived = Gate()
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      client.waitForEnd()
    }
    let calls = Recorder<Bool>()
    let request = session.request(server.url).response { calls.record($0.error?.isExplicitlyCancelled == true) }
    await arrived.wait()
    DispatchQueue.concurrentPerform(iterations: 100) { _ in request.cancel() }
    _ = await request.serializingData().response
    #expect(calls.values == [true])
    #expect(request.state == .cancelled)
  }

  @Test func aCancelledRequestKeepsWhatWasReceived() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      client.waitForEnd()
    }
    let request = session.request(server.url, shouldAutomaticallyResume: false)
    let some = Gate()
    request.downloadProgress { if $0.completed == 4 { some.open() } }
    let reply = request.serializingData()
    request.resume()
    await some.wait()
    request.cancel()
    let response = await reply.response
    #expect(response.error?.isExplicitlyCancelled == true)
    #expect(response.response?.status == .ok)
    #expect(response.data == Data("half".utf8))
    #expect(response.timeline.hops.first?.received.body == 4)
  }

  @Test func cancellingAfterTheEndChangesNothing() async throws {
    let request = session.request(try await TestServers.httpbin() + "/get")
    let calls = Recorder<RequestState>()
    request.response { [weak request] _ in
      request?.cancel()
      if let request { calls.record(request.state) }
    }
    _ = await request.serializingData().response
    #expect(calls.values == [.finished])
    #expect(request.error == nil)
  }

  @Test func nothingIsDeliveredWhileSuspended() async throws {
    let (sendRest, hasSent) = (Gate(), Gate())
    let rest = String(repeating: "b", count: 200_000)
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 200004\r\n\r\nhalf")
      sendRest.waitOnThread()
      try client.send(String(rest.prefix(1000)))
      hasSent.open()
      try client.send(String(rest.dropFirst(1000)))
    }
    let request = session.request(server.url, shouldAutomaticallyResume: false)
    let some = Gate()
    request.downloadProgress { if $0.completed == 4 { some.open() } }
    let reply = request.serializingData()
    request.resume()
    await some.wait()
    request.suspend()
    sendRest.open()
    await hasSent.wait()
    // Another request on the same thread: when it ends, the bytes of the suspended one have been processed.
    _ = await session.request(try await TestServers.httpbin() + "/get").serializingData().response
    #expect(request.data?.count == 4)
    request.resume()
    #expect(try await reply.value == Data(("half" + rest).utf8))
    #expect(server.received.count == 1)
  }

  @Test func aHopDoesNotBeginWhileSuspended() async throws {
    let (asked, respondNow) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      asked.open()
      respondNow.waitOnThread()
      try client.respond("302 Found", headers: ["Location: /end"])
      try client.readHead()
      try client.respond(body: "end")
    }
    let request = session.request(server.url + "/start")
    let reply = request.serializingString()
    await asked.wait()
    request.suspend()
    respondNow.open()
    _ = await session.request(try await TestServers.httpbin() + "/get").serializingData().response
    #expect(server.received.count == 1)
    request.resume()
    #expect(try await reply.value == "end")
    #expect(server.received.count == 2)
  }

  @Test func releasingTheSessionEndsItsRequests() async throws {
    let arrived = Gate()
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      client.waitForEnd()
    }
    var session: Session? = Session.plain()
    let reply = try #require(session?.request(server.url).serializingData())
    await arrived.wait()
    session = nil
    guard case .sessionDeinitialized = await reply.response.error else {
      Issue.record("still alive")
      return
    }
  }

  @Test func cancelAllDoesNotAffectLaterRequests() async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let responses = (0..<100).map { _ in session.request(server.url).serializingData() }
    session.cancelAllRequests()
    for reply in responses { #expect(await reply.response.error?.isExplicitlyCancelled == true) }
    #expect(session.active.isEmpty)
    #expect(await session.request(try await TestServers.httpbin() + "/get").serializingData().response.error == nil)
  }

  @Test func cancellingTheTaskCancelsTheRequest() async throws {
    let arrived = Gate()
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      client.waitForEnd()
    }
    let task = Task { await session.request(server.url).serializingData().response }
    await arrived.wait()
    task.cancel()
    #expect(await task.value.error?.isExplicitlyCancelled == true)
  }

  @Test func aTaskThatIsAlreadyCancelledSendsNothing() async throws {
    let transport = StubTransport()
    let session = Session(configuration: .default, transport: transport)
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return await session.request("http://stub/").serializingData().response
    }
    task.cancel()
    gate.open()
    #expect(await task.value.error?.isExplicitlyCancelled == true)
    #expect(transport.startCount == 0)
  }
}
