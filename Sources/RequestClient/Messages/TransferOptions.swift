import Foundation

/// Limits, trust, route and protocol of a transfer.
///
/// Unassigned options are inherited: those of a request from its session, those of a session from the defaults below.
/// Reading an unassigned option returns its default. Assigning any value, even `nil`, overrides the inherited one.
public struct TransferOptions: Hashable, Sendable {
  /// The HTTP version to use.
  public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/2 if negotiated with TLS, otherwise HTTP/1.1.
    case auto
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 by TLS negotiation, or by an upgrade without TLS; falls back to HTTP/1.1 if the server declines.
    case http2
    /// HTTP/2 without negotiation, with or without TLS.
    case http2PriorKnowledge
    /// HTTP/3 with fallback to older versions; fails with `RequestError.unsupported` if libcurl lacks it.
    case http3
  }

  /// A version of the internet protocol.
  public enum IPVersion: String, Hashable, Sendable {
    /// IPv4.
    case v4 = "4"
    /// IPv6.
    case v6 = "6"
  }

  // Limits

  /// Limit for each attempt, redirects included; `nil`, the default, sets none. Fails with `RequestError.timedOut`.
  public var timeout: Duration? {
    get { values.timeout ?? nil }
    set { values.timeout = .some(newValue) }
  }
  /// Limit for name lookup, connecting and the TLS handshake of each hop, 30 seconds by default; `nil` leaves it to
  /// `timeout`. Fails with `RequestError.timedOut`.
  public var connectTimeout: Duration? {
    get { values.connectTimeout ?? Duration.seconds(30) }
    set { values.connectTimeout = .some(newValue) }
  }
  /// Limit for the time without a byte in either direction after a message began, 60 seconds by default; `nil` leaves it
  /// to `timeout`. The time that the caller holds the server back does not count. Fails with `RequestError.timedOut`.
  public var readTimeout: Duration? {
    get { values.readTimeout ?? Duration.seconds(60) }
    set { values.readTimeout = .some(newValue) }
  }
  /// Maximum number of redirects per attempt, 20 by default. More fail with `RequestError.tooManyRedirects`.
  public var maxRedirects: Int {
    get { values.maxRedirects ?? 20 }
    set { values.maxRedirects = newValue }
  }
  /// Limit for a response body after decompression, in bytes; `nil`, the default, for 1 GiB in memory and no limit
  /// for downloads and streams. A larger body fails with `RequestError.bodyTooLarge`.
  public var maxBodySize: Int? {
    get { values.maxBodySize ?? nil }
    set { values.maxBodySize = .some(newValue) }
  }
  /// Maximum size of a body kept in memory, in bytes. Larger bodies are kept in an unnamed temporary file, mapped into
  /// memory and removed with the last copy of the `Data`. `nil`, the default, keeps every body in memory.
  public var bodyMemoryLimit: Int? {
    get { values.bodyMemoryLimit ?? nil }
    set { values.bodyMemoryLimit = .some(newValue) }
  }
  /// Limit for all response heads of a hop, in bytes, 256 KiB by default. Larger ones fail with
  /// `RequestError.headTooLarge`.
  public var maxHeadSize: Int {
    get { values.maxHeadSize ?? 256 << 10 }
    set { values.maxHeadSize = newValue }
  }

  // Trust

  /// Trust policy for the server; `nil` uses the session's policy for the host.
  public var serverTrust: ServerTrust? {
    get { values.serverTrust ?? nil }
    set { values.serverTrust = .some(newValue) }
  }
  /// Client certificate for servers that request one.
  public var clientCertificate: ClientCertificate? {
    get { values.clientCertificate ?? nil }
    set { values.clientCertificate = .some(newValue) }
  }
  /// Minimum TLS version; `nil` uses OpenSSL's.
  public var minimumTLSVersion: TLSVersion? {
    get { values.minimumTLSVersion ?? nil }
    set { values.minimumTLSVersion = .some(newValue) }
  }
  /// Maximum TLS version; `nil` uses the newest.
  public var maximumTLSVersion: TLSVersion? {
    get { values.maximumTLSVersion ?? nil }
    set { values.maximumTLSVersion = .some(newValue) }
  }
  /// Whether redirects to another origin keep `Authorization`, `Cookie`, `Proxy-Authorization` and the message's
  /// `OutgoingRequest.sensitiveHeaders`; `false` by default.
  public var keepsCredentialsAcrossOrigins: Bool {
    get { values.keepsCredentialsAcrossOrigins ?? false }
    set { values.keepsCredentialsAcrossOrigins = newValue }
  }
  /// The method after a redirect with status 301, 302 or 303; `.standard` by default.
  public var redirectMethod: RedirectMethod {
    get { values.redirectMethod ?? .standard }
    set { values.redirectMethod = newValue }
  }

  // Route

  /// The proxy to use; `.environment` by default.
  public var proxy: ProxySetting {
    get { values.proxy ?? .environment }
    set { values.proxy = newValue }
  }
  /// Path of a Unix socket to connect to instead of the URL's host. `Host` is still the URL's.
  public var unixSocketPath: String? {
    get { values.unixSocketPath ?? nil }
    set { values.unixSocketPath = .some(newValue) }
  }
  /// Addresses for hosts, with or without a port: `["api.example.com:443": "127.0.0.1"]`. A request's entries are
  /// merged with the session's and override them; an empty dictionary removes those.
  public var resolve: [String: String] {
    get { values.resolve ?? [:] }
    set { values.resolve = newValue }
  }
  /// Alternative hosts and ports to connect to: `["api.example.com:443": "localhost:8443"]`. The TLS name and `Host`
  /// are still the URL's. Overrides `resolve` and is merged in the same way.
  public var connectTo: [String: String] {
    get { values.connectTo ?? [:] }
    set { values.connectTo = newValue }
  }

  /// The server name for the TLS handshake (SNI) and certificate verification instead of the URL's host. `Host` is
  /// still the URL's.
  public var serverName: String? {
    get { values.serverName ?? nil }
    set { values.serverName = .some(newValue) }
  }
  /// The network interface, address or host name to send from.
  public var interface: String? {
    get { values.interface ?? nil }
    set { values.interface = .some(newValue) }
  }
  /// The version of IP to look hosts up for and to connect with; `nil`, the default, uses both.
  public var ipVersion: IPVersion? {
    get { values.ipVersion ?? nil }
    set { values.ipVersion = .some(newValue) }
  }
  /// Maximum average number of bytes per second in each direction; `nil` for no limit.
  public var maxTransferRate: Int? {
    get { values.maxTransferRate ?? nil }
    set { values.maxTransferRate = .some(newValue) }
  }

  // Protocol

  /// Whether the session's cookie jar is used, both to send and to store cookies; `true` by default. Without
  /// `SessionConfiguration.cookieJar`, it has no effect.
  public var usesCookies: Bool {
    get { values.usesCookies ?? true }
    set { values.usesCookies = newValue }
  }
  /// The HTTP version to use; `.auto` by default. The timeline has the version actually used.
  public var httpVersion: HTTPVersion {
    get { values.httpVersion ?? .auto }
    set { values.httpVersion = newValue }
  }
  /// Whether the timeline includes the wire log; `false` by default. It doubles the cost of a small exchange.
  public var keepsWireLog: Bool {
    get { values.keepsWireLog ?? false }
    set { values.keepsWireLog = newValue }
  }

  /// The assigned options.
  struct Values: Hashable, Sendable {
    var timeout: Duration??
    var connectTimeout: Duration??
    var readTimeout: Duration??
    var maxRedirects: Int?
    var maxBodySize: Int??
    var bodyMemoryLimit: Int??
    var maxHeadSize: Int?
    var serverTrust: ServerTrust??
    var clientCertificate: ClientCertificate??
    var minimumTLSVersion: TLSVersion??
    var maximumTLSVersion: TLSVersion??
    var keepsCredentialsAcrossOrigins: Bool?
    var redirectMethod: RedirectMethod?
    var proxy: ProxySetting?
    var unixSocketPath: String??
    var resolve: [String: String]?
    var connectTo: [String: String]?
    var serverName: String??
    var interface: String??
    var ipVersion: IPVersion??
    var maxTransferRate: Int??
    var usesCookies: Bool?
    var httpVersion: HTTPVersion?
    var keepsWireLog: Bool?
  }

  private(set) var values = Values()

  /// Creates options that are all inherited.
  public init() {}
}

