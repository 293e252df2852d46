internal import DequeModule
internal import Synchronization

/// A job in a process. Tasks respond to its questions; the thread of the process passes on its events.
final class HostRun: Sendable {
  enum Outcome: Sendable {
    case result(ScriptResult)
    case failed(ScriptError)
    /// The process had ended before the job was begun.
    case notBegun
  }

  private struct State {
    var outcome: Outcome?
    /// Questions that no task handles yet.
    var calls = Deque<ScriptCall>()
    /// The continuation that waits for the next question or the end.
    var waiter: CheckedContinuation<Void, Never>?
    var unanswered = 0
    /// Whether the process keeps the global object for later jobs of the session.
    var isKept = false
    var tests = TestBound()
  }

  var limits: ScriptLimits { job.limits }
  var depth: Int { job.depth }
  private let job: ScriptJob
  private let services: any ScriptServices
  private let session: ScriptSession?
  private let pool: HostPool
  private let state = Mutex(State())

  /// The number of pending questions at which reading from the host stops. Its runtime has fewer at a time, because a
  /// host that is blocked writing reads no responses.
  static let callLimit = 100

  init(_ job: ScriptJob, _ services: any ScriptServices, _ session: ScriptSession?, _ pool: HostPool) {
    (self.job, self.services, self.session, self.pool) = (job, services, session, pool)
  }

  func frames(forgetting sessions: [Int]) -> [HostFrame] {
    var object = job.json
    if !sessions.isEmpty { object.add("forgotten", .array(sessions.map { .number($0) })) }
    if let session {
      let number = JSONValue.number(session.number)
      if job.event != .preRequest { object.add("continues", number) }
      if job.event != .postResponse { object.add("keeps", number) }
    }
    let start = HostFrame(.job, .object(object))
    return job.body.isEmpty ? [start] : [HostFrame(.body, Array(job.body)), start]
  }

  /// Runs the job. Cancelling the task ends the process.
  func start(in process: HostProcess) async -> Outcome {
    await withTaskCancellationHandler {
      process.begin(self)
      if let first = await nextCall() { await answerAll(from: first, in: process) }
    } onCancel: {
      end(.failed(.cancelled))
      process.kill()
    }
    return state.withLock(\.outcome) ?? .failed(.cancelled)
  }

  /// Responds to all questions, several at the same time.
  private func answerAll(from first: ScriptCall, in process: HostProcess) async {
    // The group discards finished tasks.
    await withDiscardingTaskGroup { group in
      var next: ScriptCall? = first
      while let call = next {
        group.addTask { await self.answer(call, in: process) }
        next = await nextCall()
      }
      group.cancelAll()
    }
  }

  /// Waits for a question; `nil` at the end.
  private func nextCall() async -> ScriptCall? {
    while true {
      let (call, isOver) = state.withLock { ($0.outcome == nil ? $0.calls.popFirst() : nil, $0.outcome != nil) }
      if call != nil || isOver { return call }
      await withCheckedContinuation { waiter in
        let hasNews = state.withLock { state in
          let hasNews = state.outcome != nil || !state.calls.isEmpty
          if !hasNews { state.waiter = waiter }
          return hasNews
        }
        if hasNews { waiter.resume() }
      }
    }
  }

  /// Changes the state, and resumes the waiting task.
  private func tell(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func answer(_ call: ScriptCall, in process: HostProcess) async {
    let frame = call.frame(await services.answer(call.question))
    state.withLock { $0.unanswered -= 1 }
    process.send(frame, of: self)
  }

  /// Whether it waits for a response.
  var isWaiting: Bool { state.withLock { $0.unanswered > 0 } }

  var process: HostProcess? { session?.process }

  /// Whether the process keeps the global object for later jobs of the session.
  var isKept: Bool { state.withLock(\.isKept) }

  /// Whether it can accept more questions.
  var canRead: Bool { state.withLock { $0.unanswered < Self.callLimit } }

  /// Handles a message of the host.
  ///
  /// - Returns: The result, if the job is done.
  func receive(_ frame: HostFrame) throws(ScriptError) -> ScriptResult? {
    guard state.withLock({ $0.outcome == nil }) else { return nil }
    let message = try Self.object(frame)
    if frame.kind == .message, let result = ScriptResult(message) {
      if let rest = state.withLock(\.tests.rest) { services.receive(.test(rest)) }
      return result
    }
    if frame.kind == .message, let event = ScriptEvent(message) {
      if state.withLock({ $0.tests.passes(event, limits) }) { services.receive(event) }
    } else if frame.kind == .message, message["op"] == "kept" {
      state.withLock { $0.isKept = true }
    } else if let call = ScriptCall(message, isSynchronous: frame.kind == .question) {
      tell { state in
        state.unanswered += 1
        state.calls.append(call)
      }
      pool.advance()
    } else {
      throw .invalidMessage("unknown: \(message["op"]?.compact ?? "no op")")
    }
    return nil
  }

  private static func object(_ frame: HostFrame) throws(ScriptError) -> JSONObject {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONText(frame.payload).value } catch {
      throw .invalidMessage("\(error)")
    }
    guard let object = value.object else { throw .invalidMessage("\(value.kindName), not an object") }
    return object
  }

  /// Sets the outcome. Only the first call has an effect.
  func end(_ outcome: Outcome) {
    tell { state in
      if state.outcome == nil { state.outcome = outcome }
    }
  }
}
