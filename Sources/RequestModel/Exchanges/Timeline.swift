/// What happened on the wire, one `Hop` for each message that went out: every attempt and every redirect.
public struct Timeline: Hashable, Sendable {
  public var hops: [Hop]

  public init(hops: [Hop] = []) { self.hops = hops }
}

extension Timeline {
  /// One message and its answer.
  public struct Hop: Hashable, Sendable {
    /// Counts from 1; a retry starts the next attempt, a redirect stays in its own.
    public var attempt: Int
    public var method: String
    public var url: String
    /// From the start of the exchange to the start of this hop.
    public var start: Duration
    public var phases: Phases
    public var connection: Connection?
    /// `nil` where no answer came.
    public var status: Int?
    /// The head as it was really sent, line for line.
    public var requestHeaders: [Header]
    public var responseHeaders: [Header]
    /// Bytes on the wire, before decompression, heads apart from bodies.
    public var sent: ByteCounts
    public var received: ByteCounts
    /// Why this hop ended without a whole answer, as a sentence.
    public var failure: String?
    public var wire: WireLog

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
    public var dns: Duration?
    public var connect: Duration?
    public var tls: Duration?
    public var send: Duration?
    /// From the last byte sent to the first byte received.
    public var wait: Duration?
    public var receive: Duration?

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
    public var local: String?
    public var isReused: Bool
    /// `HTTP/1.1`, `HTTP/2` …
    public var httpVersion: String
    public var tls: TLS?

    public init(peer: String, local: String? = nil, isReused: Bool = false, httpVersion: String, tls: TLS? = nil) {
      self.peer = peer
      self.local = local
      self.isReused = isReused
      self.httpVersion = httpVersion
      self.tls = tls
    }
  }

  public struct TLS: Hashable, Sendable {
    /// `TLSv1.3`; empty where the connection was reused and the handshake not seen.
    public var version: String
    public var cipher: String
    /// Whether the certificate was checked against the trust store.
    public var isVerified: Bool
    /// The peer's chain, its own certificate first.
    public var certificates: [Certificate]

    public init(version: String, cipher: String, isVerified: Bool, certificates: [Certificate] = []) {
      self.version = version
      self.cipher = cipher
      self.isVerified = isVerified
      self.certificates = certificates
    }
  }

  public struct Certificate: Hashable, Sendable {
    public var subject: String
    public var issuer: String
    /// Dates as OpenSSL prints them.
    public var validFrom: String
    public var validUntil: String

    public init(subject: String, issuer: String, validFrom: String, validUntil: String) {
      self.subject = subject
      self.issuer = issuer
      self.validFrom = validFrom
      self.validUntil = validUntil
    }
  }

  /// Bytes one way.
  public struct ByteCounts: Hashable, Sendable {
    public var head: Int
    public var body: Int

    public init(head: Int = 0, body: Int = 0) {
      self.head = head
      self.body = body
    }
  }
}