extension TransferOptions {
  /// Creates options; those omitted or `nil` are inherited.
  ///
  /// To override an inherited option with `nil`, assign it: `TransferOptions { $0.readTimeout = nil }` waits for a silent
  /// server.
  public init(
    timeout: Duration? = nil,
    connectTimeout: Duration? = nil,
    readTimeout: Duration? = nil,
    maxRedirects: Int? = nil,
    maxBodySize: Int? = nil,
    bodyMemoryLimit: Int? = nil,
    maxHeadSize: Int? = nil,
    serverTrust: ServerTrust? = nil,
    clientCertificate: ClientCertificate? = nil,
    minimumTLSVersion: TLSVersion? = nil,
    maximumTLSVersion: TLSVersion? = nil,
    keepsCredentialsAcrossOrigins: Bool? = nil,
    redirectMethod: RedirectMethod? = nil,
    proxy: ProxySetting? = nil,
    unixSocketPath: String? = nil,
    resolve: [String: String]? = nil,
    connectTo: [String: String]? = nil,
    serverName: String? = nil,
    interface: String? = nil,
    ipVersion: IPVersion? = nil,
    maxTransferRate: Int? = nil,
    usesCookies: Bool? = nil,
    httpVersion: HTTPVersion? = nil,
    keepsWireLog: Bool? = nil
  ) {
    values = Values(
      timeout: timeout.map(Optional.some), connectTimeout: connectTimeout.map(Optional.some),
      readTimeout: readTimeout.map(Optional.some), maxRedirects: maxRedirects,
      maxBodySize: maxBodySize.map(Optional.some), bodyMemoryLimit: bodyMemoryLimit.map(Optional.some),
      maxHeadSize: maxHeadSize, serverTrust: serverTrust.map(Optional.some),
      clientCertificate: clientCertificate.map(Optional.some), minimumTLSVersion: minimumTLSVersion.map(Optional.some),
      maximumTLSVersion: maximumTLSVersion.map(Optional.some),
      keepsCredentialsAcrossOrigins: keepsCredentialsAcrossOrigins, redirectMethod: redirectMethod, proxy: proxy,
      unixSocketPath: unixSocketPath.map(Optional.some), resolve: resolve, connectTo: connectTo,
      serverName: serverName.map(Optional.some), interface: interface.map(Optional.some),
      ipVersion: ipVersion.map(Optional.some),
      maxTransferRate: maxTransferRate.map(Optional.some), usesCookies: usesCookies, httpVersion: httpVersion,
      keepsWireLog: keepsWireLog)
  }

