import Foundation

/// How a message is carried: limits, trust, route and protocol.
///
/// An option that was never assigned is inherited: a request's from its session, a session's from the defaults given
/// here. Reading one returns its default; assigning one, even `nil` or its default, overrides what would be inherited.
public struct TransferOptions: Hashable, Sendable {
  /// The HTTP version to use.
  public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case auto
    /// HTTP/1.1, also where TLS would negotiate more.
    case http1
    /// HTTP/2 by TLS negotiation, or by an upgrade without TLS; falls back to HTTP/1.1 where the server declines.
    case http2
    /// HTTP/2 from the first byte, also without TLS.
    case http2PriorKnowledge
    /// HTTP/3 or an older one, if this libcurl has it; else `RequestError.unsupported`.
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

  /// The proxy to use.
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

  /// The name to use in the TLS handshake instead of the URL's host: the server shows its certificate for this name, and
  /// has to prove it. `Host` stays that of the URL.
  public var serverName: String? {
    get { values.serverName }
    set { (values.serverName, _) = (newValue, assigned.insert(.serverName)) }
  }
  /// The network interface, address or host name to send from.
  public var interface: String? {
    get { values.interface }
    set { (values.interface, _) = (newValue, assigned.insert(.interface)) }
  }
  /// Maximum bytes a second in each direction, on average; `nil` for no limit.
  public var maxTransferRate: Int? {
    get { values.maxTransferRate }
    set { (values.maxTransferRate, _) = (newValue, assigned.insert(.maxTransferRate)) }
  }

  // Protocol

  /// Whether the session's cookie jar is used: its cookies sent, and those of the response stored.
  public var usesCookies: Bool {
    get { values.usesCookies }
    set { (values.usesCookies, _) = (newValue, assigned.insert(.usesCookies)) }
  }
  /// The HTTP version to use; a hop's connection has the version that was used.
  public var httpVersion: HTTPVersion {
    get { values.httpVersion }
    set { (values.httpVersion, _) = (newValue, assigned.insert(.httpVersion)) }
  }
  /// Whether the timeline has the wire log. It costs as much again as a small exchange, and memory for each line.
  public var keepsWireLog: Bool {
    get { values.keepsWireLog }
    set { (values.keepsWireLog, _) = (newValue, assigned.insert(.keepsWireLog)) }
  }

  /// Default values of the options.
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
    var serverName: String?
    var interface: String?
    var maxTransferRate: Int?
    var usesCookies: Bool = true
    var httpVersion: HTTPVersion = HTTPVersion.auto
    var keepsWireLog: Bool = false
  }

  private(set) var values = Values()
  /// The options that are not inherited.
  private(set) var assigned: Assigned = []

  /// Options that are all inherited.
  public init() {}
}

extension TransferOptions {
  /// Options of which those are inherited that are left out or `nil`.
  ///
  /// To override an inherited option with `nil`, assign it: `TransferOptions { $0.timeout = nil }` waits forever.
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

  /// Options that `change` assigns; all others are inherited.
  public init(_ change: (inout TransferOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
}

extension TransferOptions {
  /// Which options were assigned.
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
  }

  /// These options, with those of `session` if nothing was assigned.
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

  /// An empty dictionary would add nothing: it drops what would be inherited.
  private static func places(_ own: [String: String], addedTo inherited: [String: String]) -> [String: String] {
    own.isEmpty ? [:] : inherited.merging(own) { _, own in own }
  }
}

/// The proxy to use.
public enum ProxySetting: Hashable, Sendable {
  /// No proxy, whatever the environment says.
  case none
  /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the process's environment say.
  case environment
  /// Through this one, but for its exceptions; the environment does not count.
  case proxy(Proxy)
}

/// A proxy and how to get past it.
public struct Proxy: Hashable, Sendable {
  /// What is spoken to a proxy.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// Requests for http as they are, for https through `CONNECT`.
    case http
    /// HTTP inside TLS.
    case https
    /// SOCKS 4, hosts found here.
    case socks4
    /// SOCKS 4a: the proxy finds the host.
    case socks4a
    /// SOCKS 5, hosts found here.
    case socks5
    /// SOCKS 5: the proxy finds the host.
    case socks5h
  }

  /// What is spoken to it.
  public var scheme: Scheme
  /// A name or an address; IPv6 addresses are in brackets.
  public var host: String
  /// There is no default here; a text without one means 1080, or 443 for https.
  public var port: Int
  /// `nil` for a proxy that asks for none.
  public var username: String?
  /// Goes to the proxy alone.
  public var password: String?
  /// Hosts and domains that are reached without it; `*` for all.
  public var exceptions: [String] = []

  /// A proxy that asks for no credentials unless they are given.
  public init(_ scheme: Scheme, host: String, port: Int, username: String? = nil, password: String? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.username = username
    self.password = password
  }

  /// `scheme://user:password@host:port`
  ///
  /// - Throws: `RequestError.invalidProxy`
  public init(_ text: String) throws(RequestError) {
    let mark = text.unicodeScalars.firstRange(of: "://".unicodeScalars)
    let scheme = mark.map { text[..<$0.lowerBound].lowercased() } ?? "http"
    let rest = mark.map { text[$0.upperBound...] } ?? text[...]
    guard let scheme = Scheme(rawValue: scheme == "socks" ? "socks5h" : scheme) else { throw .invalidProxy(text) }
    var url = RequestURL(scheme: "http", host: "", path: "/")
    do {
      try url.setAuthority(Substring(rest.unicodeScalars.prefix { $0 != "/" }))
    } catch {
      throw .invalidProxy(text)
    }
    self.init(
      scheme, host: url.host, port: url.port ?? (scheme == .https ? 443 : 1080), username: url.user,
      password: url.password)
  }

  /// As libcurl takes it, which knows the star only by itself.
  var noProxyList: String { exceptions.contains("*") ? "*" : exceptions.joined(separator: ",") }

  /// As libcurl takes it, without credentials.
  var address: String { "\(scheme.rawValue)://\(host):\(port)" }
}

/// A large value that is often passed on and seldom changed, stored once.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
  static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
