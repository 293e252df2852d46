import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// Cancelling and suspending during waits other than the network.
@Suite(.timeLimit(.minutes(1)))
struct BackOffTests {
  @Test(arguments: KindOfRequest.allCases)
  func cancellingDuringABackOffEndsTheRequestAtOnce(_ kind: KindOfRequest) async {
    let asked = Gate()
    let transport = StubTransport(.status(503))
    let session = Session.stubbed(transport)
    let patient = Retrier { _, _, _ in
      asked.open()
      return .retryWithDelay(.seconds(3600))
    }
    let request = kind.request(in: session, interceptor: patient).validate().resume()
    await asked.wait()
    request.cancel()
    await request.core.end()
    #expect(request.error?.isExplicitlyCancelled == true)
    #expect(request.isCancelled)
    #expect(request.retryCount == 0)
    #expect(transport.startCount == 1)
  }

  @Test func cancellingEndsARetrierThatWaits() async {
    let (asked, cancelled, never) = (Gate(), Gate(), Gate())
    let transport = StubTransport(.failure())
    let session = Session.stubbed(transport)
    let waiting = Retrier { _, _, _ in
      asked.open()
      await withTaskCancellationHandler {
        await never.wait()
      } onCancel: {
        cancelled.open()
      }
      return .retry
    }
    let request = session.request("http://stub/", interceptor: waiting)
    let reply = request.serializingData()
    await asked.wait()
    request.cancel()
    // The retrier has not returned, but nothing waits for it.
    #expect(await reply.response.error?.isExplicitlyCancelled == true)
    await cancelled.wait()
    never.open()
    #expect(transport.startCount == 1)
  }

  @Test func cancellingEndsAnAdapterThatWaits() async {
    let (asked, cancelled, never) = (Gate(), Gate(), Gate())
    let transport = StubTransport()
    let session = Session.stubbed(transport)
    let waiting = Adapter { request, _ in
      asked.open()
      await withTaskCancellationHandler {
        await never.wait()
      } onCancel: {
        cancelled.open()
      }
      return request
    }
    let request = session.request("http://stub/", interceptor: waiting)
    let reply = request.serializingData()
    await asked.wait()
    request.cancel()
    #expect(await reply.response.error?.isExplicitlyCancelled == true)
    await cancelled.wait()
    never.open()
    #expect(transport.startCount == 0)
    #expect(request.requests.isEmpty)
  }

  @Test func cancellingEndsTheAdapterOfALaterAttemptToo() async {
    let (asked, cancelled, never) = (Gate(), Gate(), Gate())
    let transport = StubTransport(.failure())
    let session = Session.stubbed(transport)
    let adapter = SecondAttemptWaits(asked: asked, cancelled: cancelled, never: never)
    let request = session.request(
      "http://stub/", interceptor: Interceptor(adapters: [adapter], retriers: [Retrier { _, _, _ in .retry }]))
    let reply = request.serializingData()
    await asked.wait()
    request.cancel()
    #expect(await reply.response.error?.isExplicitlyCancelled == true)
    await cancelled.wait()
    never.open()
    #expect(transport.startCount == 1)
  }

  struct SecondAttemptWaits: RequestAdapter {
    let (asked, cancelled, never): (Gate, Gate, Gate)

    init(asked: Gate, cancelled: Gate, never: Gate) {
      (self.asked, self.cancelled, self.never) = (asked, cancelled, never)
    }

    func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest { request }

    func adapt(_ request: OutgoingRequest, using state: RequestAdapterState) async throws -> OutgoingRequest {
      if state.attempt == 2 {
        asked.open()
        await withTaskCancellationHandler {
          await never.wait()
        } onCancel: {
          cancelled.open()
        }
      }
      return request
    }
  }

