public import Foundation

/// One cookie as a jar keeps it (RFC 6265bis, section 5.7).
public struct Cookie: Hashable, Sendable {
  /// What the server asks of browsers. The jar keeps it and sends regardless: nothing that a program sends is
  /// another site's doing.
  public enum SameSite: String, Codable, Sendable {
    /// The attribute's values, by their names.
    case strict, lax, none
  }

  /// May be empty; then the value alone is sent.
  public var name: String
  /// Sent as it is, with the quotes it may have.
  public var value: String
  /// The host that set it or a domain above that, in lower case without a leading dot.
  public var domain: String
  /// Begins with a slash; the cookie is sent to this path and those below it.
  public var path: String
  /// `nil` for the end of the session.
  public var expires: Date?
  /// Whether it is only sent over TLS, or to this machine.
  public var isSecure: Bool
  /// Whether it is hidden from a page's scripts.
  public var isHTTPOnly: Bool
  /// `nil` where the server did not say.
  public var sameSite: SameSite?
  /// Whether it is sent to `domain` alone and not to the hosts below it.
  public var isHostOnly: Bool
  /// When the server first set it; of cookies with equally long paths, the older is sent first.
  public var created: Date

  /// A cookie of one host and one session, unless something else is said. A jar checks it on `CookieJar.set(_:)`.
  public init(
    name: String, value: String, domain: String, path: String = "/", expires: Date? = nil, isSecure: Bool = false,
    isHTTPOnly: Bool = false, sameSite: SameSite? = nil, isHostOnly: Bool = true, created: Date
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.isHostOnly = isHostOnly
    self.created = created
  }

  /// Whether its time is over. A session's cookie never is.
  public func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

  /// As it stands in a `Cookie` header: `name=value`.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

  /// What makes two cookies the same one: the newer replaces the older.
  var identity: Identity { Identity(name: name, domain: domain, path: path, isHostOnly: isHostOnly) }

  struct Identity: Hashable, Sendable {
    var name, domain, path: String
    var isHostOnly: Bool
  }
}

extension Cookie: CustomStringConvertible {
  /// Without the value, which may be a secret: `session for example.com/`
  public var description: String { "\(name.isEmpty ? "(no name)" : name) for \(domain)\(path)" }
}
