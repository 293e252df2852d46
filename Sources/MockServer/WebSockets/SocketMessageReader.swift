/// Makes messages of the bytes of a client.
struct SocketMessageReader {
  enum Event: Equatable {
    case message(MockMessage)
    case ping([UInt8])
    /// The payload: a code and a reason, or nothing.
    case close([UInt8])
  }

  private var frames = SocketFrameReader()
  /// The beginning of a message in several frames.
  private var message: SocketFrame?

  /// Returns what is complete. Do not call it after an error.
  mutating func read(_ bytes: [UInt8]) throws(SocketViolation) -> [Event] {
    var events: [Event] = []
    for frame in try frames.read(bytes) {
      switch frame.kind {
      case .ping: events.append(.ping(frame.payload))
      case .pong: break
      case .close: events.append(.close(try Self.checkedClose(frame.payload)))
      case .text, .binary, .continuation:
        if let message = try completedMessage(by: frame) { events.append(.message(message)) }
      }
    }
    return events
  }

  /// Refuses half a code, codes that are never sent, and a reason that is not UTF-8.
  private static func checkedClose(_ payload: [UInt8]) throws(SocketViolation) -> [UInt8] {
    guard !payload.isEmpty else { return payload }
    let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let isKnown = [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
    guard payload.count > 1, isKnown else { throw SocketViolation("a close frame without a valid code") }
    guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else {
      throw SocketViolation("a reason that is not UTF-8", code: 1007)
    }
    return payload
  }

  /// - Returns: The message, if the frame is its last.
  private mutating func completedMessage(by frame: SocketFrame) throws(SocketViolation) -> MockMessage? {
    if frame.kind == .continuation {
      guard let size = message?.payload.count else { throw SocketViolation("a continuation of no message") }
      guard size + frame.payload.count <= SocketFrameReader.limit else {
        throw SocketViolation("a message larger than \(SocketFrameReader.limit >> 20) MiB", code: 1009)
      }
      // In place: a copy for each of many small frames would cost the square of the message.
      message?.payload.append(contentsOf: frame.payload)
    } else if message != nil {
      throw SocketViolation("a message within another")
    } else {
      message = frame
    }
    guard frame.isFinal, let whole = message else { return nil }
    message = nil
    guard whole.kind == .text else { return MockMessage(.binary, whole.payload) }
    guard String(validating: whole.payload, as: UTF8.self) != nil else {
      throw SocketViolation("text that is not UTF-8", code: 1007)
    }
    return MockMessage(.text, whole.payload)
  }
}
