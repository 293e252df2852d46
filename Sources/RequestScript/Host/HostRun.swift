internal import RequestBasics
internal import Synchronization

/// A job in a process: its questions are answered by tasks, its events passed on by the thread of the process.
final class HostRun: Sendable {
  enum Outcome: Sendable {
    case result(ScriptResult)
    case failed(ScriptError)
    /// The process had ended before the job was begun.
    case notBegun

    var isResult: Bool { if case .result = self { true } else { false } }
  }

  private struct State {
    var outcome: Outcome?
    var unanswered = 0
    /// Whether the process keeps the global object for later jobs of the session.
    var isKept = false
    var tests = TestBound()
  }

  var limits: ScriptLimits { job.limits }
  private let job: ScriptJob
  private let services: any ScriptServices
  private let session: ScriptSession?
  /// Whether the thread that begins it may wait for its end.
  let isAwaited: Bool
  private let pool: HostPool
  private let calls: AsyncStream<ScriptCall>
  private let continuation: AsyncStream<ScriptCall>.Continuation
  private let state = Mutex(State())

  /// How many questions may be unanswered before the host is not read any more.
  private static let callLimit = 100

  init(
    _ job: ScriptJob, _ services: any ScriptServices, _ session: ScriptSession?, _ pool: HostPool, isAwaited: Bool
  ) {
    (self.job, self.services, self.session, self.pool) = (job, services, session, pool)
    self.isAwaited = isAwaited
    (calls, continuation) = AsyncStream.makeStream()
  }

  func frames(forgetting sessions: [Int]) -> [HostFrame] {
    var object = job.json
    if !sessions.isEmpty { object["forgotten"] = .array(sessions.map { .number($0) }) }
    if let session {
      object[job.event == .preRequest ? "keeps" : "continues"] = .number(session.number)
    }
    let start = HostFrame(.job, .object(object))
    return job.body.isEmpty ? [start] : [HostFrame(.body, Array(job.body)), start]
  }

  /// Runs the job. Cancelling the task ends the process.
  func start(in process: HostProcess) async -> Outcome {
    await withTaskCancellationHandler {
      process.begin(self)
      await withTaskGroup(of: Void.self) { group in
        for await call in calls {
          group.addTask { await self.answer(call, in: process) }
        }
        group.cancelAll()
      }
    } onCancel: {
      process.kill()
      end(.failed(.cancelled))
    }
    return state.withLock(\.outcome) ?? .failed(.cancelled)
  }

  private func answer(_ call: ScriptCall, in process: HostProcess) async {
    let answer = await services.answer(call.question)
    state.withLock { $0.unanswered -= 1 }
    process.send(call.frame(answer), of: self)
  }

  /// Whether it waits for an answer.
  var isWaiting: Bool { state.withLock { $0.unanswered > 0 } }

  /// The process that it needs.
  var process: HostProcess? { session?.process }

  /// Whether the process keeps the global object for later jobs of the session.
  var isKept: Bool { state.withLock(\.isKept) }

  /// Whether more questions can be taken.
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
      state.withLock { $0.unanswered += 1 }
      continuation.yield(call)
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

  /// Sets the outcome; the first counts.
  func end(_ outcome: Outcome) {
    state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
    }
    continuation.finish()
  }
}
