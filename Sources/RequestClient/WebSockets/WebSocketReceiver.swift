internal import Foundation

/// Makes messages of the bytes of a server: frames, fragments, decompression, UTF-8 and limits.
struct WebSocketReceiver {
  /// A message, a control frame or a frame of the server.
  enum Arrival: Equatable {
    case message(WebSocketMessage, WebSocketDetails)
    case ping(Data, WebSocketDetails)
    case pong(Data, WebSocketDetails)
    case close(WebSocketCloseCode?, String)
    case frame(WebSocketFrame)
  }

  typealias Violation = WebSocketFrameParser.Violation

  private var parser: WebSocketFrameParser
  private let inflater: WebSocketInflater?
  private let limit: Int
  private let reportsFrames: Bool

  private var frame: WebSocketFrameParser.Header?
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  private var isText = false
  private var isCompressed = false
  private var text = UTF8Check()
  /// Bytes received of a message whose end has not arrived; `nil` between messages.
  private(set) var unfinishedSize: Int?
  private var frameCount = 0
  private var wireSize = 0

  /// - Parameters:
  ///   - inflater: Decompresses messages; `nil` without an agreement on compression.
  ///   - limit: Maximum size of a message in bytes.
  init(inflater: WebSocketInflater? = nil, limit: Int, reportsFrames: Bool = false) {
    parser = WebSocketFrameParser(allowsCompression: inflater != nil)
    self.inflater = inflater
    self.limit = limit
    self.reportsFrames = reportsFrames
  }

  /// Handles the next bytes. After an error, further bytes must be discarded.
  ///
  /// - Parameters:
  ///   - time: From the start of the exchange.
  ///   - report: Called with what is complete, in order.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, at time: Duration, _ report: (Arrival) -> Void
  ) throws(Violation) {
    var parser = parser
    defer { self.parser = parser }
    try parser.parse(bytes) { part throws(Violation) in
      switch part {
      case .header(let header): try begin(header, time, report)
      case .payload(let bytes): try addPayload(bytes)
      case .end: try end(time, report)
      }
    }
  }

  private mutating func begin(
    _ header: WebSocketFrameParser.Header, _ time: Duration, _ report: (Arrival) -> Void
  ) throws(Violation) {
    frame = header
    if reportsFrames { report(.frame(WebSocketFrame(received: header, at: time))) }
    if header.kind.isControl {
      control.removeAll(keepingCapacity: true)
      return
    }
    if header.kind != .continuation {
      (isText, isCompressed) = (header.kind == .text, header.isCompressed)
      message.removeAll(keepingCapacity: message.capacity <= Self.keptCapacity)
      (text, frameCount, wireSize) = (UTF8Check(), 0, 0)
      unfinishedSize = 0
    }
    frameCount += 1
    // A server may announce any size; a message with an overflow is never complete.
    wireSize &+= header.headerSize &+ header.payloadSize
    if !isCompressed, header.payloadSize > limit - message.count { throw tooLarge }
  }

  /// A buffer up to this size is reused for the next message.
  private static let keptCapacity = 1 << 20

  private var tooLarge: Violation { Violation("a message larger than \(limit) bytes", .messageTooBig) }

  private mutating func addPayload(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    if frame?.kind.isControl == true {
      control.append(contentsOf: bytes)
      return
    }
    unfinishedSize = (unfinishedSize ?? 0) + bytes.count
    if isCompressed { try inflate(bytes) } else { try append(bytes) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    if bytes.count > limit - message.count { throw tooLarge }
    if isText, !text.check(bytes) { throw Self.invalidText }
    message.append(contentsOf: bytes)
  }

  private static let invalidText = Violation("text that is not UTF-8", .invalidPayload)

  private mutating func inflate(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
    guard let inflater else { return }
    try append(try inflater.inflate(Array(bytes), atMost: limit - message.count))
  }

  /// Appends decompressed bytes; `nil` if there are too many.
  private mutating func append(_ bytes: [UInt8]?) throws(Violation) {
    guard let bytes else { throw tooLarge }
    if isText, !bytes.withUnsafeBytes({ text.check($0) }) { throw Self.invalidText }
    message += bytes
  }

  private mutating func end(_ time: Duration, _ report: (Arrival) -> Void) throws(Violation) {
    guard let frame else { return }
    self.frame = nil
    if frame.kind.isControl { return try endControl(frame, time, report) }
    if !frame.isFinal { return }
    unfinishedSize = nil
    if isCompressed {
      guard let inflater else { return }
      try append(try inflater.finishMessage(atMost: limit - message.count))
    }
    if isText, !text.isComplete { throw Self.invalidText }
    let details = WebSocketDetails(
      time: time, frameCount: frameCount, wireSize: wireSize, isCompressed: isCompressed)
    let content: WebSocketMessage = isText ? .text(String(decoding: message, as: UTF8.self)) : .binary(Data(message))
    report(.message(content, details))
  }

  private func endControl(
    _ frame: WebSocketFrameParser.Header, _ time: Duration, _ report: (Arrival) -> Void
  ) throws(Violation) {
    let details = WebSocketDetails(time: time, wireSize: frame.headerSize + frame.payloadSize)
    switch frame.kind {
    case .ping: report(.ping(Data(control), details))
    case .pong: report(.pong(Data(control), details))
    default:
      let (code, reason) = try closeContent()
      report(.close(code, reason))
    }
  }

  private func closeContent() throws(Violation) -> (WebSocketCloseCode?, String) {
    if control.isEmpty { return (nil, "") }
    if control.count == 1 { throw Violation("a close frame with half a code") }
    let code = WebSocketCloseCode(Int(control[0]) << 8 | Int(control[1]))
    if !code.mayBeSent { throw Violation("a close frame with the code \(code.rawValue)") }
    var check = UTF8Check()
    let isText = control.withUnsafeBytes { check.check(UnsafeRawBufferPointer(rebasing: $0[2...])) }
    if !isText || !check.isComplete { throw Violation("a reason that is not UTF-8", .invalidPayload) }
    return (code, String(decoding: control[2...], as: UTF8.self))
  }
}

extension WebSocketFrame {
  init(received header: WebSocketFrameParser.Header, at time: Duration) {
    self.init(
      isSent: false, kind: header.kind, isFinal: header.isFinal, isCompressed: header.isCompressed,
      payloadSize: header.payloadSize, headerSize: header.headerSize, time: time)
  }
}
