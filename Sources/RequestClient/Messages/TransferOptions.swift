/// How a message is carried: limits, trust, route and protocol.
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
  public var timeout: Duration? = .seconds(60)
  /// For finding the host, connecting and the TLS handshake of each hop; `nil` leaves it to `timeout`.
  public var connectTimeout: Duration?
  /// How long a hop may go without a byte either way, in whole seconds; `nil` leaves it to `timeout`.
  public var readTimeout: Duration?
  /// Redirects followed in one attempt.
  public var maxRedirects = 20
  /// For a body after decompression, in bytes; `nil` for 1 GiB in memory and no limit for downloads and streams.
  public var maxBodySize: Int?
  /// Bytes of a body that are held in memory; a larger one lies in a temporary file without a name, is read through a
  /// mapping of it, and is gone with the last copy of its `Data`. `nil` holds all in memory.
  public var bodyMemoryLimit: Int?
  /// For all response heads of one hop, in bytes.
  public var maxHeadSize = 256 << 10

  // Trust

  /// How the server proves that it is the one that was asked for; `nil` for the session's policy for its host.
  public var serverTrust: ServerTrust?
  /// Shown to servers that ask for one.
  public var clientCertificate: ClientCertificate?
  /// `nil` for what OpenSSL allows.
  public var minimumTLSVersion: TLSVersion?
  /// `nil` for the newest.
  public var maximumTLSVersion: TLSVersion?
  /// Whether redirects to another origin keep `Authorization`, `Cookie`, `Proxy-Authorization` and the message's
  /// `OutgoingRequest.sensitiveHeaders`.
  public var keepsCredentialsAcrossOrigins = false

  // Route

  /// Through whom messages go.
  public var proxy = ProxySetting.environment
  /// The path of a unix socket to connect to, whatever the URL's host, which is still sent.
  public var unixSocketPath: String?
  /// Addresses for hosts, with a port or for all ports: `["api.example.com:443": "127.0.0.1"]`.
  public var resolve: [String: String] = [:]
  /// Other places to connect to, host and port: `["api.example.com:443": "localhost:8443"]`; the TLS name and `Host`
  /// stay those of the URL. It wins over `resolve`.
  public var connectTo: [String: String] = [:]

  // Protocol

  /// Which HTTP is spoken; the connection that a hop used tells which one it was.
  public var httpVersion = HTTPVersion.auto
  /// Whether the timeline has the wire log. It costs as much again as a small exchange, and memory for each line.
  public var keepsWireLog = false

  /// The defaults.
  public init() {}
}
