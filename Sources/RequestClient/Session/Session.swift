public import Foundation

/// Makes requests that share defaults and connections; sessions know nothing of each other.
///
/// A session must live as long as its requests: those unfinished when it is released end with
/// `RequestError.sessionDeinitialized`.
public final class Session: Sendable {
  /// What its requests have of it, which keep that and not the session.
  let parts: SessionParts

  /// The session of the module's functions and of requests that name none.
  public static let `default` = Session()

  /// - Parameter configuration: Read once; later changes of the value do not reach the session.
  public convenience init(configuration: SessionConfiguration = .default) {
    self.init(configuration: configuration, transport: CurlTransport())
  }

  /// The default configuration, with these parts.
  public convenience init(
    interceptor: (any RequestInterceptor)?, redirector: Redirector = .follow, eventMonitors: [any EventMonitor] = []
  ) {
    var configuration = SessionConfiguration.default
    configuration.interceptor = interceptor
    configuration.redirector = redirector
    configuration.eventMonitors = eventMonitors
    self.init(configuration: configuration)
  }

  package init(configuration: SessionConfiguration, transport: any Transport) {
    parts = SessionParts(configuration, transport)
  }

  deinit {
    for request in active.all { request.stop(because: .sessionDeinitialized) }
  }

  /// As the session was made with; it does not change.
  public var configuration: SessionConfiguration { parts.configuration }
  var active: ActiveRequests { parts.active }

  /// Interceptor of all requests.
  public var interceptor: (any RequestInterceptor)? { configuration.interceptor }

  /// Calls `action` with every request that was started or has handlers, and has not ended.
  public func withAllRequests(perform action: ([any Request]) -> Void) {
    action(active.all.map(\.request))
  }

  /// Cancels every request that was started or has handlers, and has not ended; later ones are not affected.
  ///
  /// - Parameter completion: Called when all of them were told.
  public func cancelAllRequests(
    completingOnQueue queue: DispatchQueue? = nil, completion: (@Sendable () -> Void)? = nil
  ) {
    for request in active.all { request.stop(because: .explicitlyCancelled) }
    if let completion { RequestCore.deliver(on: queue, completion) }
  }
}
