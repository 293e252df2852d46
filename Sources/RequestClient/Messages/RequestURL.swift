/// An absolute http or https URL that sends what was written: nothing is normalised but non-ASCII characters,
/// which become percent escapes, and the host's, which become their ASCII form.
public struct RequestURL: Hashable, Sendable {
  /// `http` or `https`.
  public internal(set) var scheme: String
  /// As written, percent escapes included.
  public internal(set) var user: String?
  /// As written, percent escapes included; it is in no description.
  public internal(set) var password: String?
  /// IPv6 addresses stand in their brackets.
  public internal(set) var host: String
  /// `nil` where none was written.
  public internal(set) var port: Int?
  /// Begins with a slash.
  public internal(set) var path: String
  /// Without its question mark; `nil` where there is none, empty where only the mark is.
  public internal(set) var query: String?
  /// Without its `#`; it is not sent.
  public internal(set) var fragment: String?

  /// What is wrong with a text that is no URL.
  public enum Problem: Error, Hashable, Sendable {
    /// What is missing.
    case empty, noScheme, noHost
    /// Neither http nor https.
    case unsupportedScheme(String)
    /// The text cannot be a host's name or address.
    case badHost(String)
    /// No number from 1 to 65535.
    case badPort(String)
    /// Spaces have to be escaped: nobody guesses where a URL ends.
    case space
    /// A character that could end the request line.
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
  var pathAndQuery: String { query.map { path + "?" + $0 } ?? path }

  /// As it is handed to the transport: no credentials, no fragment.
  var target: String {
    let start = scheme + "://" + host
    return (port.map { start + ":" + String($0) } ?? start) + pathAndQuery
  }
}

extension RequestURL: CustomStringConvertible {
  /// The URL without `user:password@`.
  public var description: String { description(of: target) }

  /// The same where the target is at hand.
  func description(of target: String) -> String { fragment.map { target + "#" + $0 } ?? target }
}
