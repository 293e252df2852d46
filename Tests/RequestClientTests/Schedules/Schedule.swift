import Dispatch
import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// Executes a plan with one request, then checks the invariants.
final class Schedule: Sendable {
  let seed: UInt64
  let plan: SchedulePlan
  let log = ScheduleLog()
  let transport: StubTransport
  private let gate = Gate()
  private let queue = DispatchQueue(label: "Schedule")
  /// Number of handlers; locked while one is added, so that numbers match the order.
  private let handlers = Mutex(0)
  /// Values received by each stream handler added before the start.
  let texts = Mutex<[Int: String]>([:])

  init(seed: UInt64) {
    self.seed = seed
    let plan = SchedulePlan(seed: seed)
    self.plan = plan
    transport = StubTransport { _, number in plan.response(number) }
  }

  func fail(_ problem: String) { Issue.record("seed \(seed): \(problem)") }

  func run() async {
    var session: Session? = Session.releasable(transport) { configuration in
      configuration.startRequestsImmediately = false
      configuration.eventMonitors = [
        ClosureEventMonitor { [log] _, event in log.record(.event(event.name)) }
      ]
    }
    guard let active = session?.active, let request = session.map(makeRequest) else { return }
    if plan.head != .ignored { hearHead(of: request) }
    if plan.validates { request.validate(statusCode: [200, 302]) }
    var suspendedAt: Int?
    var hopsAtStop: Int?
    for step in plan.steps {
      if let suspendedAt, request.downloadProgress.completed > suspendedAt { fail("bytes while suspended") }
      switch step {
      case .resume:
        suspendedAt = nil
        request.core.resume()
      case .suspend: request.core.suspend()
      case .cancel: request.core.stop(because: .explicitlyCancelled)
      case .cancelAll: session?.cancelAllRequests()
      case .releaseSession: session = nil
      case .openGate: gate.open()
      case .add(let handler): add(handler, to: request)
      case .yield(let count): for _ in 0..<count { await Task.yield() }
      }
      if request.state == .suspended, suspendedAt == nil { suspendedAt = request.downloadProgress.completed }
      if request.state == .cancelled, hopsAtStop == nil { hopsAtStop = hopCount(request) }
    }
    if let suspendedAt, request.downloadProgress.completed > suspendedAt { fail("bytes while suspended") }
    gate.open()
    add(SchedulePlan.Handler(), to: request)
    request.core.resume()
    await end()
    // By the time another handler has run, a duplicate call would have happened.
    add(SchedulePlan.Handler(), to: request)
    await end()
    if log.hasGivenUp { return fail("it never ended: \(log.entries), \(request.state)") }
    if let hopsAtStop, hopsAtStop != hopCount(request) { fail("a hop began after the cancellation") }
    if !active.isEmpty { fail("it is still registered") }
    check(request)
    withExtendedLifetime(session) {}
  }

  /// Waits for all handlers, including those added meanwhile.
  private func end() async {
    var count = -1
    while count != handlers.withLock(\.self), !log.hasGivenUp {
      count = handlers.withLock(\.self)
      await log.wait(handlers: count)
    }
  }

  var handlerCount: Int { handlers.withLock(\.self) }

  private func hopCount(_ request: any Request) -> Int { request.core.state.withLock(\.hopCount) }

  private func makeRequest(in session: Session) -> any Request {
    let (url, interceptor) = ("http://stub/start", interceptor)
    return switch plan.kind {
    case .data: session.request(url, interceptor: interceptor, redirector: redirector)
    case .download: session.download(url, interceptor: interceptor, redirector: redirector)
    case .stream: session.streamRequest(url, interceptor: interceptor, redirector: redirector)
    }
  }

  private var interceptor: ScheduleInterceptor? {
    plan.adapting == .never && plan.retrying.isEmpty ? nil : ScheduleInterceptor(plan, gate)
  }

  private var redirector: Redirector {
    switch plan.redirecting {
    case .follow: .follow
    case .doNotFollow: .doNotFollow
    case .same: .modify { next, _ in next }
    case .none: .modify { _, _ in nil }
    }
  }

  private func hearHead(of request: any Request) {
    let (head, gate) = (plan.head, gate)
    request.onHTTPResponse { _, reply in
      switch head {
      case .ignored, .allowedAtOnce: reply(.allow)
      case .cancelled: reply(.cancel)
      case .allowedLate:
        Task {
          await gate.wait()
          reply(.allow)
        }
      }
    }
  }
}

// Handlers.
extension Schedule {
  private func add(_ handler: SchedulePlan.Handler, to request: any Request) {
    handlers.withLock { count in
      attach(count, handler, to: request)
      count += 1
    }
  }

  private func attach(_ number: Int, _ handler: SchedulePlan.Handler, to request: any Request) {
    let queue = handler.hasQueue ? queue : nil
    let add: @Sendable () -> Void = { self.add(SchedulePlan.Handler(), to: request) }
    let ran: @Sendable () -> Void = {
      if handler.addsAnother { add() }
      self.log.record(.handler(number, hasQueue: handler.hasQueue))
    }
    let serializer = ScheduleSerializer(behavior: handler.serializer, add: add)
    switch request {
    case let request as DataRequest: request.response(queue: queue, responseSerializer: serializer) { _ in ran() }
    case let request as DownloadRequest: request.response(queue: queue, responseSerializer: serializer) { _ in ran() }
    case let request as DataStreamRequest:
      let isEarly = request.state == .initialized
      request.responseStreamString(on: queue) { event in
        if isEarly, let text = event.value { self.texts.withLock { $0[number, default: ""] += text } }
        if event.completion != nil { ran() }
      }
    default: fail("an unknown kind of request")
    }
  }
}
