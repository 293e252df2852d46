import Foundation

/// The proxy to use.
public enum ProxySetting: Hashable, Sendable {
  /// No proxy.
  case none
  /// From the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  case environment
  /// This proxy; the environment is ignored.
  case proxy(Proxy)
}

/// A proxy server.
public struct Proxy: Hashable, Sendable {
  /// A proxy protocol.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// HTTP; https requests use `CONNECT`.
    case http
    /// HTTP over TLS.
    case https
    /// SOCKS 4; the client resolves hosts.
    case socks4
    /// SOCKS 4a; the proxy resolves hosts.
    case socks4a
    /// SOCKS 5; the client resolves hosts.
    case socks5
    /// SOCKS 5; the proxy resolves hosts.
    case socks5h
  }

  /// The proxy protocol.
  public var scheme: Scheme
  /// Host name or address; IPv6 addresses are in brackets.
  public var host: String
  /// The port. In text form it defaults to 1080, or 443 for https.
  public var port: Int
  /// `nil` for a proxy without authentication.
  public var username: String?
  /// Sent to the proxy only.
  public var password: String?
  /// Hosts and domains to connect to directly; `*` for all.
  public var exceptions: [String] = []

  /// Creates a proxy.
  public init(_ scheme: Scheme, host: String, port: Int, username: String? = nil, password: String? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.username = username
    self.password = password
  }

  /// Parses `scheme://user:password@host:port`.
  ///
  /// - Throws: `RequestError.invalidProxy`
  public init(_ text: String) throws(RequestError) {
    let mark = text.firstRangeExactly(of: "://")
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

  /// In libcurl's format, where `*` must be the only entry.
  var noProxyList: String { exceptions.contains("*") ? "*" : exceptions.joined(separator: ",") }

  /// In libcurl's format, without credentials.
  var address: String { "\(scheme.rawValue)://\(host):\(port)" }
}
