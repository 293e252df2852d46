import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
  @Test func theModulesFunctionsForwardToTheDefaultSession() async throws {
    let server = try RawServer { client in
      while true { try client.respond(body: try client.readHead()) }
    }
    let headers: HTTPHeaders = [HTTPHeader("X-Trace", "7")]
    let free = try await RequestClient.request(server.url + "/a?b=1", method: .put, headers: headers, body: nil)
      .serializingString().value
    let own = try await Session.default.request(server.url + "/a?b=1", method: .put, headers: headers)
      .serializingString().value
    #expect(free == own)
    #expect(free.contains("X-Trace: 7"))
  }

  @Test func sessionsAreIndependent() async {
    let transport = StubTransport()
    let marking = Adapter { request, _ in
      var request = request
      request.headers.append(HTTPHeader("X-Mark", "adapted"))
      return request
    }
    let one = Session.stubbed(transport) { $0.defaultHeaders = [HTTPHeader("X-Session", "one")] }
    let two = Session.stubbed(transport) { $0.interceptor = marking }
    _ = await one.request("http://stub/").serializingData().response
    _ = await two.request("http://stub/").serializingData().response
    #expect(transport.hops.map(\.headers) == [[HTTPHeader("X-Session", "one")], [HTTPHeader("X-Mark", "adapted")]])
  }

  @Test(arguments: KindOfRequest.allCases)
  func withoutAutomaticStartOnlyResumeStartsARequest(_ kind: KindOfRequest) async {
    let transport = StubTransport()
    let session = Session.stubbed(transport) { $0.startRequestsImmediately = false }
    let waiting = kind.request(in: session)
    let ended = Gate()
    waiting.core.append(.stream { _ in ended.open() })
    #expect(waiting.isInitialized)
    #expect(transport.startCount == 0)
    waiting.resume()
    await ended.wait()
    #expect(transport.startCount == 1)
    if let file = (waiting as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test func aRequestMayOverrideTheSessionsAutomaticStart() async throws {
    let transport = StubTransport()
    let session = Session.stubbed(transport) { $0.startRequestsImmediately = false }
    let request = session.request("http://stub/", shouldAutomaticallyResume: true)
    #expect(transport.startCount == 0)
    #expect(try await request.serializingString().value == "stub")
  }

  @Test func anEagerSessionMakesTheMessageAtOnceAndALazyOneAtTheStart() async {
    for (setup, expected) in [(SessionConfiguration.RequestSetup.lazy, 0), (.eager, 1)] {
      let session = Session.stubbed(StubTransport()) { $0.requestSetup = setup }
      let convertible = CountingConvertible()
      let request = session.request(convertible, shouldAutomaticallyResume: false)
      #expect(convertible.count == expected)
      _ = await request.resume().serializingData().response
      #expect(convertible.count == 1)
    }
  }

  @Test func releasingTheSessionEndsARequestThatWaitsForItsNextAttempt() async throws {
    let asked = Gate()
    let transport = StubTransport(.failure())
    var session: Session? = .releasable(transport)
    let patient = Retrier { _, _, _ in
      asked.open()
      return .retryWithDelay(.seconds(3600))
    }
    let reply = try #require(session?.request("http://stub/", interceptor: patient).serializingData())
    await asked.wait()
    session = nil
    guard case .sessionDeinitialized = await reply.response.error else {
      Issue.record("still alive")
      return
    }
    #expect(transport.startCount == 1)
  }

  @Test func allUnfinishedRequestsAreVisible() async throws {
    let gate = Gate()
    let session = Session.stubbed(StubTransport(.waiting(for: gate)))
    let request = session.request("http://stub/")
    session.withAllRequests { #expect($0.isEmpty) }
    let reply = request.serializingData()
    session.withAllRequests { #expect($0.compactMap { $0 as? DataRequest } == [request]) }
    gate.open()
    _ = await reply.response
    session.withAllRequests { #expect($0.isEmpty) }
  }

  @Test func cancelAllCompletesAfterCancellingEveryRequest() async {
    let session = Session.stubbed(StubTransport(.waiting(for: Gate())))
    let requests = (0..<100).map { _ in session.request("http://stub/").response { _ in } }
    let queue = DispatchQueue(label: "told")
    let told = Recorder<Bool>()
    session.cancelAllRequests(completingOnQueue: queue) {
      dispatchPrecondition(condition: .onQueue(queue))
      told.record(requests.allSatisfy(\.isCancelled))
    }
    #expect(await told.values(count: 1) == [true])
  }

  @Test func fiveHundredConcurrentRequestsAreReleased() async {
    let session = Session.stubbed(StubTransport())
    await withTaskGroup { group in
      for _ in 0..<500 {
        group.addTask { #expect(await session.request("http://stub/").serializingString().response.value == "stub") }
      }
    }
    #expect(session.active.isEmpty)
  }

  @Test func aModifierChangesTheMessageOfEveryAttempt() async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let calls = Mutex(0)
    let once = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let session = Session.plain()
    let request = session.request(server.url, interceptor: once) { message in
      calls.withLock { $0 += 1 }
      message.options.timeout = .milliseconds(1)
    }
    guard case .timedOut(_, _, .milliseconds(1)) = await request.serializingData().response.error else {
      Issue.record("\(String(describing: request.error))")
      return
    }
    #expect(calls.withLock(\.self) == 2)
    withExtendedLifetime(session) {}
  }
}

/// Returns a different address each time.
final class CountingConvertible: RequestConvertible {
  private let calls = Mutex(0)

  var count: Int { calls.withLock(\.self) }

  func asRequest() throws -> OutgoingRequest {
    let number = calls.withLock { calls in
      calls += 1
      return calls
    }
    return OutgoingRequest(url: try RequestURL("http://stub/\(number)"))
  }
}
