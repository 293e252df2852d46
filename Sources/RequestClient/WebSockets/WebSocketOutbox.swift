internal import DequeModule
internal import Foundation
internal import Synchronization

/// The frames that wait to be written to a connection. Written by any thread, read by the transport's.
final class WebSocketOutbox: UpgradeOutput {
  /// Called when the bytes before it were written, with `nil`, or will never be.
  typealias Completion = @Sendable (RequestError?) -> Void

  fileprivate struct State {
    var bytes: [UInt8] = []
    /// Number of `bytes` that were written.
    var written = 0
    /// Position of the first of `bytes` in everything that was appended.
    var origin = 0
    var completions = Deque<(end: Int, run: Completion)>()
    var wake: (@Sendable () -> Void)?
    /// Whether the connection ends when everything is written.
    var isEnding = false
    /// Whether a close frame was added, after which no message may follow (RFC 6455, section 5.5.1).
    var isClosed = false
    /// Why nothing is taken any more.
    var failure: RequestError?
    /// Whether someone waits until less is unsent.
    var roomLimit: Int?

    var unsent: Int { bytes.count - written }
  }

  private let state = Mutex(State())
  /// Called on the transport's thread with the completions that are due.
  private let onWritten: @Sendable ([Completion]) -> Void
  /// Called on the transport's thread when there is room again.
  private let onRoom: @Sendable () -> Void

  init(onWritten: @escaping @Sendable ([Completion]) -> Void, onRoom: @escaping @Sendable () -> Void) {
    (self.onWritten, self.onRoom) = (onWritten, onRoom)
  }

  /// Whether fewer than `limit` bytes are unsent. If not, `onRoom` is called when that changes.
  func hasRoom(below limit: Int) -> Bool {
    state.withLock { state in
      if state.unsent < limit { return true }
      state.roomLimit = limit
      return false
    }
  }

  /// Adds frames.
  ///
  /// - Returns: Whether they are taken.
  @discardableResult
  func append(_ frames: [WebSocketFrameWriter.Frame], _ completion: Completion? = nil) -> Bool {
    let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      if state.failure != nil || state.isEnding { return (false, nil) }
      if state.isClosed, frames.contains(where: { !$0.kind.isControl }) { return (false, nil) }
      let wasEmpty = state.unsent == 0
      state.makeRoom()
      for frame in frames { frame.write(to: &state.bytes) }
      if frames.contains(where: { $0.kind == .close }) { state.isClosed = true }
      if let completion { state.completions.append((state.origin + state.bytes.count, completion)) }
      return (true, wasEmpty ? state.wake : nil)
    }
    wake?()
    return isTaken
  }

  /// Ends the connection when everything is written.
  func end() {
    let wake = state.withLock { state in
      state.isEnding = true
      return state.wake
    }
    wake?()
  }

  /// The connection has ended; fails what was not written.
  func fail(_ error: RequestError) {
    let failed = state.withLock { state in
      state.failure = state.failure ?? error
      state.wake = nil
      state.bytes = []
      state.written = 0
      defer { state.completions = [] }
      return state.completions.map(\.run)
    }
    if failed.isEmpty { return }
    let completions: [Completion] = failed.map { run in { @Sendable _ in run(error) } }
    onWritten(completions)
  }

  // MARK: The transport

  func attach(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func write(_ take: (UnsafeRawBufferPointer) -> Int?) -> UpgradeProgress {
    let (progress, due, hasRoom) = state.withLock { state in
      let progress = state.write(take)
      let hasRoom = state.roomLimit.map { state.unsent <= $0 / 2 } ?? false
      if hasRoom { state.roomLimit = nil }
      return (progress, state.takeDue(), hasRoom)
    }
    if !due.isEmpty { onWritten(due) }
    if hasRoom { onRoom() }
    return progress
  }
}

extension WebSocketOutbox.State {
  fileprivate mutating func write(_ take: (UnsafeRawBufferPointer) -> Int?) -> UpgradeProgress {
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[written...])) }
      guard let count else { return .blocked }
      written += count
    }
    if isEnding { return .ended }
    return .idle
  }

  fileprivate mutating func takeDue() -> [WebSocketOutbox.Completion] {
    var due: [WebSocketOutbox.Completion] = []
    while let first = completions.first, first.end <= origin + written { due.append(completions.removeFirst().run) }
    return due
  }

  /// Drops what was written.
  fileprivate mutating func makeRoom() {
    if written == bytes.count {
      origin += written
      bytes.removeAll(keepingCapacity: bytes.count <= 1 << 20)
      written = 0
    } else if written > 1 << 20 {
      origin += written
      bytes.removeFirst(written)
      written = 0
    }
  }
}
