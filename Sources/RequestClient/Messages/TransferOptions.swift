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

  // Limits

  /// Limit for each attempt, redirects included; `nil`, the default, sets none.
  public var timeout: Duration? {
    get { values.timeout }
    set { (values.timeout, _) = (newValue, assigned.insert(.timeout)) }
  }
  /// Limit for name lookup, connecting and the TLS handshake of each hop, 30 seconds by default; `nil` leaves it to
  /// `timeout`.
  public var connectTimeout: Duration? {
    get { values.connectTimeout }
    set { (values.connectTimeout, _) = (newValue, assigned.insert(.connectTimeout)) }
  }
  /// Limit for the time without a byte in either direction after a message began, 60 seconds by default; `nil` leaves it
  /// to `timeout`. The time that the caller holds the server back does not count.
  public var readTimeout: Duration? {
    get { values.readTimeout }
    set { (values.readTimeout, _) = (newValue, assigned.insert(.readTimeout)) }
  }
  /// Maximum number of redirects per attempt.
  public var maxRedirects: Int {
    get { values.maxRedirects }
    set { (values.maxRedirects, _) = (newValue, assigned.insert(.maxRedirects)) }
  }
  /// Limit for a response body after decompression, in bytes; `nil` for 1 GiB in memory and no limit for downloads and
  /// streams.
  public var maxBodySize: Int? {
    get { values.maxBodySize }
    set { (values.maxBodySize, _) = (newValue, assigned.insert(.maxBodySize)) }
  }
  /// Maximum size of a body kept in memory, in bytes. Larger bodies are kept in an unnamed temporary file, mapped into
  /// memory and removed with the last copy of the `Data`. `nil` keeps every body in memory.
  public var bodyMemoryLimit: Int? {
    get { values.bodyMemoryLimit }
    set { (values.bodyMemoryLimit, _) = (newValue, assigned.insert(.bodyMemoryLimit)) }
  }
  /// Limit for all response heads of a hop, in bytes.
  public var maxHeadSize: Int {
    get { values.maxHeadSize }
    set { (values.maxHeadSize, _) = (newValue, assigned.insert(.maxHeadSize)) }
  }

  // Trust

  /// Trust policy for the server; `nil` uses the session's policy for the host.
  public var serverTrust: ServerTrust? {
    get { values.serverTrust }
    set { (values.serverTrust, _) = (newValue, assigned.insert(.serverTrust)) }
  }
  /// Client certificate for servers that request one.
  public var clientCertificate: ClientCertificate? {
    get { values.clientCertificate }
    set { (values.clientCertificate, _) = (newValue, assigned.insert(.clientCertificate)) }
  }
  /// Minimum TLS version; `nil` uses OpenSSL's.
  public var minimumTLSVersion: TLSVersion? {
    get { values.minimumTLSVersion }
    set { (values.minimumTLSVersion, _) = (newValue, assigned.insert(.minimumTLSVersion)) }
  }
  /// Maximum TLS version; `nil` uses the newest.
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
  /// The method after a redirect with status 301, 302 or 303.
  public var redirectMethod: RedirectMethod {
    get { values.redirectMethod }
    set { (values.redirectMethod, _) = (newValue, assigned.insert(.redirectMethod)) }
  }

  // Route

  /// The proxy to use.
  public var proxy: ProxySetting {
    get { values.proxy }
    set { (values.proxy, _) = (newValue, assigned.insert(.proxy)) }
  }
  /// Path of a Unix socket to connect to instead of the URL's host. `Host` is still the URL's.
  public var unixSocketPath: String? {
    get { values.unixSocketPath }
    set { (values.unixSocketPath, _) = (newValue, assigned.insert(.unixSocketPath)) }
  }
  /// Addresses for hosts, with or without a port: `["api.example.com:443": "127.0.0.1"]`. A request's entries are
  /// merged with the session's and override them; an empty dictionary removes those.
  public var resolve: [String: String] {
    get { values.resolve }
    set { (values.resolve, _) = (newValue, assigned.insert(.resolve)) }
  }
  /// Alternative hosts and ports to connect to: `["api.example.com:443": "localhost:8443"]`. The TLS name and `Host`
  /// are still the URL's. Overrides `resolve` and is merged in the same way.
  public var connectTo: [String: String] {
    get { values.connectTo }
    set { (values.connectTo, _) = (newValue, assigned.insert(.connectTo)) }
  }

  /// The server name for the TLS handshake (SNI) and certificate verification instead of the URL's host. `Host` is
  /// still the URL's.
  public var serverName: String? {
    get { values.serverName }
    set { (values.serverName, _) = (newValue, assigned.insert(.serverName)) }
  }
  /// The network interface, address or host name to send from.
  public var interface: String? {
    get { values.interface }
    set { (values.interface, _) = (newValue, assigned.insert(.interface)) }
  }
  /// Maximum average number of bytes per second in each direction; `nil` for no limit.
  public var maxTransferRate: Int? {
    get { values.maxTransferRate }
    set { (values.maxTransferRate, _) = (newValue, assigned.insert(.maxTransferRate)) }
  }

  // Protocol

  /// Whether the session's cookie jar is used, both to send and to store cookies.
  public var usesCookies: Bool {
    get { values.usesCookies }
    set { (values.usesCookies, _) = (newValue, assigned.insert(.usesCookies)) }
  }
  /// The HTTP version to use. The timeline has the version actually used.
  public var httpVersion: HTTPVersion {
    get { values.httpVersion }
    set { (values.httpVersion, _) = (newValue, assigned.insert(.httpVersion)) }
  }
  /// Whether the timeline includes the wire log. It doubles the cost of a small exchange.
  public var keepsWireLog: Bool {
    get { values.keepsWireLog }
    set { (values.keepsWireLog, _) = (newValue, assigned.insert(.keepsWireLog)) }
  }

  /// Default values of the options.
  struct Values: Hashable, Sendable {
    var timeout: Duration?
    var connectTimeout: Duration? = .seconds(30)
    var readTimeout: Duration? = .seconds(60)
    var maxRedirects: Int = 20
    var maxBodySize: Int?
    var bodyMemoryLimit: Int?
    var maxHeadSize: Int = 256 << 10
    var serverTrust: ServerTrust?
    var clientCertificate: ClientCertificate?
    var minimumTLSVersion: TLSVersion?
    var maximumTLSVersion: TLSVersion?
    var keepsCredentialsAcrossOrigins: Bool = false
    var redirectMethod: RedirectMethod = .standard
    var proxy: ProxySetting = ProxySetting.environment
    var unixSocketPath: String?
    var resolve: [String: String] = [:]
    var connectTo: [String: String] = [:]
    var serverName: String?
    var interface: String?
    var maxTransferRate: Int?
    var usesCookies: Bool = true
    var httpVersion: HTTPVersion = HTTPVersion.auto
    var keepsWireLog: Bool = false
  }

  private(set) var values = Values()
  /// Options that were assigned.
  private(set) var assigned: Assigned = []

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
    maxTransferRate: Int? = nil,
    usesCookies: Bool? = nil,
    httpVersion: HTTPVersion? = nil,
    keepsWireLog: Bool? = nil
  ) {
    self.init()
    if let timeout { self.timeout = timeout }
    if let connectTimeout { self.connectTimeout = connectTimeout }
    if let readTimeout { self.readTimeout = readTimeout }
    if let maxRedirects { self.maxRedirects = maxRedirects }
    if let maxBodySize { self.maxBodySize = maxBodySize }
    if let bodyMemoryLimit { self.bodyMemoryLimit = bodyMemoryLimit }
    if let maxHeadSize { self.maxHeadSize = maxHeadSize }
    if let serverTrust { self.serverTrust = serverTrust }
    if let clientCertificate { self.clientCertificate = clientCertificate }
    if let minimumTLSVersion { self.minimumTLSVersion = minimumTLSVersion }
    if let maximumTLSVersion { self.maximumTLSVersion = maximumTLSVersion }
    if let keepsCredentialsAcrossOrigins { self.keepsCredentialsAcrossOrigins = keepsCredentialsAcrossOrigins }
    if let redirectMethod { self.redirectMethod = redirectMethod }
    if let proxy { self.proxy = proxy }
    if let unixSocketPath { self.unixSocketPath = unixSocketPath }
    if let resolve { self.resolve = resolve }
    if let connectTo { self.connectTo = connectTo }
    if let serverName { self.serverName = serverName }
    if let interface { self.interface = interface }
    if let maxTransferRate { self.maxTransferRate = maxTransferRate }
    if let usesCookies { self.usesCookies = usesCookies }
    if let httpVersion { self.httpVersion = httpVersion }
    if let keepsWireLog { self.keepsWireLog = keepsWireLog }
  }

  /// Creates options assigned by `change`; all others are inherited.
  public init(_ change: (inout TransferOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
}

extension TransferOptions {
  /// The set of assigned options.
  struct Assigned: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let timeout = Assigned(rawValue: 1 << 0)
    static let connectTimeout = Assigned(rawValue: 1 << 1)
    static let readTimeout = Assigned(rawValue: 1 << 2)
    static let maxRedirects = Assigned(rawValue: 1 << 3)
    static let maxBodySize = Assigned(rawValue: 1 << 4)
    static let bodyMemoryLimit = Assigned(rawValue: 1 << 5)
    static let maxHeadSize = Assigned(rawValue: 1 << 6)
    static let serverTrust = Assigned(rawValue: 1 << 7)
    static let clientCertificate = Assigned(rawValue: 1 << 8)
    static let minimumTLSVersion = Assigned(rawValue: 1 << 9)
    static let maximumTLSVersion = Assigned(rawValue: 1 << 10)
    static let keepsCredentialsAcrossOrigins = Assigned(rawValue: 1 << 11)
    static let proxy = Assigned(rawValue: 1 << 12)
    static let unixSocketPath = Assigned(rawValue: 1 << 13)
    static let resolve = Assigned(rawValue: 1 << 14)
    static let connectTo = Assigned(rawValue: 1 << 15)
    static let httpVersion = Assigned(rawValue: 1 << 16)
    static let keepsWireLog = Assigned(rawValue: 1 << 17)
    static let serverName = Assigned(rawValue: 1 << 18)
    static let interface = Assigned(rawValue: 1 << 19)
    static let maxTransferRate = Assigned(rawValue: 1 << 20)
    static let usesCookies = Assigned(rawValue: 1 << 21)
    static let redirectMethod = Assigned(rawValue: 1 << 22)
  }

  /// Returns these options with unassigned ones taken from `session`.
  func inheriting(from session: TransferOptions) -> TransferOptions {
    var merged = session
    if assigned.contains(.timeout) { merged.timeout = timeout }
    if assigned.contains(.connectTimeout) { merged.connectTimeout = connectTimeout }
    if assigned.contains(.readTimeout) { merged.readTimeout = readTimeout }
    if assigned.contains(.maxRedirects) { merged.maxRedirects = maxRedirects }
    if assigned.contains(.maxBodySize) { merged.maxBodySize = maxBodySize }
    if assigned.contains(.bodyMemoryLimit) { merged.bodyMemoryLimit = bodyMemoryLimit }
    if assigned.contains(.maxHeadSize) { merged.maxHeadSize = maxHeadSize }
    if assigned.contains(.serverTrust) { merged.serverTrust = serverTrust }
    if assigned.contains(.clientCertificate) { merged.clientCertificate = clientCertificate }
    if assigned.contains(.minimumTLSVersion) { merged.minimumTLSVersion = minimumTLSVersion }
    if assigned.contains(.maximumTLSVersion) { merged.maximumTLSVersion = maximumTLSVersion }
    if assigned.contains(.keepsCredentialsAcrossOrigins) {
      merged.keepsCredentialsAcrossOrigins = keepsCredentialsAcrossOrigins
    }
    if assigned.contains(.redirectMethod) { merged.redirectMethod = redirectMethod }
    if assigned.contains(.proxy) { merged.proxy = proxy }
    if assigned.contains(.unixSocketPath) { merged.unixSocketPath = unixSocketPath }
    if assigned.contains(.serverName) { merged.serverName = serverName }
    if assigned.contains(.interface) { merged.interface = interface }
    if assigned.contains(.maxTransferRate) { merged.maxTransferRate = maxTransferRate }
    if assigned.contains(.usesCookies) { merged.usesCookies = usesCookies }
    if assigned.contains(.httpVersion) { merged.httpVersion = httpVersion }
    if assigned.contains(.keepsWireLog) { merged.keepsWireLog = keepsWireLog }
    if assigned.contains(.resolve) { merged.resolve = Self.places(resolve, addedTo: session.resolve) }
    if assigned.contains(.connectTo) { merged.connectTo = Self.places(connectTo, addedTo: session.connectTo) }
    return merged
  }

  /// An empty dictionary removes the inherited entries.
  private static func places(_ own: [String: String], addedTo inherited: [String: String]) -> [String: String] {
    own.isEmpty ? [:] : inherited.merging(own) { _, own in own }
  }
}
