import Foundation
import RequestBasics
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// Handlers and serializers: when and how often they run, and the effect of failures.
@Suite(.timeLimit(.minutes(1)))
struct ChainTests {
  private struct Mine: Error {}

  /// Runs a closure as a serializer.
  private struct Serializing: ResponseSerializer {
    let body: @Sendable (Data?, RequestError?) throws -> String

    func serialize(
      request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
    ) throws -> String { try body(data, error) }
  }

  private static let retryOnce = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }

  @Test func severalSerializersParseOneResponse() async {
    let seen = Recorder<String>()
    Session.stubbed(StubTransport(.ok("[1,2]"))).request("http://stub/")
      .responseString { seen.record("text \($0.value ?? "")") }
      .responseData { seen.record("data \($0.value?.count ?? 0)") }
      .responseDecodable(of: [Int].self) { seen.record("value \($0.value ?? [])") }
      .response { seen.record("plain \($0.value??.count ?? 0)") }
    #expect(await seen.values(count: 4) == ["text [1,2]", "data 5", "value [1, 2]", "plain 5"])
  }

  @Test func noSerializerRunsBeforeTheEnd() async throws {
    let (calls, gate) = (Recorder<Int>(), Gate())
    let transport = StubTransport(.waiting(for: gate, "late"))
    let request = Session.stubbed(transport).request("http://stub/")
    let reply = request.serializingResponse(
      using: Serializing { data, _ in
        calls.record(data?.count ?? 0)
        return ""
      })
    _ = await transport.hops(count: 1)
    #expect(calls.values.isEmpty)
    gate.open()
    _ = await reply.response
    #expect(calls.values == [4])
  }

  @Test func slowSerializersKeepTheOrderOfFiftyHandlers() async {
    let order = Recorder<Int>()
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    for number in 0..<50 {
      let slow = Serializing { _, _ in
        for _ in 0..<(number * 7 % 13) { sched_yield() }
        return ""
      }
      request.response(responseSerializer: slow) { _ in order.record(number) }
    }
    request.resume()
    #expect(await order.values(count: 50) == Array(0..<50))
  }

  @Test func handlersWaitForSerializersThatMayCauseARetry() async throws {
    let (begun, goOn, fast) = (Gate(), Gate(), Recorder<String>())
    let session = Session.stubbed(StubTransport()) { $0.interceptor = Self.retryOnce }
    // Started once it has both: with one alone, the other would be too late to be waited for.
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    let slow = request.responseString { fast.record($0.value ?? "") }
      .serializingResponse(
        using: Serializing { _, _ in
          begun.open()
          goOn.waitOnThread()
          return "slow"
        })
    request.resume()
    await begun.wait()
    #expect(fast.values.isEmpty)
    goOn.open()
    #expect(try await slow.value == "slow")
    #expect(fast.values == ["stub"])
  }

  @Test func handlersDoNotWaitIfNoSerializerCausesARetry() async throws {
    let (goOn, fast) = (Gate(), Recorder<String>())
    let session = Session.stubbed(StubTransport()) { $0.interceptor = Adapter { request, _ in request } }
    let slow = session.request("http://stub/").responseString { fast.record($0.value ?? "") }
      .serializingResponse(
        using: Serializing { _, _ in
          goOn.waitOnThread()
          return "slow"
        })
    #expect(await fast.values(count: 1) == ["stub"])
    goOn.open()
    #expect(try await slow.value == "slow")
  }

  @Test(arguments: [KindOfRequest.data, .download])
  func failingSerializersRetryOnceAndThenEveryHandlerRunsOnce(_ kind: KindOfRequest) async {
    let (calls, handled) = (Recorder<Int>(), Recorder<Int>())
    let transport = StubTransport(.ok("first"), .ok("second"))
    let request = kind.request(in: .stubbed(transport), interceptor: Self.retryOnce)
    for number in 0..<2 {
      let failing = Serializing { _, _ in
        calls.record(number)
        throw Mine()
      }
      (request as? DataRequest)?.response(responseSerializer: failing) { _ in handled.record(number) }
      (request as? DownloadRequest)?.response(responseSerializer: failing) { _ in handled.record(number) }
    }
    await request.core.end()
    #expect(transport.startCount == 2)
    #expect(calls.values == [0, 0, 1])
    #expect(handled.values == [0, 1])
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test func aDownloadRetriedByItsSerializerTakesItsDestinationAgain() async throws {
    let folder = ScratchFolder()
    let target = try folder.write("older", "file")
    try FileManager.default.removeItem(at: target)
    let session = Session.stubbed(StubTransport(.ok("first"), .ok("second"))) { $0.interceptor = Self.retryOnce }
    let picky = Serializing { data, error in
      if let error { throw error }
      let text = String(decoding: data ?? Data(), as: UTF8.self)
      if text == "first" { throw Mine() }
      return text
    }
    let request = session.download("http://stub/", to: { _, _ in (target, []) })
    let response = await request.serializingDownload(using: picky).response
    #expect(response.value == "second")
    #expect(response.fileURL == target)
    #expect(try String(contentsOf: target, encoding: .utf8) == "second")
  }

  @Test func aRetrierMayReplaceTheErrorOfASerializer() async {
    struct Worse: Error {}
    let transport = StubTransport()
    let session = Session.stubbed(transport) { $0.interceptor = Retrier { _, _, _ in .doNotRetryWithError(Worse()) } }
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    let failing = request.serializingResponse(using: Serializing { _, _ in throw Mine() })
    let other = request.serializingString()
    request.resume()
    guard case .requestRetryFailed(let retryError, let original) = await failing.response.error else {
      Issue.record("the serializer's own error")
      return
    }
    #expect(retryError is Worse)
    #expect(original.underlyingError is Mine)
    #expect(await other.response.value == "stub")
    #expect(transport.startCount == 1)
  }

  @Test func aHandlerAddedToACancelledRequestGetsTheCancellation() async {
    let transport = StubTransport()
    let request = Session.stubbed(transport).request("http://stub/").cancel()
    #expect(await request.serializingString().response.error?.isExplicitlyCancelled == true)
    #expect(await request.serializingString().response.error?.isExplicitlyCancelled == true)
    #expect(transport.startCount == 0)
  }

  @Test func aHandlerAddedByASerializerRuns() async {
    let (seen, flag) = (Recorder<String>(), OnceFlag())
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    request.response(
      responseSerializer: Serializing { [weak request] _, _ in
        if flag.set() { request?.responseString { seen.record("inner \($0.value ?? "")") } }
        return "outer"
      }
    ) { seen.record($0.value ?? "") }
    request.resume()
    #expect(await seen.values(count: 2) == ["outer", "inner stub"])
  }

  @Test func theRequestIsFinishedInItsHandlers() async {
    let states = Recorder<RequestState>()
    let session = Session.stubbed(StubTransport())
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    request.response { _ in states.record(request.state) }.resume()
    #expect(await states.values(count: 1) == [.finished])
  }

  @Test func serializersRunOffTheMainThread() async throws {
    let request = Session.stubbed(StubTransport()).request("http://stub/")
    let isMain = request.serializingResponse(using: Serializing { _, _ in "\(Thread.isMainThread)" })
    #expect(try await isMain.value == "false")
  }

  @Test func anEarlierErrorWinsOverTheSerializersOwn() async {
    let session = Session.stubbed(StubTransport(.status(404, "no number")))
    let response = await session.request("http://stub/").validate().serializingDecodable(Int.self).response
    #expect(response.error?.responseCode == 404)
    #expect(response.response?.status == .notFound)
    #expect(response.data == Data("no number".utf8))
  }

  @Test func capturesMayCallTheRequestWhenReleased() async {
    final class Caller: Sendable {
      let request: DataRequest
      let gone: Recorder<RequestState>

      init(_ request: DataRequest, _ gone: Recorder<RequestState>) { (self.request, self.gone) = (request, gone) }

      deinit { gone.record(request.state) }
    }
    let gone = Recorder<RequestState>()
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    for add in [
      { caller in request.response { _ in withExtendedLifetime(caller) {} } },
      { caller in request.validate { _, _, _ in withExtendedLifetime(caller) { .success(()) } } },
      { caller in request.onHTTPResponse { _ in withExtendedLifetime(caller) {} } },
      { caller in request.onHTTPResponse { _, reply in withExtendedLifetime(caller) { reply(.allow) } } },
      { caller in request.downloadProgress { _ in withExtendedLifetime(caller) {} } },
      { caller in request.uploadProgress { _ in withExtendedLifetime(caller) {} } },
      { caller in request.redirect(using: .modify { next, _ in withExtendedLifetime(caller) { next } }) },
    ] as [(Caller) -> DataRequest] {
      _ = add(Caller(request, gone))
    }
    request.redirect(using: .follow).resume()
    #expect(await gone.values(count: 7).count == 7)
  }

  @Test func allHandlersAreReleasedAtTheEnd() async {
    final class Token: Sendable {}
    weak var token: Token?
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    do {
      let held = Token()
      token = held
      request.response { _ in withExtendedLifetime(held) {} }
      request.downloadProgress { _ in withExtendedLifetime(held) {} }
      request.validate { _, _, _ in
        withExtendedLifetime(held) {}
        return .success(())
      }
    }
    #expect(token != nil)
    _ = await request.resume().serializingData().response
    await until { token == nil }
  }
}
