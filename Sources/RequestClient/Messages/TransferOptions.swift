/// How a message is carried: limits, trust, redirects and protocol.
public struct TransferOptions: Hashable, Sendable {
  public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case auto
    case http1
    /// HTTP/2 by TLS negotiation, or by an upgrade without TLS; falls back to HTTP/1.1 where the server declines.
    case http2
    /// HTTP/2 from the first byte, also without TLS.
    case http2PriorKnowledge
  }

  /// Limit for the whole exchange, redirects included; `nil` waits forever.
  public var timeout: Duration? = .seconds(60)
  /// Limit for finding the host, connecting and the TLS handshake of each hop; `nil` leaves it to `timeout`.
  public var connectTimeout: Duration?
  public var httpVersion = HTTPVersion.auto
  /// Whether the server's certificate must be trusted and must name its host.
  public var verifiesTLS = true
  /// A PEM file of the authorities to trust instead of the system's.
  public var certificateAuthorityFile: String?
  public var maxRedirects = 20
  /// Whether `Authorization`, `Cookie` and `Proxy-Authorization` go along to another origin.
  public var keepsCredentialsAcrossOrigins = false
  /// Limit in bytes for a body after decompression.
  public var maxBodySize = 2 << 30
  /// Limit in bytes for all response heads of one hop.
  public var maxHeadSize = 256 << 10

  public init() {}
}
