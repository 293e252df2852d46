import Foundation

/// Through whom messages go.
public enum ProxySetting: Hashable, Sendable {
  /// Straight to the server, whatever the environment says.
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
  /// A name or an address; IPv6 addresses stand in their brackets.
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
