/// What a credential is for: a server or proxy, and its part named by a realm (RFC 9110, section 11.5).
public struct ProtectionSpace: Hashable, Sendable {
  /// In lower case: `http` or `https`.
  public let scheme: String
  /// In lower case; IPv6 addresses stand in their brackets.
  public let host: String
  /// The scheme's own where none was given.
  public let port: Int
  /// `nil` for the whole server, whatever its challenge calls itself.
  public let realm: String?
  /// Whether a proxy asks, and not the server behind it.
  public let isProxy: Bool

  /// - Parameter port: `nil` for the scheme's own.
  public init(scheme: String = "https", host: String, port: Int? = nil, realm: String? = nil, isProxy: Bool = false) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port ?? (self.scheme == "https" ? 443 : 80)
    self.realm = realm
    self.isProxy = isProxy
  }

  /// The server that `url` is on.
  public init(_ url: RequestURL, realm: String? = nil, isProxy: Bool = false) {
    self.init(scheme: url.scheme, host: url.host, port: url.effectivePort, realm: realm, isProxy: isProxy)
  }

  /// The whole server that this is a part of.
  var wholeServer: ProtectionSpace { ProtectionSpace(scheme: scheme, host: host, port: port, isProxy: isProxy) }
}
