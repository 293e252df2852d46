/// Splits the bytes of a server into frames (RFC 6455, section 5.2). A pure value: bytes in, parts of frames out.
///
/// Payloads are passed on as they arrive, so that nothing is allocated for a length that a server only announces.
struct WebSocketFrameParser {
  struct Header: Equatable {
    var kind: WebSocketFrame.Kind
    var isFinal: Bool
    /// The first reserved bit, which marks a compressed message.
    var isCompressed: Bool
    var payloadSize: Int
    var headerSize: Int
  }

  /// A part of a frame. The payload is valid during the call only.
  enum Part {
    case header(Header)
    case payload(UnsafeRawBufferPointer)
    /// The payload is complete.
    case end
  }

  /// How a frame breaks the protocol.
  struct Violation: Error, Equatable {
    var code = WebSocketCloseCode.protocolError
    var detail: String

    init(_ detail: String, _ code: WebSocketCloseCode = .protocolError) { (self.detail, self.code) = (detail, code) }
  }

  /// Whether the first reserved bit has a meaning.
  private let allowsCompression: Bool
  private var header = HeaderBytes()
  private var current: Header?
  private var remaining = 0
  /// Whether a message has begun whose last frame is missing.
  private var isInMessage = false

  init(allowsCompression: Bool) { self.allowsCompression = allowsCompression }

  /// Parses the next bytes. Do not call it after an error.
  ///
  /// - Parameter report: Called with the parts in order; its error ends the parsing.
  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, _ report: (Part) throws(Violation) -> Void
  ) throws(Violation) {
    var place = 0
    while place < bytes.count || current != nil && remaining == 0 {
      guard current != nil else {
        place += try readHeader(UnsafeRawBufferPointer(rebasing: bytes[place...]), report)
        continue
      }
      let count = min(remaining, bytes.count - place)
      if count > 0 { try report(.payload(UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]))) }
      place += count
      remaining -= count
      if remaining == 0 {
        current = nil
        try report(.end)
      }
    }
  }

  /// - Returns: The number of bytes used.
  private mutating func readHeader(
    _ bytes: UnsafeRawBufferPointer, _ report: (Part) throws(Violation) -> Void
  ) throws(Violation) -> Int {
    var used = 0
    while used < bytes.count, header.count < header.size {
      header.append(bytes[used])
      used += 1
      // The first two bytes are checked before more are awaited.
      if header.count == 2 { try check() }
    }
    guard header.count >= 2, header.count == header.size else { return used }
    let frame = try finishHeader()
    header = HeaderBytes()
    current = frame
    remaining = frame.payloadSize
    try report(.header(frame))
    return used
  }

  private mutating func check() throws(Violation) {
    guard let kind = header.kind else { throw Violation("an unknown opcode \(header.opcode)") }
    if header.reservedBits != 0,
      header.reservedBits != 4 || !allowsCompression || kind.isControl || kind == .continuation
    {
      throw Violation("reserved bits without a meaning")
    }
    if header.isMasked { throw Violation("a masked frame") }
    if kind.isControl {
      if !header.isFinal { throw Violation("a fragmented \(kind)") }
      if header.shortLength > 125 { throw Violation("a \(kind) with more than 125 bytes") }
      return
    }
    if kind == .continuation, !isInMessage { throw Violation("a continuation of no message") }
    if kind != .continuation, isInMessage { throw Violation("a message within a fragmented one") }
    isInMessage = !header.isFinal
  }

  private func finishHeader() throws(Violation) -> Header {
    guard let kind = header.kind, let size = header.payloadSize else { throw Violation("a length above 2⁶³") }
    return Header(
      kind: kind, isFinal: header.isFinal, isCompressed: header.reservedBits == 4, payloadSize: size,
      headerSize: header.size)
  }

  /// The bytes of a header as far as they have arrived.
  private struct HeaderBytes {
    private var first: UInt8 = 0
    private var second: UInt8 = 0
    private var length: UInt64 = 0
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
      switch count {
      case 0: first = byte
      case 1: second = byte
      default: length = length << 8 | UInt64(byte)
      }
      count += 1
    }

    /// The size of the whole header, as far as it is known.
    var size: Int {
      if count < 2 { return 2 }
      switch shortLength {
      case 126: return 4
      case 127: return 10
      default: return 2
      }
    }

    var isFinal: Bool { first & 0x80 != 0 }
    var reservedBits: UInt8 { first >> 4 & 7 }
    var opcode: UInt8 { first & 0x0F }
    var kind: WebSocketFrame.Kind? { WebSocketFrame.Kind(rawValue: opcode) }
    var isMasked: Bool { second & 0x80 != 0 }
    var shortLength: Int { Int(second & 0x7F) }
    /// `nil` if the highest bit is set, which the protocol forbids.
    var payloadSize: Int? { size == 2 ? shortLength : Int(exactly: length) }
  }
}
