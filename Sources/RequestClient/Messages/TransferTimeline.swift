/// What happened on the wire: one `Hop` for each message sent, across all attempts and redirects.
public struct TransferTimeline: Hashable, Sendable {
  /// Hops in the order they ended.
  public var hops: [Hop]

  /// Creates a timeline, empty by default.
  public init(hops: [Hop] = []) { self.hops = hops }
}

extension TransferTimeline {
  /// The trailers of the last hop.
  var lastTrailers: HTTPHeaders { hops.last?.trailers ?? [] }

  /// One message and its response.
  public struct Hop: Hashable, Sendable {
    /// The attempt, counted from 1. A retry starts a new attempt; a redirect does not.
    public var attempt: Int
    /// The request method as sent.
    public var method: String
    /// The URL the message was sent to, without credentials.
    public var url: String
    /// Time from the start of the request to the start of this hop.
    public var start: Duration
    /// Duration of each phase.
    public var phases: Phases
    /// The connection used; `nil` if none was made.
    public var connection: Connection?
    /// The response status; `nil` if there was no response.
    public var status: Int?
    /// The request headers as sent, line for line.
    public var requestHeaders: HTTPHeaders
    /// The response headers as received, line for line, without the status line.
    public var responseHeaders: HTTPHeaders
    /// The fields after the body of the response (RFC 9110, section 6.5), line for line.
    public var trailers: HTTPHeaders
    /// Bytes sent, before decompression.
    public var sent: ByteCounts
    /// Bytes received, before decompression.
    public var received: ByteCounts
    /// Why the hop ended without a complete response, as a sentence.
    public var failure: String?
    /// The wire log; empty unless `TransferOptions.keepsWireLog` is set.
    public var wire: WireLog

    package init(
      attempt: Int, method: String, url: String, start: Duration, phases: Phases = Phases(),
      connection: Connection? = nil,
      status: Int? = nil, requestHeaders: HTTPHeaders = [], responseHeaders: HTTPHeaders = [],
      trailers: HTTPHeaders = [], sent: ByteCounts = ByteCounts(),
      received: ByteCounts = ByteCounts(), failure: String? = nil, wire: WireLog = []
    ) {
      self.attempt = attempt
      self.method = method
      self.url = url
      self.start = start
      self.phases = phases
      self.connection = connection
      self.status = status
      self.requestHeaders = requestHeaders
      self.responseHeaders = responseHeaders
      self.trailers = trailers
      self.sent = sent
      self.received = received
      self.failure = failure
      self.wire = wire
    }
  }

  /// Duration of each phase of a hop. Phases that did not happen are `nil`, such as DNS, connect and TLS on a reused
  /// connection.
  public struct Phases: Hashable, Sendable {
    /// Waiting for the transport to start.
    public var queue: Duration?
    /// Resolving the host name.
    public var dns: Duration?
    /// Connecting, without TLS.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the connection being ready to the last byte sent.
    public var send: Duration?
    /// From the last byte sent to the first byte received.
    public var wait: Duration?
    /// From the first byte received to the last.
    public var receive: Duration?

    package init(
      queue: Duration? = nil, dns: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
      send: Duration? = nil,
      wait: Duration? = nil, receive: Duration? = nil
    ) {
      self.queue = queue
      self.dns = dns
      self.connect = connect
      self.tls = tls
      self.send = send
      self.wait = wait
      self.receive = receive
    }

    /// The phases by name, in the order they happen.
    package var all: [(name: String, duration: Duration?)] {
      [
        ("queue", queue), ("DNS", dns), ("connect", connect), ("TLS", tls), ("send", send), ("wait", wait),
        ("receive", receive),
      ]
    }

    /// The sum of all phases.
    public var total: Duration { all.reduce(.zero) { $0 + ($1.duration ?? .zero) } }
  }

  /// The connection that carried a hop.
  public struct Connection: Hashable, Sendable {
    /// The peer's address, such as `127.0.0.1:8080`, or the path of a Unix socket.
    public var peer: String
    /// The local address, if known.
    public var local: String?
    /// Whether the connection was opened by an earlier hop or request.
    public var isReused: Bool
    /// `HTTP/1.1`, `HTTP/2`, …
    public var httpVersion: String
    /// `nil` if the connection is not encrypted.
    public var tls: TLS?

    package init(peer: String, local: String? = nil, isReused: Bool = false, httpVersion: String, tls: TLS? = nil) {
      self.peer = peer
      self.local = local
      self.isReused = isReused
      self.httpVersion = httpVersion
      self.tls = tls
    }
  }

  /// The result of a TLS handshake.
  public struct TLS: Hashable, Sendable {
    /// The version, such as `TLSv1.3`; empty if the handshake was not observed.
    public var version: String
    /// OpenSSL's name of the cipher; empty if the handshake was not observed.
    public var cipher: String
    /// Whether the certificate was checked against the trust store.
    public var isVerified: Bool
    /// The peer's certificate chain, leaf first.
    public var certificates: [Certificate]

    package init(version: String, cipher: String, isVerified: Bool, certificates: [Certificate] = []) {
      self.version = version
      self.cipher = cipher
      self.isVerified = isVerified
      self.certificates = certificates
    }
  }

  /// A certificate presented by the peer. Names and dates are in OpenSSL's format.
  public struct Certificate: Hashable, Sendable {
    /// The subject's distinguished name.
    public var subject: String
    /// The issuer's distinguished name.
    public var issuer: String
    /// Start of the validity period.
    public var validFrom: String
    /// End of the validity period.
    public var validUntil: String
    /// The serial number: bytes in hexadecimal with colons between them. Empty if unknown.
    public var serialNumber: String
    /// The names that it is for besides the subject: `DNS:localhost, IP Address:127.0.0.1`. Empty if there are none.
    public var alternativeNames: String

    package init(
      subject: String, issuer: String, validFrom: String, validUntil: String, serialNumber: String = "",
      alternativeNames: String = ""
    ) {
      self.subject = subject
      self.issuer = issuer
      self.validFrom = validFrom
      self.validUntil = validUntil
      self.serialNumber = serialNumber
      self.alternativeNames = alternativeNames
    }
  }

  /// Bytes in one direction.
  public struct ByteCounts: Hashable, Sendable {
    /// Request or status line, headers and the blank line after them.
    public var head: Int
    /// The body as on the wire, compressed if it was sent compressed.
    public var body: Int

    package init(head: Int = 0, body: Int = 0) {
      self.head = head
      self.body = body
    }
  }
}
