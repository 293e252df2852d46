public import Foundation

/// A message of a WebSocket (RFC 6455, section 5.6).
public enum WebSocketMessage: Hashable, Sendable {
  /// Text, which is UTF-8 on the wire.
  case text(String)
  /// Bytes.
  case binary(Data)

  /// The content as bytes; those of text are UTF-8.
  public var data: Data {
    switch self {
    case .text(let text): Data(text.utf8)
    case .binary(let data): data
    }
  }

  /// The text; `nil` for a binary message.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The size of the content in bytes, before compression.
  public var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let data): data.count
    }
  }
}

/// How a message or control frame was transferred.
public struct WebSocketDetails: Hashable, Sendable {
  /// From the start of the exchange to the last byte.
  public var time: Duration
  /// The number of frames; more than one for a fragmented message.
  public var frameCount: Int
  /// Bytes on the wire, frame headers included.
  public var wireSize: Int
  /// Whether permessage-deflate was applied.
  public var isCompressed: Bool
  /// Whether a received ping is answered. `false` after a close frame, or while the server does not read earlier pongs.
  public var isAnswered = false

  /// Creates the details of a message.
  public init(time: Duration, frameCount: Int = 1, wireSize: Int, isCompressed: Bool = false) {
    self.time = time
    self.frameCount = frameCount
    self.wireSize = wireSize
    self.isCompressed = isCompressed
  }
}

/// One frame on the wire; see `WebSocketOptions.reportsFrames`.
public struct WebSocketFrame: Hashable, Sendable {
  /// The opcode (RFC 6455, section 5.2).
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A further frame of a message.
    case continuation = 0
    /// The first frame of a text message.
    case text = 1
    /// The first frame of a binary message.
    case binary = 2
    /// A close frame.
    case close = 8
    /// A ping.
    case ping = 9
    /// A pong.
    case pong = 10

    /// Whether the frame is a close, ping or pong.
    public var isControl: Bool { rawValue >= 8 }
  }

  /// Whether the client sent the frame.
  public var isSent: Bool
  /// The opcode.
  public var kind: Kind
  /// Whether the frame is the last of its message.
  public var isFinal: Bool
  /// Whether the frame begins a compressed message.
  public var isCompressed: Bool
  /// The size of the payload on the wire, in bytes.
  public var payloadSize: Int
  /// The size of the header with the masking key, in bytes.
  public var headerSize: Int
  /// From the start of the exchange.
  public var time: Duration

  /// Creates a frame's description.
  public init(
    isSent: Bool, kind: Kind, isFinal: Bool, isCompressed: Bool, payloadSize: Int, headerSize: Int, time: Duration
  ) {
    self.isSent = isSent
    self.kind = kind
    self.isFinal = isFinal
    self.isCompressed = isCompressed
    self.payloadSize = payloadSize
    self.headerSize = headerSize
    self.time = time
  }
}

/// Why a WebSocket was closed, as a number (RFC 6455, section 7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: Int

  /// Creates a code from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Creates a code from its number.
  public init(_ rawValue: Int) { self.init(rawValue: rawValue) }

  /// The purpose was fulfilled.
  public static let normal = WebSocketCloseCode(1000)
  /// The server shuts down, or the client leaves.
  public static let goingAway = WebSocketCloseCode(1001)
  /// The other side broke the protocol.
  public static let protocolError = WebSocketCloseCode(1002)
  /// Data of this kind is not accepted.
  public static let unsupportedData = WebSocketCloseCode(1003)
  /// Text was not UTF-8.
  public static let invalidPayload = WebSocketCloseCode(1007)
  /// A rule of the server was broken.
  public static let policyViolation = WebSocketCloseCode(1008)
  /// A message was too large.
  public static let messageTooBig = WebSocketCloseCode(1009)
  /// The client needs an extension that the server did not choose.
  public static let mandatoryExtension = WebSocketCloseCode(1010)
  /// The server met an unexpected condition.
  public static let internalError = WebSocketCloseCode(1011)

  /// Whether a close frame may carry the code. 1005, 1006 and 1015 only name what happened without one.
  public var mayBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The registered meaning; `nil` for codes of applications and unknown ones.
  public var meaning: String? { Self.meanings[rawValue] }

  /// The number, with its meaning if it has one: `1001 going away`.
  public var description: String { meaning.map { "\(rawValue) \($0)" } ?? String(rawValue) }

  private static let meanings = [
    1000: "normal closure", 1001: "going away", 1002: "protocol error", 1003: "unsupported data",
    1005: "no status received", 1006: "connection lost", 1007: "invalid payload", 1008: "policy violation",
    1009: "message too big", 1010: "extension needed", 1011: "internal error", 1012: "service restart",
    1013: "try again later", 1014: "bad gateway", 1015: "TLS handshake failed", 3000: "unauthorized",
    3003: "forbidden", 3008: "timeout",
  ]
}

/// A close frame.
public struct WebSocketClose: Hashable, Sendable {
  /// The code; `nil` if the frame has none.
  public var code: WebSocketCloseCode?
  /// The reason, which may be empty.
  public var reason: String
  /// Whether the server sent the first close frame.
  public var isFromServer: Bool
  /// Whether both sides sent a close frame.
  public var isClean: Bool

  /// Creates a close frame's description.
  public init(code: WebSocketCloseCode?, reason: String = "", isFromServer: Bool, isClean: Bool = true) {
    self.code = code
    self.reason = reason
    self.isFromServer = isFromServer
    self.isClean = isClean
  }
}
