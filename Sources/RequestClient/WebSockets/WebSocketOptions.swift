/// Settings of a WebSocket. Those of its handshake's connection are `TransferOptions`.
///
/// `TransferOptions.timeout` and `readTimeout` limit the handshake; an open connection may last forever and be silent.
public struct WebSocketOptions: Hashable, Sendable {
  /// The subprotocols to offer, the preferred one first.
  public var subprotocols: [String] = []
  /// The compression to offer; `nil` for none.
  public var compression: WebSocketCompression? = WebSocketCompression()
  /// Messages smaller than this are sent uncompressed, in bytes.
  public var compressionThreshold = 0
  /// Maximum size of a received message in bytes, after decompression. A larger one closes the connection with 1009.
  public var maxMessageSize = 64 << 20
  /// Maximum size, in bytes, of the body of a response that refuses the handshake; the rest is dropped.
  public var maxRefusalSize = 16 << 20
  /// Maximum time for that body; a longer one, such as a stream of events, fails with `WebSocketFailure.refused`.
  public var refusalTimeout = Duration.seconds(10)
  /// Sent messages with more bytes are split into frames of this size; `nil` for one frame for each message.
  public var maxFrameSize: Int?
  /// Receiving pauses while this many bytes of messages wait for slow handlers, and `send` waits while as many are unsent.
  /// A received message counts for 64 bytes more than it has.
  public var maxWaitingSize = 1 << 20
  /// Interval between automatic pings; `nil` sends none.
  public var pingInterval: Duration?
  /// Maximum time from an automatic ping to a pong; the connection then counts as lost.
  public var pongTimeout = Duration.seconds(20)
  /// Maximum time without a byte in either direction on an open connection; `nil` waits forever.
  public var idleTimeout: Duration?
  /// How long to wait for the server's close frame and for the end of the connection, before ending it.
  public var closeTimeout = Duration.seconds(5)
  /// Whether frames are reported as `WebSocketEvent.frame`.
  public var reportsFrames = false
  /// When to connect again; `nil` for never.
  public var reconnection: WebSocketReconnection?

  /// Creates the default settings.
  public init() {}

  /// Creates settings changed by `change`.
  public init(_ change: (inout WebSocketOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
}

/// Parameters of permessage-deflate (RFC 7692): those offered, or those agreed on.
public struct WebSocketCompression: Hashable, Sendable {
  /// Whether the server compresses each message on its own.
  public var serverNoContextTakeover = false
  /// Whether the client compresses each message on its own.
  public var clientNoContextTakeover = false
  /// Window of the server as a power of two, 8 to 15; `nil` leaves it to the server.
  public var serverMaxWindowBits: Int?
  /// Window of the client as a power of two, 8 to 15; in an offer `nil` lets the server choose.
  ///
  /// zlib has no window of 8: the client then sends uncompressed messages.
  public var clientMaxWindowBits: Int?

  /// Creates the default parameters.
  public init(
    serverNoContextTakeover: Bool = false, clientNoContextTakeover: Bool = false, serverMaxWindowBits: Int? = nil,
    clientMaxWindowBits: Int? = nil
  ) {
    self.serverNoContextTakeover = serverNoContextTakeover
    self.clientNoContextTakeover = clientNoContextTakeover
    self.serverMaxWindowBits = serverMaxWindowBits
    self.clientMaxWindowBits = clientMaxWindowBits
  }
}

/// When a WebSocket connects again.
///
/// It does after a lost connection, a network fault, and a close frame of the server with 1001, 1006, 1011, 1012 or
/// 1013; not after a refused handshake, another close frame or `cancel()`. Messages that were not sent yet are sent on
/// the next connection; those under way fail.
public struct WebSocketReconnection: Hashable, Sendable {
  /// The first delay; doubled after each failed attempt.
  public var delay: Duration
  /// Maximum delay.
  public var maximumDelay: Duration
  /// Maximum number of attempts without a connection in between; `nil` for any number.
  public var maximumAttempts: Int?

  /// Creates a rule.
  public init(delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60), maximumAttempts: Int? = nil) {
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.maximumAttempts = maximumAttempts
  }
}
