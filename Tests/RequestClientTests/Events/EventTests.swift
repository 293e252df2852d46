import Dispatch
import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventTests {
  /// The names of a request's events up to its end.
  private func events(
    of kind: KindOfRequest = .data, _ transport: StubTransport, interceptor: (any RequestInterceptor)? = nil,
    _ change: (any Request) -> Void = { _ in }
  ) async -> [String] {
    let seen = Recorder<String>()
    let session = Session.stubbed(transport)
    let request = kind.request(in: session, interceptor: interceptor)
      .eventMonitor(ClosureEventMonitor { seen.record($1.name) })
    (request as? DataRequest)?.responseString { _ in }
    (request as? DownloadRequest)?.responseString { _ in }
    (request as? DataStreamRequest)?.responseStreamString { _ in }
    change(request)
    await request.core.end()
    await until { seen.values.contains("didFinish") }
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
    return seen.values
  }

  @Test(arguments: KindOfRequest.allCases)
  func aGetReportsEachStepInOrder(_ kind: KindOfRequest) async {
    let kinds: [KindOfRequest: [String]] = [
      .data: ["didParseResponse"], .download: ["didFinishDownloading", "didParseResponse"], .stream: [],
    ]
    #expect(
      await events(of: kind, StubTransport()) == [
        "didResume", "didCreateInitialRequest", "didCreateTask", "didResumeTask", "didReceiveResponse",
        "didReceiveData", "didReceiveData", "didGatherMetrics", "didCompleteTask",
      ] + kinds[kind, default: []] + ["didFinish"])
  }

  @Test func aRetryReportsBothAttempts() async {
    let retrier = Retrier { _, _, _ in .retry }
    #expect(
      await events(StubTransport(.failure(), .ok()), interceptor: retrier) == [
        "didResume", "didCreateInitialRequest", "didAdaptInitialRequest", "didCreateTask", "didResumeTask",
        "didGatherMetrics", "didCompleteTask", "isRetrying", "didCreateInitialRequest",
        "didAdaptInitialRequest", "didCreateTask", "didResumeTask", "didReceiveResponse", "didGatherMetrics",
        "didCompleteTask", "didParseResponse", "didFinish",
      ])
  }

  @Test func aRedirectReportsBothHops() async {
    #expect(
      await events(StubTransport(.redirect(to: "/end"), .ok("x"))) { $0.validate() } == [
        "didResume", "didCreateInitialRequest", "didCreateTask", "didResumeTask", "didReceiveResponse",
        "didGatherMetrics", "willRedirect", "didCreateTask", "didResumeTask", "didReceiveResponse",
        "didReceiveData", "didGatherMetrics", "didCompleteTask", "didValidate", "didValidate",
        "didParseResponse", "didFinish",
      ])
  }

  @Test func aRedirectThatLeadsNowhereCompletesItsTask() async {
    #expect(
      await events(StubTransport(.redirect(to: "ftp://elsewhere/"))) == [
        "didResume", "didCreateInitialRequest", "didCreateTask", "didResumeTask", "didReceiveResponse",
        "didGatherMetrics", "didCompleteTask", "didParseResponse", "didFinish",
      ])
  }

  @Test func anUploadReportsItsBody() async {
    let seen = Recorder<String>()
    let session = Session.stubbed(StubTransport(.ok()))
    let request = session.upload(Data("four".utf8), to: "http://stub/", shouldAutomaticallyResume: false)
      .eventMonitor(ClosureEventMonitor { seen.record($1.name) })
    await request.core.end()
    await until { seen.values.contains("didFinish") }
    #expect(seen.values.filter { $0 == "didSendBodyData" }.count == 2)
  }

  @Test func suspendingAndCancellingAreReportedForRequestAndTransfer() async {
    let seen = Recorder<String>()
    let transport = StubTransport(.waiting(for: Gate()))
    let session = Session.stubbed(transport)
    let request = session.request("http://stub/").eventMonitor(ClosureEventMonitor { seen.record($1.name) })
    let reply = request.serializingData()
    _ = await transport.hops(count: 1)
    await until { request.core.hasTransfer }
    request.suspend().resume().cancel()
    _ = await reply.response
    await until { seen.values.contains("didFinish") }
    #expect(
      seen.values == [
        "didResume", "didCreateInitialRequest", "didCreateTask", "didResumeTask", "didSuspend",
        "didSuspendTask", "didResume", "didResumeTask", "didCancel", "didCancelTask", "didGatherMetrics",
        "didCompleteTask", "didParseResponse", "didFinish",
      ])
  }

  @Test func cancellingBeforeTheStartReportsNoTransfer() async {
    #expect(await events(StubTransport()) { $0.cancel() } == ["didCancel", "didParseResponse", "didFinish"])
  }

  @Test func theEndIsReportedAfterTheLastHandler() async {
    let order = Recorder<String>()
    let session = Session.stubbed(StubTransport())
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
      .eventMonitor(ClosureEventMonitor { _, event in if case .didFinish = event { order.record("end") } })
    for number in 0..<3 { request.response { _ in order.record("\(number)") } }
    request.resume()
    #expect(await order.values(count: 4) == ["0", "1", "2", "end"])
  }

  @Test func aSlowMonitorDelaysNoRequest() async throws {
    let (goOn, seen) = (Gate(), Recorder<String>())
    let session = Session.stubbed(StubTransport()) {
      $0.eventMonitors = [
        ClosureEventMonitor { _, event in
          goOn.waitOnThread()
          seen.record(event.name)
        }
      ]
    }
    #expect(try await session.request("http://stub/").serializingString().value == "stub")
    #expect(seen.values.isEmpty)
    goOn.open()
    await until { seen.values.last == "didFinish" }
  }

  @Test func aMonitorMayCallBackIntoTheRequest() async throws {
    let seen = Recorder<RequestState>()
    let session = Session.stubbed(StubTransport()) {
      $0.eventMonitors = [
        ClosureEventMonitor { request, event in
          seen.record(request.state)
          _ = (request.description, request.timeline, request.downloadProgress, request.requests)
          if case .didCreateTask = event { request.suspend() }
          if case .didSuspend = event { request.resume() }
          if case .didFinish = event { request.cancel() }
        }
      ]
    }
    let request = session.request("http://stub/")
    #expect(try await request.serializingString().value == "stub")
    await until { seen.values.last == .finished }
    #expect(request.isFinished)
  }

  @Test func aMonitorMayCancelAndAddHandlers() async {
    let late = Recorder<Bool>()
    let session = Session.stubbed(StubTransport()) {
      $0.eventMonitors = [
        ClosureEventMonitor { request, event in
          if case .didCreateTask = event { request.cancel() }
          if case .didFinish = event {
            (request as? DataRequest)?.response {
              late.record(($0.error?.isExplicitlyCancelled ?? false) == request.isCancelled)
            }
          }
        }
      ]
    }
    _ = await session.request("http://stub/").serializingData().response
    #expect(await late.values(count: 1) == [true])
  }

  @Test func aConcurrentQueueIsUsedSerially() async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let seen = Recorder<Int>()
    let session = Session.stubbed(StubTransport { _, _ in StubResponse(chunks: Array(repeating: "x", count: 200)) }) {
      $0.eventMonitors = [
        ClosureEventMonitor(queue: queue) { request, event in
          if case .didReceiveData = event { seen.record(seen.values.count) }
        }
      ]
    }
    _ = await session.request("http://stub/").serializingData().response
    #expect(await seen.values(count: 200) == Array(0..<200))
  }

  @Test func monitorsAreCalledOnTheirQueueAndCompositesInOrder() async {
    struct Named: EventMonitor {
      let name: String
      let calls: Recorder<String>
      func requestDidFinish(_ request: any Request) { calls.record(name) }
    }
    let calls = Recorder<String>()
    let composite = CompositeEventMonitor(monitors: ["a", "b"].map { Named(name: $0, calls: calls) })
    let session = Session.stubbed(StubTransport()) { $0.eventMonitors = [composite] }
    session.request("http://stub/").response { _ in }
    #expect(await calls.values(count: 2) == ["a", "b"])
  }

  @Test func eachMethodOfAMonitorIsCalledForItsEvent() async {
    let recorder = MethodRecorder()
    let retrier = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let session = Session.stubbed(StubTransport(.failure(), .ok("x"))) {
      $0.eventMonitors = [recorder]
      $0.interceptor = retrier
    }
    session.request("http://stub/").response { _ in }
    await until { recorder.calls.values.contains("finish") }
    #expect(
      recorder.calls.values == [
        "resume", "create /", "metrics 1", "complete true", "retry 1", "create /", "head 200", "metrics 2",
        "complete false", "parse true", "finish",
      ])
  }

  private struct MethodRecorder: EventMonitor {
    let calls = Recorder<String>()

    func requestDidResume(_ request: any Request) { calls.record("resume") }
    func requestDidFinish(_ request: any Request) { calls.record("finish") }
    func requestIsRetrying(_ request: any Request, retryCount: Int, dueTo error: RequestError) {
      calls.record("retry \(retryCount)")
    }
    func request(_ request: any Request, didCreateTask message: OutgoingRequest) {
      calls.record("create \(message.url.path)")
    }
    func request(_ request: any Request, didReceiveResponse head: ResponseHead) {
      calls.record("head \(head.response.status.code)")
    }
    func request(_ request: any Request, didGatherMetrics hop: Timeline.Hop) {
      calls.record("metrics \(hop.attempt)")
    }
    func request(_ request: any Request, didCompleteTask error: RequestError?) {
      calls.record("complete \(error != nil)")
    }
    func request(_ request: any Request, didParseResponse response: any Sendable) {
      calls.record("parse \(response is ClientResponse<Data?>)")
    }
  }

  @Test func notificationsArePostedOncePerChangeWithTheRequest() async {
    let center = NotificationCenter()
    let seen = Recorder<String>()
    let names: [Notification.Name] = [
      .requestDidResume, .requestDidSuspend, .requestDidCancel, .requestDidFinish, .requestDidResumeTask,
      .requestDidSuspendTask, .requestDidCancelTask, .requestDidCompleteTask,
    ]
    let transport = StubTransport(.waiting(for: Gate()))
    let session = Session.stubbed(transport) { $0.eventMonitors = [NotificationMonitor(center: center)] }
    let request = session.request("http://stub/")
    let observers = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { note in
        let isOurs = note.object as? DataRequest == request
        seen.record(name.rawValue.split(separator: ".").last.map(String.init) ?? "" + (isOurs ? "" : "?"))
      }
    }
    let reply = request.serializingData()
    _ = await transport.hops(count: 1)
    await until { request.core.hasTransfer }
    request.suspend().resume().cancel()
    _ = await reply.response
    await until { seen.values.contains("didFinish") }
    #expect(
      seen.values == [
        "didResume", "didResumeTask", "didSuspend", "didSuspendTask", "didResume", "didResumeTask",
        "didCancel", "didCancelTask", "didCompleteTask", "didFinish",
      ])
    observers.forEach(center.removeObserver)
  }
}
