/// A request of `Session.default`: no cookies are kept, requests share connections.
public protocol DefaultSessionType: RequestType {}

extension DefaultSessionType {
  /// `Session.default`
  public var session: Session { .default }
}

/// A request of a session that keeps cookies in memory, for all requests of this kind and until the process ends.
public protocol CookieSessionType: RequestType {}

extension CookieSessionType {
  /// `Session.keepingCookies`
  public var session: Session { .keepingCookies }
}

extension Session {
  /// The session of all `CookieSessionType` requests. Its jar is `configuration.cookieJar`.
  public static let keepingCookies: Session = {
    var configuration = SessionConfiguration.default
    configuration.cookieJar = CookieJar()
    return Session(configuration: configuration)
  }()
}
