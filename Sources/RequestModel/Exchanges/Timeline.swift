/// What happened on the wire, one `Hop` for each message that went out: every attempt and every redirect.
public struct Timeline: Hashable, Sendable {
  /// In the order they ended, of all attempts.
  public var hops: [Hop]

  /// No hop has ended unless some are given.
  public init(hops: [Hop] = []) { self.hops = hops }
}

extension Timeline {
  /// One message and its answer.
  public struct Hop: Hashable, Sendable {
    /// Counts from 1; a retry starts the next attempt, a redirect stays in its own.
    public var attempt: Int
    /// As it went out.
    public var method: String
    /// Where the message went, without credentials.
    public var url: String
    /// From the start of the exchange to the start of this hop.
    public var start: Duration
    /// How long each part of it took.
    public var phases: Phases
    /// `nil` where none was made.
    public var connection: Connection?
    /// `nil` where no answer came.
    public var status: Int?
    /// The head as it was really sent, line for line.
    public var requestHeaders: [Header]
    /// The head as it came, line for line, without the status line.
    public var responseHeaders: [Header]
    /// Bytes on the wire, before decompression, heads apart from bodies.
    public var sent: ByteCounts
    /// Bytes on the wire, before decompression, heads apart from bodies.
    public var received: ByteCounts
    /// Why this hop ended without a whole answer, as a sentence.
    public var failure: String?
    /// The wire log; empty where nobody keeps it.
    public var wire: WireLog

    /// A hop of which nothing more is known than is given.
    public init(
      attempt: Int, method: String, url: String, start: Duration, phases: Phases = Phases(),
      connection: Connection? = nil,
      status: Int? = nil, requestHeaders: [Header] = [], responseHeaders: [Header] = [],
      sent: ByteCounts = ByteCounts(),
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
      self.sent = sent
      self.received = received
      self.failure = failure
      self.wire = wire
    }
  }

  /// How long each phase of a hop took; `nil` where it did not happen (a reused connection has no DNS, connect or TLS).
  public struct Phases: Hashable, Sendable {
    /// From being handed to the transport until the transport began with it.
    public var queue: Duration?
    /// Finding the host's address.
    public var dns: Duration?
    /// Until the connection stood, without TLS.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the connection's readiness to the last byte sent.
    public var send: Duration?
    /// From the last byte sent to the first byte received.
    public var wait: Duration?
    /// From the first byte received to the last.
    public var receive: Duration?

    /// Phases that are not given did not happen.
    public init(
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
    public var all: [(name: String, duration: Duration?)] {
      [
        ("queue", queue), ("DNS", dns), ("connect", connect), ("TLS", tls), ("send", send), ("wait", wait),
        ("receive", receive),
      ]
    }

    /// The sum of all phases that happened.
    public var total: Duration { all.reduce(.zero) { $0 + ($1.duration ?? .zero) } }
  }

  /// Facts of the connection that carried a hop.
  public struct Connection: Hashable, Sendable {
    /// `127.0.0.1:8080`, or the path of a unix socket.
    public var peer: String
    /// This end's address, `nil` where it is not known.
    public var local: String?
    /// Whether an earlier hop or request made the connection.
    public var isReused: Bool
    /// `HTTP/1.1`, `HTTP/2` …
    public var httpVersion: String
    /// `nil` where the connection is not encrypted.
    public var tls: TLS?

    /// A connection as it stands.
    public init(peer: String, local: String? = nil, isReused: Bool = false, httpVersion: String, tls: TLS? = nil) {
      self.peer = peer
      self.local = local
      self.isReused = isReused
      self.httpVersion = httpVersion
      self.tls = tls
    }
  }

  /// What the TLS handshake agreed on and showed.
  public struct TLS: Hashable, Sendable {
    /// `TLSv1.3`; empty where the connection was reused and the handshake not seen.
    public var version: String
    /// As OpenSSL calls it; empty like `version`.
    public var cipher: String
    /// Whether the certificate was checked against the trust store.
    public var isVerified: Bool
    /// The peer's chain, its own certificate first.
    public var certificates: [Certificate]

    /// A handshake as it stands.
    public init(version: String, cipher: String, isVerified: Bool, certificates: [Certificate] = []) {
      self.version = version
      self.cipher = cipher
      self.isVerified = isVerified
      self.certificates = certificates
    }
  }

  /// A certificate that the peer showed.
  public struct Certificate: Hashable, Sendable {
    /// Whom it is for, as OpenSSL prints names.
    public var subject: String
    /// Who signed it.
    public var issuer: String
    /// Dates as OpenSSL prints them.
    public var validFrom: String
    /// The last moment of its validity, as OpenSSL prints dates.
    public var validUntil: String

    /// A certificate as it stands.
    public init(subject: String, issuer: String, validFrom: String, validUntil: String) {
      self.subject = subject
      self.issuer = issuer
      self.validFrom = validFrom
      self.validUntil = validUntil
    }
  }

  /// Bytes one way.
  public struct ByteCounts: Hashable, Sendable {
    /// Status or request lines, headers and the empty lines after them.
    public var head: Int
    /// As on the wire, compressed where it came so.
    public var body: Int

    /// Nothing unless it is given.
    public init(head: Int = 0, body: Int = 0) {
      self.head = head
      self.body = body
    }
  }
}
