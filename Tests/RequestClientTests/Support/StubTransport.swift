import Dispatch
import Foundation
@testable import RequestClient
import Synchronization
import TestSupport

/// Answers hops from a script, on threads of its own like the real transport, without a wire.
final class StubTransport: Transport {
  /// Answers the hop with this number, counting from 0.
  typealias Script = @Sendable (HopRequest, Int) -> StubAnswer

  private let started = Recorder<HopRequest>()
  private let script: Script

  /// The hops in the order in which they began.
  var hops: [HopRequest] { started.values }
  var startCount: Int { hops.count }

  init(_ script: @escaping Script) { self.script = script }

  /// Answers every hop with 200 and this body.
  convenience init(chunks: [String] = ["st", "ub"]) {
    self.init { _, _ in StubAnswer(chunks: chunks) }
  }

  /// Answers with one after another, and then with the last one again and again.
  convenience init(_ answers: StubAnswer...) {
    self.init { _, number in answers[min(number, answers.count - 1)] }
  }

  func hops(count: Int) async -> [HopRequest] { await started.values(count: count) }

  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    let number = started.recordNumbered(hop)
    let transfer = StubTransfer(hop, script(hop, number), receiver)
    transfer.start()
    return transfer
  }
}

/// One hop; what is private runs on its queue alone.
final class StubTransfer: Transfer {
  private struct State {
    var unsentSizes: [Int]
    var chunks: [String]
    var hasBegun = false
    var isPaused = false
    var isOver = false
    var received = 0
  }

  private let hop: HopRequest
  private let answer: StubAnswer
  private let receiver: any HopReceiver
  private let queue = DispatchQueue(label: "StubTransfer")
  private let state: Mutex<State>

  init(_ hop: HopRequest, _ answer: StubAnswer, _ receiver: any HopReceiver) {
    self.hop = hop
    self.answer = answer
    self.receiver = receiver
    let size = if case .data(let body) = hop.body { body.count } else { 0 }
    state = Mutex(State(unsentSizes: size > 0 ? [size, size / 2] : [], chunks: answer.chunks.reversed()))
  }

  func start() {
    guard let gate = answer.gate else { return queue.async { self.begin() } }
    Task {
      await gate.wait()
      queue.async { self.begin() }
    }
  }

  func cancel() { queue.async { self.finish(.explicitlyCancelled) } }
  func pause() { queue.async { self.state.withLock { $0.isPaused = true } } }

  func resume() {
    queue.async {
      let goesOn = self.state.withLock { state in
        defer { state.isPaused = false }
        return state.isPaused && state.hasBegun
      }
      if goesOn { self.step() }
    }
  }

  private func begin() {
    if state.withLock(\.isOver) { return }
    while let size = state.withLock({ $0.unsentSizes.popLast() }) { receiver.hopSent(bodyBytes: size) }
    if answer.hasHead {
      receiver.hopReceived(
        ResponseHead(status: answer.status, reason: "", httpVersion: "HTTP/1.1", headers: answer.headers))
    }
    state.withLock { $0.hasBegun = true }
    step()
  }

  private func step() {
    let next: String?? = state.withLock { $0.isOver || $0.isPaused ? .none : .some($0.chunks.last) }
    guard let next else { return }
    guard let chunk = next else { return finish(answer.error) }
    switch Array(chunk.utf8).withUnsafeBytes({ receiver.hopReceived($0) }) {
    case .taken:
      state.withLock { state in
        state.chunks.removeLast()
        state.received += chunk.utf8.count
      }
    case .pause: state.withLock { $0.isPaused = true }
    case .abort: return finish(.explicitlyCancelled)
    }
    queue.async { self.step() }
  }

  private func finish(_ error: RequestError?) {
    let (isFirst, received) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.received)
    }
    if !isFirst { return }
    var line = TransferTimeline.Hop(attempt: hop.attempt, method: hop.method, url: hop.url.description, start: .zero)
    line.status = answer.hasHead ? answer.status : nil
    line.received.body = received
    guard let rest = receiver.hopFinished(HopReport(hop: line, error: error)) else { return }
    CallbackQueue.run(rest)
  }
}

extension Session {
  /// A session without a network. It lives on, as a session outlives its requests; see `releasable`.
  static func stubbed(
    _ transport: StubTransport, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> Session {
    let session = releasable(transport, change)
    keptSessions.withLock { $0.append(session) }
    return session
  }

  /// A session without a network that goes with its last reference, and ends its requests then.
  static func releasable(
    _ transport: StubTransport, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> Session {
    var configuration = SessionConfiguration()
    configuration.defaultHeaders = []
    change(&configuration)
    return Session(configuration: configuration, transport: transport)
  }
}

private let keptSessions = Mutex<[Session]>([])
