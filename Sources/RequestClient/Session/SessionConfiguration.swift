/// What all requests of a session have in common.
public struct SessionConfiguration: Sendable {
  /// Added to each request that has no header of that name, after its own.
  public var defaultHeaders: [Header] = [
    .defaultUserAgent, .defaultAcceptEncoding, .defaultAcceptLanguage,
  ]
  /// Whether adding the first handler starts a request; else only `resume()` does.
  public var startRequestsImmediately = true
  /// For requests that bring no options of their own.
  public var options = TransferOptions()
  /// For requests that bring none of their own.
  public var redirector = Redirector.follow

  public init() {}

  public static let `default` = SessionConfiguration()
}
