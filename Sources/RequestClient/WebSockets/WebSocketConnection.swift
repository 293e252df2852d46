internal import Foundation
internal import Synchronization

/// One connection of a WebSocket, from its handshake to its end.
final class WebSocketConnection: Sendable {
  let handshake: WebSocketHandshake
  let outbox: WebSocketOutbox
  private let start: ContinuousClock.Instant
  private let receiver = Mutex<WebSocketReceiver?>(nil)
  private let deflater = Mutex<WebSocketDeflater?>(nil)
  private let settings: WebSocketOptions
  /// The running timers by their numbers.
  private let timers = Mutex<(last: Int, tasks: [Int: Task<Void, Never>])>((0, [:]))

  /// - Parameter start: Start of the exchange.
  init(
    _ handshake: WebSocketHandshake, _ outbox: WebSocketOutbox, _ settings: WebSocketOptions,
    start: ContinuousClock.Instant
  ) {
    (self.handshake, self.outbox, self.settings, self.start) = (handshake, outbox, settings, start)
  }

  /// From the start of the exchange.
  var time: Duration { start.duration(to: .now) }

  /// The handshake was accepted with this compression.
  func open(_ compression: WebSocketCompression?) throws(WebSocketFailure) {
    var inflater: WebSocketInflater?
    if let compression {
      inflater = try WebSocketInflater(resetsWindow: compression.serverNoContextTakeover)
      let bits = compression.clientMaxWindowBits ?? WebSocketDeflater.windows.upperBound
      if WebSocketDeflater.windows.contains(bits) {
        let fresh = try WebSocketDeflater(windowBits: bits, resetsWindow: compression.clientNoContextTakeover)
        deflater.withLock { $0 = fresh }
      }
    }
    let fresh = WebSocketReceiver(
      inflater: inflater, limit: settings.maxMessageSize, reportsFrames: settings.reportsFrames)
    receiver.withLock { $0 = fresh }
  }

  /// Handles bytes of the server. Called on the transport's thread only.
  ///
  /// - Returns: The complete messages and frames, and how the server broke the protocol.
  func receive(
    _ bytes: UnsafeRawBufferPointer
  ) -> (arrivals: [WebSocketReceiver.Arrival], violation: WebSocketReceiver.Violation?) {
    let time = time
    return receiver.withLock { receiver in
      var arrivals: [WebSocketReceiver.Arrival] = []
      do throws(WebSocketReceiver.Violation) {
        try receiver?.receive(bytes, at: time) { arrivals.append($0) }
        return (arrivals, nil)
      } catch {
        // Discards what follows.
        receiver = nil
        return (arrivals, error)
      }
    }
  }

  /// Bytes received of a message whose end has not arrived; `nil` between messages.
  var unfinishedSize: Int? { receiver.withLock { $0?.unfinishedSize } }

  /// Returns the frames of a message. Called by one thread at a time, in the order in which the frames are sent.
  func frames(of message: WebSocketMessage) -> [WebSocketFrameWriter.Frame] {
    deflater.withLock { deflater in
      let isSmall = message.byteCount < settings.compressionThreshold
      return WebSocketFrameWriter.frames(of: message, isSmall ? nil : deflater, maxFrameSize: settings.maxFrameSize)
    }
  }

  /// Runs `work` after a delay, again and again while it returns `true`, until the connection ends.
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Bool) {
    timers.withLock { timers in
      timers.last += 1
      let number = timers.last
      timers.tasks[number] = Task { [weak self] in
        // Sleeping throws only after the end.
        while (try? await Task.sleep(for: delay)) != nil, work() {}
        self?.timers.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// For tests. The number of running timers.
  var timerCount: Int { timers.withLock { $0.tasks.count } }

  func end(_ error: RequestError) {
    let ended = timers.withLock { timers in
      defer { timers.tasks = [:] }
      return timers.tasks
    }
    for timer in ended.values { timer.cancel() }
    outbox.fail(error)
  }
}
