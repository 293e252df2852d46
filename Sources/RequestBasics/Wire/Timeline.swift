/// The network activity of an exchange: one `Hop` for each request sent, including retries and redirects.
public struct Timeline: Hashable, Sendable {
  /// The hops of all attempts, in the order they ended.
  public var hops: [Hop]

  /// Creates a timeline.
  public init(hops: [Hop] = []) { self.hops = hops }

  /// The index of the last hop of the request itself, which has the response; of the last hop if there is none.
  package var lastOwnIndex: Int? { hops.lastIndex { !$0.isAuxiliary } ?? hops.indices.last }

  /// The last hop of the request itself, which has the response; the last hop if there is none.
  package var lastOwn: Hop? { lastOwnIndex.map { hops[$0] } }
}

extension Timeline {
  /// One request and its response.
  public struct Hop: Hashable, Sendable {
    /// Counts from 1. A retry starts a new attempt; a redirect belongs to the current one.
    public var attempt: Int
    /// The method as sent.
    public var method: String
    /// The URL, without credentials.
    public var url: String
    /// From the start of the exchange to the start of this hop.
    public var start: Duration
    /// The duration of each phase.
    public var phases: Phases
    /// The connection used; `nil` if none was made.
    public var connection: Connection?
    /// The response status; `nil` if no response was received.
    public var status: Int?
    /// The request headers as sent on the wire.
    public var requestHeaders: [HTTPHeader]
    /// The response headers as received.
    public var responseHeaders: [HTTPHeader]
    /// The fields after the body of the response.
    public var trailers: [HTTPHeader]
    /// Bytes sent on the wire.
    public var sent: ByteCounts
    /// Bytes received on the wire, before decompression.
    public var received: ByteCounts
    /// Why this hop has no complete response, as a sentence.
    public var failure: String?
    /// The wire log; empty unless the request keeps one.
    public var wire: WireLog
    /// The purpose of the message.
    package var purpose = Purpose.request

    /// The purpose of a message.
    package enum Purpose: String, Hashable, Sendable {
      /// The request itself.
      case request
      /// Credentials of the request, such as a token.
      case authentication
      /// The session that the request belongs to.
      case session
    }

    /// Whether the message was sent in addition to the request itself.
    package var isAuxiliary: Bool { purpose != .request }

    /// Creates a hop.
    public init(
      attempt: Int, method: String, url: String, start: Duration, phases: Phases = Phases(),
      connection: Connection? = nil,
      status: Int? = nil, requestHeaders: [HTTPHeader] = [], responseHeaders: [HTTPHeader] = [],
      trailers: [HTTPHeader] = [], sent: ByteCounts = ByteCounts(),
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

  /// The durations of a hop's phases. A phase that did not happen is `nil`: a reused connection has no DNS, connect or
  /// TLS.
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

    /// Creates a set of phases.
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

    /// The phases with their names, in the order they happen.
    public var all: [(name: String, duration: Duration?)] {
      [
        ("queue", queue), ("DNS", dns), ("connect", connect), ("TLS", tls), ("send", send), ("wait", wait),
        ("receive", receive),
      ]
    }

    /// The sum of all phases that happened.
    public var total: Duration { all.reduce(.zero) { $0 + ($1.duration ?? .zero) } }
  }

  /// The connection that carried a hop.
  public struct Connection: Hashable, Sendable {
    /// `127.0.0.1:8080`, or the path of a unix socket.
    public var peer: String
    /// The local address; `nil` if unknown.
    public var local: String?
    /// Whether the connection was opened by an earlier hop or request.
    public var isReused: Bool
    /// `HTTP/1.1`, `HTTP/2` …
    public var httpVersion: String
    /// `nil` if the connection is not encrypted.
    public var tls: TLS?

    /// Creates a connection.
    public init(peer: String, local: String? = nil, isReused: Bool = false, httpVersion: String, tls: TLS? = nil) {
      self.peer = peer
      self.local = local
      self.isReused = isReused
      self.httpVersion = httpVersion
      self.tls = tls
    }
  }

  /// The result of the TLS handshake.
  public struct TLS: Hashable, Sendable {
    /// `TLSv1.3`; empty if the connection was reused.
    public var version: String
    /// OpenSSL's name of the cipher; empty if the connection was reused.
    public var cipher: String
    /// Whether the certificate was checked against the trust store.
    public var isVerified: Bool
    /// The peer's certificate chain, leaf first.
    public var certificates: [Certificate]

    /// Creates the result of a handshake.
    public init(version: String, cipher: String, isVerified: Bool, certificates: [Certificate] = []) {
      self.version = version
      self.cipher = cipher
      self.isVerified = isVerified
      self.certificates = certificates
    }
  }

  /// A certificate presented by the peer. Names and dates are formatted by OpenSSL.
  public struct Certificate: Hashable, Sendable {
    /// The subject.
    public var subject: String
    /// The issuer.
    public var issuer: String
    /// The start of the validity period.
    public var validFrom: String
    /// The end of the validity period.
    public var validUntil: String
    /// The serial number: bytes in hexadecimal with colons between them. Empty if unknown.
    public var serialNumber: String
    /// The names besides the subject that it is valid for: `DNS:localhost, IP Address:127.0.0.1`. May be empty.
    public var alternativeNames: String

    /// Creates a certificate.
    public init(
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

  /// Bytes transferred in one direction.
  public struct ByteCounts: Hashable, Sendable {
    /// Request or status lines, headers and the empty lines after them.
    public var head: Int
    /// The body as transferred, before decompression.
    public var body: Int

    /// Creates byte counts.
    public init(head: Int = 0, body: Int = 0) {
      self.head = head
      self.body = body
    }
  }
}
