internal import Foundation
internal import Synchronization

/// Hands the pieces of a body to the handlers of a stream, and holds the server back while they are behind.
///
/// ```
/// transport ─ piece ─► request's line ─► each handler's parser ─► its queue
///      ▲                                                              │
///      └───────── room, once less than the limit is under way ◄───────┘
/// ```
final class StreamHub: BodySink {
  /// Bytes under way to handlers from which on the server is held back.
  private static let limit = 1 << 20

  private struct State {
    var listeners: [any StreamListening] = []
    var underWay = 0
    var isFull = false
  }

  let automaticallyCancelsOnError: Bool
  private let state = Mutex(State())

  init(automaticallyCancelsOnError: Bool) { self.automaticallyCancelsOnError = automaticallyCancelsOnError }

  var isFull: Bool { state.withLock { $0.isFull } }

  func add(_ listener: any StreamListening) { state.withLock { $0.listeners.append(listener) } }

  func begin(_ head: ResponseHead, of request: RequestCore) {
    request.enqueue { _ in
      for listener in self.state.withLock({ $0.listeners }) { listener.begin() }
    }
  }

  func take(_ piece: UnsafeRawBufferPointer, of request: RequestCore) {
    let data = Data(piece)
    state.withLock { state in
      state.underWay += data.count
      state.isFull = state.underWay >= Self.limit
    }
    let credit = StreamCredit(byteCount: data.count, hub: self, request: request)
    request.enqueue { core in
      for listener in self.state.withLock({ $0.listeners }) { listener.take(data, credit, of: core) }
    }
  }

  /// - Returns: Whether there is room again.
  fileprivate func handled(_ byteCount: Int) -> Bool {
    state.withLock { state in
      state.underWay -= byteCount
      guard state.isFull, state.underWay < Self.limit / 2 else { return false }
      state.isFull = false
      return true
    }
  }
}

/// Held by whatever still has to be done with a piece; the last one to let go makes room for more.
final class StreamCredit: Sendable {
  private let byteCount: Int
  private let hub: StreamHub
  private let request: RequestCore

  fileprivate init(byteCount: Int, hub: StreamHub, request: RequestCore) {
    self.byteCount = byteCount
    self.hub = hub
    self.request = request
  }

  deinit {
    if hub.handled(byteCount) { request.sinkHasRoom() }
  }
}

/// A handler of a stream, whatever it makes of the bytes.
protocol StreamListening: Sendable {
  /// An answer begins; what was left of an earlier one is dropped.
  func begin()
  func take(_ piece: Data, _ credit: StreamCredit, of request: RequestCore)
}