  @Test func aCancelledRequestReachesNoRetrier() async {
    let calls = Recorder<RequestError>()
    let gate = Gate()
    let transport = StubTransport(.waiting(for: gate))
    let session = Session.stubbed(transport)
    let request = session.request(
      "http://stub/",
      interceptor: Retrier { _, _, error in
        calls.record(error)
        return .retry
      })
    let reply = request.serializingData()
    _ = await transport.hops(count: 1)
    request.cancel()
    #expect(await reply.response.error?.isExplicitlyCancelled == true)
    #expect(calls.values.isEmpty)
    gate.open()
  }

  @Test(arguments: KindOfRequest.allCases)
  func suspendingDuringABackOffDelaysTheNextAttempt(_ kind: KindOfRequest) async {
    let (asked, goOn) = (Gate(), Gate())
    let transport = StubTransport(.failure(), .ok("second"))
    let session = Session.stubbed(transport)
    let waiting = Retrier { _, _, _ in
      asked.open()
      await goOn.wait()
      return .retryWithDelay(.zero)
    }
    let request = kind.request(in: session, interceptor: waiting).resume()
    await asked.wait()
    request.suspend()
    goOn.open()
    await until { request.core.isHeld }
    #expect(transport.startCount == 1)
    #expect(request.isSuspended)
    await request.core.end()
    #expect(transport.startCount == 2)
    #expect(request.error == nil)
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test(arguments: KindOfRequest.allCases)
  func suspendingAgainAndAgainNeitherLosesNorRepeatsBytes(_ kind: KindOfRequest) async {
    let chunks = (0..<2000).map { "\($0) " }
    let request = kind.request(in: .stubbed(StubTransport(StubResponse(chunks: chunks))))
    let text = Mutex("")
    (request as? DataStreamRequest)?.responseStreamString { event in text.withLock { $0 += event.value ?? "" } }
    let restless = Task {
      while !request.isFinished {
        request.suspend().resume()
        await Task.yield()
      }
    }
    await request.core.end()
    await restless.value
    switch request {
    case let request as DataRequest: text.withLock { $0 = String(decoding: request.data ?? Data(), as: UTF8.self) }
    case let request as DownloadRequest:
      guard let file = request.fileURL else { break }
      text.withLock { $0 = (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
      try? FileManager.default.removeItem(at: file)
    default: break
    }
    #expect(text.withLock(\.self) == chunks.joined())
  }

  @Test func aRequestSuspendedBeforeItsStartBeginsOnResume() async throws {
    let transport = StubTransport()
    let request = Session.stubbed(transport).request("http://stub/").suspend()
    let reply = request.serializingString()
    #expect(request.isSuspended)
    #expect(transport.startCount == 0)
    request.resume()
    #expect(try await reply.value == "stub")
  }

  @Test func cancellingWhileSuspendedEndsTheRequest() async {
    let gate = Gate()
    let transport = StubTransport(.waiting(for: gate))
    let session = Session.stubbed(transport)
    let request = session.request("http://stub/")
    let reply = request.serializingData()
    _ = await transport.hops(count: 1)
    request.suspend()
    request.cancel()
    request.resume()
    #expect(await reply.response.error?.isExplicitlyCancelled == true)
    #expect(request.isCancelled)
    gate.open()
  }

  @Test func eachRequestIsItself() {
    let session = Session.stubbed(StubTransport())
    let (one, two) = (session.request("http://stub/"), session.request("http://stub/"))
    #expect(one != two)
    #expect(one.id != two.id)
    #expect(Set([one, two, one]).count == 2)
  }

  @Test func aHundredConcurrentCancelsAreReportedOnce() async {
    let events = Recorder<String>()
    let transport = StubTransport(.waiting(for: Gate()))
    let session = Session.stubbed(transport)
    let request = session.request("http://stub/").eventMonitor(ClosureEventMonitor { events.record($1.name) })
    let reply = request.serializingData()
    _ = await transport.hops(count: 1)
    await until { request.core.hasTransfer }
    DispatchQueue.concurrentPerform(iterations: 100) { _ in request.cancel() }
    _ = await reply.response
    await until { events.values.last == "didFinish" }
    #expect(events.values.filter { $0.contains("Cancel") } == ["didCancel", "didCancelTask"])
  }
}
