internal import DequeModule
internal import Foundation
internal import Synchronization

/// What a producer has made and a reader not yet taken. The producer waits while there is enough, the reader never.
final class StreamBuffer: Sendable {
  /// In bytes: as long as this much is here, no more is asked for.
  static let limit = 256 << 10

  enum Next {
    case piece(Data)
    case end
    case failure(any Error)
    /// `whenReady` will be called.
    case wait
  }

  private struct State {
    var pieces: Deque<Data> = []
    var byteCount = 0
    var outcome: Result<Void, any Error>?
    var isReaderWaiting = false
    /// No reader is there any more.
    var isClosed = false
    var producer: CheckedContinuation<Void, Never>?
    var hasRoom: Bool { byteCount < StreamBuffer.limit || isClosed }
  }

  private let state = Mutex(State())
  private let whenReady: @Sendable () -> Void

  init(whenReady: @escaping @Sendable () -> Void) { self.whenReady = whenReady }

  /// Takes a piece and returns when more is wanted.
  func append(_ piece: Data) async throws {
    try Task.checkCancellation()
    if piece.isEmpty { return }
    change { state in
      state.pieces.append(piece)
      state.byteCount += piece.count
    }
    await withTaskCancellationHandler {
      await room()
    } onCancel: {
      close()
    }
    try Task.checkCancellation()
  }

  private func room() async {
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLock { state in
        if !state.hasRoom { state.producer = continuation }
        return state.hasRoom
      }
      if hasRoom { continuation.resume() }
    }
  }

  func end(_ outcome: Result<Void, any Error>) { change { $0.outcome = outcome } }

  /// Changes what the reader sees, and calls it if it waits for that.
  private func change(_ body: (inout State) -> Void) {
    let isWaiting = state.withLock { state in
      body(&state)
      defer { state.isReaderWaiting = false }
      return state.isReaderWaiting && !state.isClosed
    }
    if isWaiting { whenReady() }
  }

  /// The oldest piece, or why there is none.
  func next() -> Next {
    let (next, producer) = state.withLock { state in (Self.next(&state), Self.producerToWake(&state)) }
    producer?.resume()
    return next
  }

  private static func next(_ state: inout State) -> Next {
    if let piece = state.pieces.popFirst() {
      state.byteCount -= piece.count
      return .piece(piece)
    }
    switch state.outcome {
    case .success: return .end
    case .failure(let error): return .failure(error)
    case nil:
      state.isReaderWaiting = true
      return .wait
    }
  }

  /// Lets the producer go: nobody reads any more.
  func close() {
    let producer = state.withLock { state in
      state.isClosed = true
      return Self.producerToWake(&state)
    }
    producer?.resume()
  }

  private static func producerToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    guard state.hasRoom else { return nil }
    defer { state.producer = nil }
    return state.producer
  }
}