  /// Creates options assigned by `change`; all others are inherited.
  public init(_ change: (inout TransferOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }

  /// Returns these options with unassigned ones taken from `session`.
  func inheriting(from session: TransferOptions) -> TransferOptions {
    let (own, inherited) = (values, session.values)
    var merged = session
    merged.values.timeout = own.timeout ?? inherited.timeout
    merged.values.connectTimeout = own.connectTimeout ?? inherited.connectTimeout
    merged.values.readTimeout = own.readTimeout ?? inherited.readTimeout
    merged.values.maxRedirects = own.maxRedirects ?? inherited.maxRedirects
    merged.values.maxBodySize = own.maxBodySize ?? inherited.maxBodySize
    merged.values.bodyMemoryLimit = own.bodyMemoryLimit ?? inherited.bodyMemoryLimit
    merged.values.maxHeadSize = own.maxHeadSize ?? inherited.maxHeadSize
    merged.values.serverTrust = own.serverTrust ?? inherited.serverTrust
    merged.values.clientCertificate = own.clientCertificate ?? inherited.clientCertificate
    merged.values.minimumTLSVersion = own.minimumTLSVersion ?? inherited.minimumTLSVersion
    merged.values.maximumTLSVersion = own.maximumTLSVersion ?? inherited.maximumTLSVersion
    merged.values.keepsCredentialsAcrossOrigins =
      own.keepsCredentialsAcrossOrigins ?? inherited.keepsCredentialsAcrossOrigins
    merged.values.redirectMethod = own.redirectMethod ?? inherited.redirectMethod
    merged.values.proxy = own.proxy ?? inherited.proxy
    merged.values.unixSocketPath = own.unixSocketPath ?? inherited.unixSocketPath
    if let resolve = own.resolve { merged.resolve = Self.places(resolve, addedTo: session.resolve) }
    if let connectTo = own.connectTo { merged.connectTo = Self.places(connectTo, addedTo: session.connectTo) }
    merged.values.serverName = own.serverName ?? inherited.serverName
    merged.values.interface = own.interface ?? inherited.interface
    merged.values.ipVersion = own.ipVersion ?? inherited.ipVersion
    merged.values.maxTransferRate = own.maxTransferRate ?? inherited.maxTransferRate
    merged.values.usesCookies = own.usesCookies ?? inherited.usesCookies
    merged.values.httpVersion = own.httpVersion ?? inherited.httpVersion
    merged.values.keepsWireLog = own.keepsWireLog ?? inherited.keepsWireLog
    return merged
  }

  /// An empty dictionary removes the inherited entries.
  private static func places(_ own: [String: String], addedTo inherited: [String: String]) -> [String: String] {
    own.isEmpty ? [:] : inherited.merging(own) { _, own in own }
  }
}
