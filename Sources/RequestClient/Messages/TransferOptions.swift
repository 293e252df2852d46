/// How a message is carried: limits, trust, route and protocol.
///
/// An option that was never assigned is inherited: a request's from its session, a session's from the defaults given
/// here. Reading one returns its default; assigning one, even `nil` or its default, overrides what would be inherited.
public struct TransferOptions: Hashable, Sendable {
  /// Which HTTP is spoken.
  public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case auto
    /// HTTP/1.1, also where TLS would negotiate more.
    case http1
    /// HTTP/2 by TLS negotiation, or by an upgrade without TLS; falls back to HTTP/1.1 where the server declines.
    case http2
    /// HTTP/2 from the first byte, also without TLS.
    case http2PriorKnowledge
    /// HTTP/3 or an older one, where this libcurl has it; else `RequestError.unsupported`.
    case http3
  }

  // Limits

  /// For each attempt, redirects included; `nil` waits forever.
  public var timeout: Duration? {
    get { values.timeout }
    set { (values.timeout, _) = (newValue, assigned.insert(.timeout)) }
  }
  /// For finding the host, connecting and the TLS handshake of each hop; `nil` leaves it to `timeout`.
  public var connectTimeout: Duration? {
    get { values.connectTimeout }
    set { (values.connectTimeout, _) = (newValue, assigned.insert(.connectTimeout)) }
  }
  /// How long a hop may go without a byte either way, in whole seconds; `nil` leaves it to `timeout`.
  public var readTimeout: Duration? {
    get { values.readTimeout }
    set { (values.readTimeout, _) = (newValue, assigned.insert(.readTimeout)) }
  }
  /// Redirects followed in one attempt.
  public var maxRedirects: Int {
    get { values.maxRedirects }
    set { (values.maxRedirects, _) = (newValue, assigned.insert(.maxRedirects)) }
  }
  /// For a body after decompression, in bytes; `nil` for 1 GiB in memory and no limit for downloads and streams.
  public var maxBodySize: Int? {
    get { values.maxBodySize }
    set { (values.maxBodySize, _) = (newValue, assigned.insert(.maxBodySize)) }
  }
  /// Bytes of a body that are held in memory; a larger one lies in a temporary file without a name, is read through a
  /// mapping of it, and is gone with the last copy of its `Data`. `nil` holds all in memory.
  public var bodyMemoryLimit: Int? {
    get { values.bodyMemoryLimit }
    set { (values.bodyMemoryLimit, _) = (newValue, assigned.insert(.bodyMemoryLimit)) }
  }
  /// For all response heads of one hop, in bytes.
  public var maxHeadSize: Int {
    get { values.maxHeadSize }
    set { (values.maxHeadSize, _) = (newValue, assigned.insert(.maxHeadSize)) }
  }

  // Trust

  /// How the server proves that it is the one that was asked for; `nil` for the session's policy for its host.
  public var serverTrust: ServerTrust? {
    get { values.serverTrust }
    set { (values.serverTrust, _) = (newValue, assigned.insert(.serverTrust)) }
  }
  /// Shown to servers that ask for one.
  public var clientCertificate: ClientCertificate? {
    get { values.clientCertificate }
    set { (values.clientCertificate, _) = (newValue, assigned.insert(.clientCertificate)) }
  }
  /// The oldest TLS; `nil` for what OpenSSL allows.
  public var minimumTLSVersion: TLSVersion? {
    get { values.minimumTLSVersion }
    set { (values.minimumTLSVersion, _) = (newValue, assigned.insert(.minimumTLSVersion)) }
  }
  /// The newest TLS; `nil` for the newest there is.
  public var maximumTLSVersion: TLSVersion? {
    get { values.maximumTLSVersion }
    set { (values.maximumTLSVersion, _) = (newValue, assigned.insert(.maximumTLSVersion)) }
  }
  /// Whether redirects to another origin keep `Authorization`, `Cookie`, `Proxy-Authorization` and the message's
  /// `OutgoingRequest.sensitiveHeaders`.
  public var keepsCredentialsAcrossOrigins: Bool {
    get { values.keepsCredentialsAcrossOrigins }
    set { (values.keepsCredentialsAcrossOrigins, _) = (newValue, assigned.insert(.keepsCredentialsAcrossOrigins)) }
  }

  // Route

  /// Through whom messages go.
  public var proxy: ProxySetting {
    get { values.proxy }
    set { (values.proxy, _) = (newValue, assigned.insert(.proxy)) }
  }
  /// The path of a unix socket to connect to, whatever the URL's host, which is still sent.
  public var unixSocketPath: String? {
    get { values.unixSocketPath }
    set { (values.unixSocketPath, _) = (newValue, assigned.insert(.unixSocketPath)) }
  }
  /// Addresses for hosts, with a port or for all ports: `["api.example.com:443": "127.0.0.1"]`. A request's entries
  /// are added to the session's and win over them; an empty dictionary drops those.
  public var resolve: [String: String] {
    get { values.resolve }
    set { (values.resolve, _) = (newValue, assigned.insert(.resolve)) }
  }
  /// Other places to connect to, host and port: `["api.example.com:443": "localhost:8443"]`; the TLS name and `Host`
  /// stay those of the URL. It wins over `resolve`, and is inherited as that is.
  public var connectTo: [String: String] {
    get { values.connectTo }
    set { (values.connectTo, _) = (newValue, assigned.insert(.connectTo)) }
  }

  // Protocol

  /// Which HTTP is spoken; the connection that a hop used tells which one it was.
  public var httpVersion: HTTPVersion {
    get { values.httpVersion }
    set { (values.httpVersion, _) = (newValue, assigned.insert(.httpVersion)) }
  }
  /// Whether the timeline has the wire log. It costs as much again as a small exchange, and memory for each line.
  public var keepsWireLog: Bool {
    get { values.keepsWireLog }
    set { (values.keepsWireLog, _) = (newValue, assigned.insert(.keepsWireLog)) }
  }

  /// What the options are where nothing is inherited.
  struct Values: Hashable, Sendable {
    var timeout: Duration? = .seconds(60)
    var connectTimeout: Duration?
    var readTimeout: Duration?
    var maxRedirects: Int = 20
    var maxBodySize: Int?
    var bodyMemoryLimit: Int?
    var maxHeadSize: Int = 256 << 10
    var serverTrust: ServerTrust?
    var clientCertificate: ClientCertificate?
    var minimumTLSVersion: TLSVersion?
    var maximumTLSVersion: TLSVersion?
    var keepsCredentialsAcrossOrigins: Bool = false
    var proxy: ProxySetting = ProxySetting.environment
    var unixSocketPath: String?
    var resolve: [String: String] = [:]
    var connectTo: [String: String] = [:]
    var httpVersion: HTTPVersion = HTTPVersion.auto
    var keepsWireLog: Bool = false
  }

  private(set) var values = Values()
  /// The options that are not inherited.
  private(set) var assigned: Assigned = []

  /// Options that are all inherited.
  public init() {}
}
