/// A frame (RFC 6455, section 5.2).
struct SocketFrame: Equatable {
  enum Kind: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  var kind: Kind
  var isFinal = true
  var payload: [UInt8]

  init(_ kind: Kind, isFinal: Bool = true, _ payload: [UInt8]) {
    (self.kind, self.isFinal, self.payload) = (kind, isFinal, payload)
  }

  /// A close frame. A reason is cut to what fits.
  static func close(_ code: Int, _ reason: [UInt8] = []) -> SocketFrame {
    SocketFrame(.close, [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + reason.prefix(123))
  }

  /// The bytes as a server sends them, without a mask.
  var bytes: [UInt8] {
    let first = kind.rawValue | (isFinal ? 0x80 : 0)
    switch payload.count {
    case 0..<126: return [first, UInt8(payload.count)] + payload
    case 126..<0x1_0000: return [first, 126] + Self.bigEndian(payload.count, size: 2) + payload
    default: return [first, 127] + Self.bigEndian(payload.count, size: 8) + payload
    }
  }

  private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// How a client breaks the protocol.
struct SocketViolation: Error, Equatable {
  /// The code of the close frame.
  var code: Int
  var sentence: String

  init(_ sentence: String, code: Int = 1002) { (self.sentence, self.code) = (sentence, code) }
}

/// Splits the bytes of a client into frames and takes their masks off.
struct SocketFrameReader {
  /// In bytes.
  static let limit = 16 << 20

  private var unread: [UInt8] = []

  /// Returns the frames that are complete. Do not call it after an error.
  mutating func read(_ bytes: [UInt8]) throws(SocketViolation) -> [SocketFrame] {
    unread += bytes
    var frames: [SocketFrame] = []
    var start = 0
    while let (frame, end) = try Self.frame(unread[start...]) {
      frames.append(frame)
      start = end
    }
    unread.removeFirst(start)
    return frames
  }

  /// The first frame and where it ends; `nil` if it is not complete.
  private static func frame(
    _ bytes: ArraySlice<UInt8>
  ) throws(SocketViolation) -> (frame: SocketFrame, end: Int)? {
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
    guard let kind = SocketFrame.Kind(rawValue: first & 0x0F), first & 0x70 == 0 else {
      throw SocketViolation("a frame of an unknown kind")
    }
    guard second & 0x80 != 0 else { throw SocketViolation("a frame without a mask") }
    let isFinal = first & 0x80 != 0
    if kind.isControl, !isFinal || second & 0x7F > 125 { throw SocketViolation("a control frame that is too long") }
    let extra = [126: 2, 127: 8][Int(second & 0x7F)] ?? 0
    guard bytes.count >= 2 + extra + 4 else { return nil }
    let count = try payloadSize(second, bytes.dropFirst(2).prefix(extra))
    let mask = Array(bytes.dropFirst(2 + extra).prefix(4))
    let start = bytes.startIndex + 2 + extra + 4
    guard bytes.endIndex - start >= count else { return nil }
    let payload = bytes[start..<start + count].enumerated().map { $1 ^ mask[$0 & 3] }
    return (SocketFrame(kind, isFinal: isFinal, payload), start + count)
  }

  private static func payloadSize(_ second: UInt8, _ bytes: ArraySlice<UInt8>) throws(SocketViolation) -> Int {
    guard !bytes.isEmpty else { return Int(second & 0x7F) }
    let count = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(limit) else {
      throw SocketViolation("a message larger than \(limit >> 20) MiB", code: 1009)
    }
    return Int(count)
  }
}
