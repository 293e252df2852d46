/// A request that is made again where the connection was lost or could not be made: once the network is back, and three
/// attempts in all. Other errors come at once, and cancelling ends the wait.
///
/// The method does not matter: whoever declares a request so says that it may reach the server twice.
public protocol RetryingType: RequestType {
  /// Waits and decides; one for many requests, so that they share one loop of probes.
  var retrier: OfflineRetrier { get }
}

extension RetryingType {
  /// One for all contexts.
  public var retrier: OfflineRetrier { .forContexts }
  /// The retrier; a type that has more to say joins it into an `Interceptor`.
  public var interceptor: (any RequestInterceptor)? { retrier }
}

extension OfflineRetrier {
  /// The retrier of contexts: three attempts in all after lost connections too, with a probe every five seconds for at
  /// most a minute before each.
  public static let forContexts = OfflineRetrier(
    maximumWait: .seconds(60), retryLimit: 2, pollingInterval: .seconds(5),
    faults: RequestError.NetworkFault.lostConnections)
}
