import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EarlyHeadTests {
  typealias Decide = @Sendable (ResponseDisposition) -> Void

  @Test(arguments: KindOfRequest.allCases)
  func theHeadIsReportedBeforeTheFirstByte(_ kind: KindOfRequest) async {
    let order = Recorder<String>()
    let request = kind.request(in: .stubbed(StubTransport()))
    request.onHTTPResponse { order.record("head \($0.status.code)") }
    request.downloadProgress { _ in order.record("byte") }
    await request.core.end()
    #expect(order.values.first == "head 200")
    #expect(order.values.count(where: { $0 != "byte" }) == 1)
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test(arguments: KindOfRequest.allCases)
  func noByteIsDeliveredBeforeTheHandlerAllows(_ kind: KindOfRequest) async {
    let responses = Recorder<Decide>()
    let session = Session.stubbed(StubTransport())
    let request = kind.request(in: session)
    request.onHTTPResponse { _, reply in responses.record(reply) }
    request.resume()
    let reply = await responses.values(count: 1)[0]
    await until { request.core.state.withLock(\.hasRefusedChunk) }
    #expect(request.downloadProgress.completed == 0)
    reply(.allow)
    reply(.cancel)
    await request.core.end()
    #expect(request.downloadProgress.completed == 4)
    #expect(request.isFinished)
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test(arguments: KindOfRequest.allCases)
  func aHandlerMayCancel(_ kind: KindOfRequest) async {
    let session = Session.stubbed(StubTransport())
    let request = kind.request(in: session)
    request.onHTTPResponse { _, reply in reply(.cancel) }
    await request.core.end()
    #expect(request.isCancelled)
    #expect(request.error?.isExplicitlyCancelled == true)
    #expect(request.response?.status == .ok)
    #expect(request.downloadProgress.completed == 0)
    #expect((request as? DataRequest)?.data == nil)
  }

  @Test func aDispositionMayBeDecidedAsynchronously() async throws {
    let gate = Gate()
    let session = Session.stubbed(StubTransport())
    let request = session.request("http://stub/").onHTTPResponse { response async -> ResponseDisposition in
      await gate.wait()
      return response.status == .ok ? .allow : .cancel
    }
    let reply = request.serializingString()
    await until { request.core.state.withLock(\.hasRefusedChunk) }
    #expect(request.data == nil)
    gate.open()
    #expect(try await reply.value == "stub")
  }

  @Test func allOfSeveralHandlersMustAllow() async throws {
    let responses = Recorder<Decide>()
    let session = Session.stubbed(StubTransport())
    let request = session.request("http://stub/")
    for _ in 0..<2 { request.onHTTPResponse { _, reply in responses.record(reply) } }
    let value = request.serializingString()
    let both = await responses.values(count: 2)
    both[0](.allow)
    both[0](.allow)
    #expect(request.core.state.withLock(\.pendingDispositions) == 1)
    #expect(request.data == nil)
    both[1](.allow)
    #expect(try await value.value == "stub")
  }

  @Test func aResponseWithoutABodyWaitsForTheHandlerToo() async throws {
    let responses = Recorder<Decide>()
    let session = Session.stubbed(StubTransport(.status(204)))
    let request = session.request("http://stub/").onHTTPResponse { _, reply in responses.record(reply) }
    let response = request.serializingResponse()
    let reply = await responses.values(count: 1)[0]
    await until { request.core.state.withLock(\.waitsForDisposition) }
    #expect(!request.isFinished)
    reply(.allow)
    #expect(await response.response.error == nil)
  }

  @Test func cancellingAfterACompleteResponseReportsThatTheTransferHadEnded() async {
    let responses = Recorder<Decide>()
    let events = Recorder<String>()
    let session = Session.stubbed(StubTransport(.status(204)))
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
      .onHTTPResponse { _, reply in responses.record(reply) }
      .eventMonitor(ClosureEventMonitor { events.record($1.name) })
    let response = request.serializingResponse()
    request.resume()
    let reply = await responses.values(count: 1)[0]
    await until { request.core.state.withLock(\.waitsForDisposition) }
    reply(.cancel)
    #expect(await response.response.error?.isExplicitlyCancelled == true)
    await until { events.values.last == "didFinish" }
    #expect(events.values.count(where: { $0 == "didCompleteTask" }) == 1)
  }

  @Test func onlyTheFinalResponseReachesTheHeadHandler() async throws {
    let heads = Recorder<Int>()
    let session = Session.stubbed(StubTransport(.redirect(to: "/end", "moved"), .ok("end")))
    let request = session.request("http://stub/start").onHTTPResponse { response, reply in
      heads.record(response.status.code)
      reply(.allow)
    }
    #expect(try await request.serializingString().value == "end")
    #expect(heads.values == [200])
  }

  @Test func anUnfollowedRedirectReachesTheHeadHandler() async throws {
    let session = Session.stubbed(StubTransport(.redirect(to: "/end", "moved")))
    let request = session.request("http://stub/start", redirector: .doNotFollow)
      .onHTTPResponse { response, reply in reply(response.status.code == 302 ? .allow : .cancel) }
    #expect(try await request.serializingString().value == "moved")
  }

  @Test(arguments: KindOfRequest.allCases)
  func aRedirectThatIsDeclinedLaterKeepsItsBodyUntilTheHandlerAllows(_ kind: KindOfRequest) async {
    let responses = Recorder<Decide>()
    let session = Session.stubbed(StubTransport(.redirect(to: "/end", "moved"))) {
      $0.redirector = .modify { _, _ in nil }
    }
    let request = kind.request(in: session)
    let text = Mutex("")
    (request as? DataStreamRequest)?.responseStreamString { event in text.withLock { $0 += event.value ?? "" } }
    request.onHTTPResponse { _, reply in responses.record(reply) }
    request.resume()
    let reply = await responses.values(count: 1)[0]
    await until { request.core.state.withLock { $0.keptBody != nil } }
    #expect((request as? DataRequest)?.data == nil)
    #expect(text.withLock(\.self) == "")
    reply(.allow)
    await request.core.end()
    #expect(request.downloadProgress.completed == 5)
    switch request {
    case let request as DataRequest: #expect(request.data == Data("moved".utf8))
    case let request as DownloadRequest: #expect(request.fileURL.flatMap { try? Data(contentsOf: $0) }?.count == 5)
    default: #expect(text.withLock(\.self) == "moved")
    }
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test func aDeclinedRedirectMayBeCancelledToo() async {
    let session = Session.stubbed(StubTransport(.redirect(to: "/end", "moved")))
    let request = session.request("http://stub/", redirector: .modify { _, _ in nil })
      .onHTTPResponse { _, reply in reply(.cancel) }
    let response = await request.serializingResponse().response
    #expect(response.error?.isExplicitlyCancelled == true)
    #expect(response.response?.status == .found)
    #expect(response.data == nil)
  }

  @Test func aDeclinedRedirectsBodyIsNotDeliveredWhileSuspended() async throws {
    let (deciding, decide) = (Gate(), Gate())
    let session = Session.stubbed(StubTransport(.redirect(to: "/end", "moved")))
    let redirector = Redirector.modify { _, _ in
      deciding.open()
      decide.waitOnThread()
      return nil
    }
    let request = session.request("http://stub/", redirector: redirector)
    let reply = request.serializingString()
    await deciding.wait()
    request.suspend()
    decide.open()
    await until { request.core.state.withLock { $0.keptBody != nil } }
    #expect(request.data == nil)
    request.resume()
    #expect(try await reply.value == "moved")
  }

  @Test func decisionsAboutAnEarlierAttemptAreIgnored() async throws {
    let responses = Recorder<Decide>()
    let once = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let lost = StubResponse(error: .connectionLost(host: "stub", bytesReceived: 0))
    let session = Session.stubbed(StubTransport(lost, .ok("second")))
    let request = session.request("http://stub/", interceptor: once).onHTTPResponse { _, reply in
      responses.record(reply)
    }
    let value = request.serializingString()
    let both = await responses.values(count: 2)
    both[0](.cancel)
    #expect(!request.isCancelled)
    both[1](.allow)
    #expect(try await value.value == "second")
  }
}
