/// An absolute http or https URL that sends what was written: nothing is normalised but non-ASCII characters,
/// which become percent escapes, and the host's, which become their ASCII form.
public struct RequestURL: Hashable, Sendable {
  /// `http` or `https`.
  public internal(set) var scheme: String
  public internal(set) var user: String?
  public internal(set) var password: String?
  /// IPv6 addresses stand in their brackets.
  public internal(set) var host: String
  /// `nil` where none was written.
  public internal(set) var port: Int?
  /// Begins with a slash.
  public internal(set) var path: String
  public internal(set) var query: String?
  public internal(set) var fragment: String?

  /// What is wrong with a text that is no URL.
  public enum Problem: Error, Hashable, Sendable {
    case empty, noScheme, noHost
    case unsupportedScheme(String)
    case badHost(String)
    case badPort(String)
    case space
    case controlCharacter
  }

  /// The written port or the scheme's.
  public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

  var isSecure: Bool { scheme == "https" }

  /// Scheme, host and port: where credentials may go.
  var origin: String { "\(scheme)://\(host.lowercased()):\(effectivePort)" }

  var withoutCredentials: RequestURL {
    var url = self
    url.user = nil
    url.password = nil
    return url
  }

  /// What the request line has.
  var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

  /// As it is handed to the transport: no credentials, no fragment.
  var target: String {
    scheme + "://" + host + (port.map { ":\($0)" } ?? "") + pathAndQuery
  }
}

extension RequestURL: CustomStringConvertible {
  /// The URL without `user:password@`.
  public var description: String { target + (fragment.map { "#" + $0 } ?? "") }
}
