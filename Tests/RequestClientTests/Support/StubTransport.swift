import Dispatch
import Foundation
@testable import RequestClient
import Synchronization
import TestSupport

/// Responds to hops from a script, on its own threads like the real transport.
final class StubTransport: Transport {
  /// Returns the response to the hop with this number, counting from 0.
  typealias Script = @Sendable (HopRequest, Int) -> StubResponse

  private let started = Recorder<HopRequest>()
  private let script: Script

  /// The hops in the order in which they began.
  var hops: [HopRequest] { started.values }
  var startCount: Int { hops.count }

  init(_ script: @escaping Script) { self.script = script }

  /// Responds to every hop with 200 and this body.
  convenience init(chunks: [String] = ["st", "ub"]) {
    self.init { _, _ in StubResponse(chunks: chunks) }
  }

  /// Responds with each in turn, then repeats the last.
  convenience init(_ responses: StubResponse...) {
    self.init { _, number in responses[min(number, responses.count - 1)] }
  }

  func hops(count: Int) async -> [HopRequest] { await started.values(count: count) }

  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    let number = started.recordNumbered(hop)
    let transfer = StubTransfer(hop, script(hop, number), receiver)
    transfer.start()
    return transfer
  }
}

/// One hop. Private members are used on its queue only.
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
  private let response: StubResponse
  private let receiver: any HopReceiver
  private let queue = DispatchQueue(label: "StubTransfer")
  private let state: Mutex<State>

  init(_ hop: HopRequest, _ response: StubResponse, _ receiver: any HopReceiver) {
    self.hop = hop
    self.response = response
    self.receiver = receiver
    let size = if case .data(let body) = hop.body { body.count } else { 0 }
    state = Mutex(State(unsentSizes: size > 0 ? [size, size / 2] : [], chunks: response.chunks.reversed()))
  }

  func start() {
    guard let gate = response.gate else { return queue.async { self.begin() } }
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
    if response.hasHead {
      let head = ResponseHead(
        status: response.status, reason: "", httpVersion: "HTTP/1.1", headers: response.headers)
      if let work = receiver.hopReceived(head) { CallbackQueue.run(work) }
    }
    state.withLock { $0.hasBegun = true }
    step()
  }

  private func step() {
    let next: String?? = state.withLock { $0.isOver || $0.isPaused ? .none : .some($0.chunks.last) }
    guard let next else { return }
    guard let chunk = next else { return finish(response.error) }
    switch Array(chunk.utf8).withUnsafeBytes({ receiver.hopReceived($0) }) {
    case .taken:
      state.withLock { state in
        state.chunks.removeLast()
        state.received += chunk.utf8.count
      }
    case .pause: state.withLock { $0.isPaused = true }
    case .enough: return finish(nil)
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
    var line = Timeline.Hop(attempt: hop.attempt, method: hop.method, url: hop.url.description, start: .zero)
    line.status = response.hasHead ? response.status : nil
    line.received.body = received
    guard let rest = receiver.hopFinished(HopReport(hop: line, error: error)) else { return }
    CallbackQueue.run(rest)
  }
}

extension Session {
  /// A session without a network. It is never released; see `releasable`.
  static func stubbed(
    _ transport: StubTransport, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> Session {
    let session = releasable(transport, change)
    keptSessions.withLock { $0.append(session) }
    return session
  }

  /// A session without a network that is released with its last reference, which ends its requests.
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
