import Dispatch
import Foundation
import RequestClient
import Synchronization
import TestSupport

/// Answers every hop with a head and a body in pieces, on a thread of its own like the real transport.
final class StubTransport: Transport {
  private let queue = DispatchQueue(label: "StubTransport")
  private let starts = Mutex(0)
  let pieces: [String]

  var startCount: Int { starts.withLock { $0 } }

  init(pieces: [String] = ["st", "ub"]) { self.pieces = pieces }

  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    starts.withLock { $0 += 1 }
    let transfer = StubTransfer(hop, receiver, pieces, queue)
    queue.async { transfer.begin() }
    return transfer
  }
}

final class StubTransfer: Transfer {
  private struct State {
    var pieces: [String]
    var isPaused = false
    var isOver = false
  }

  private let hop: HopRequest
  private let receiver: any HopReceiver
  private let queue: DispatchQueue
  private let state: Mutex<State>

  init(_ hop: HopRequest, _ receiver: any HopReceiver, _ pieces: [String], _ queue: DispatchQueue) {
    self.hop = hop
    self.receiver = receiver
    self.queue = queue
    state = Mutex(State(pieces: pieces.reversed()))
  }

  func begin() {
    if state.withLock(\.isOver) { return }
    receiver.hopReceived(ResponseHead(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: []))
    step()
  }

  private func step() {
    let next: String?? = state.withLock { $0.isOver || $0.isPaused ? .none : .some($0.pieces.last) }
    guard let next else { return }
    guard let piece = next else { return finish(nil) }
    switch Array(piece.utf8).withUnsafeBytes({ receiver.hopReceived($0) }) {
    case .taken: state.withLock { _ = $0.pieces.popLast() }
    case .pause: state.withLock { $0.isPaused = true }
    case .abort: return finish(.explicitlyCancelled)
    }
    queue.async { self.step() }
  }

  private func finish(_ error: RequestError?) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    let line = Timeline.Hop(attempt: hop.attempt, method: hop.method, url: hop.url.description, start: .zero)
    if isFirst { receiver.hopFinished(HopReport(hop: line, error: error)) }
  }

  func cancel() { queue.async { self.finish(.explicitlyCancelled) } }
  func pause() { queue.async { self.state.withLock { $0.isPaused = true } } }

  func resume() {
    queue.async {
      let wasPaused = self.state.withLock { state in
        defer { state.isPaused = false }
        return state.isPaused
      }
      if wasPaused { self.step() }
    }
  }
}
