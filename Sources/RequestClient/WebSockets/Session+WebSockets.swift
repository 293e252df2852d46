extension Session {
  /// Creates a WebSocket; an invalid URL is reported to its handlers.
  ///
  /// - Parameters:
  ///   - url: A `ws`, `wss`, `http` or `https` URL.
  ///   - subprotocols: Added to those of `settings`.
  ///   - headers: Headers of the handshake. Those that it needs are added unless they are present.
  ///   - options: Options that are not assigned are inherited from the session. HTTP/2 (RFC 8441) is used if
  ///     `httpVersion` is `.http2`, with TLS only, or `.http2PriorKnowledge`; otherwise HTTP/1.1.
  ///   - shouldAutomaticallyResume: Overrides `startRequestsImmediately`.
  public func webSocket(
    _ url: any URLConvertible, subprotocols: [String] = [], headers: HTTPHeaders = [],
    settings: WebSocketOptions = WebSocketOptions(), options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> WebSocketRequest {
    var settings = settings
    settings.subprotocols += subprotocols
    return webSocket(
      ConvertibleRequest(WebSocketURL(url), .get, headers, options: options, modifier: requestModifier),
      settings: settings, interceptor: interceptor, redirector: redirector,
      shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Creates a WebSocket; errors thrown by `convertible` are reported to its handlers. Its message must be a GET without
  /// a body; see `RequestURL.init(webSocket:)` for its URL.
  public func webSocket(
    _ convertible: any RequestConvertible, settings: WebSocketOptions = WebSocketOptions(),
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil
  ) -> WebSocketRequest {
    let hub = WebSocketHub(settings)
    let core = self.core(convertible, .webSocket(hub), interceptor, redirector, shouldAutomaticallyResume)
    hub.prepareReconnection(of: core)
    return WebSocketRequest(core, hub)
  }
}

extension RequestURL {
  /// Parses the URL of a WebSocket: `ws` becomes `http`, and `wss` becomes `https`.
  ///
  /// - Throws: `RequestError.invalidURL`
  public init(webSocket text: String) throws(RequestError) {
    do {
      try self.init(WebSocketURL.withHTTPScheme(text))
    } catch {
      // The error names the URL as it was written.
      if case .invalidURL(_, let problem) = error { throw .invalidURL(text, problem) }
      throw error
    }
  }

  /// The URL with the scheme `ws` or `wss`, without `user:password@`.
  public var webSocketDescription: String { "ws" + description.dropFirst(4) }
}

/// A URL that may have the scheme of WebSockets.
struct WebSocketURL: URLConvertible {
  private let url: any URLConvertible

  init(_ url: any URLConvertible) { self.url = url }

  func asURL() throws -> RequestURL {
    do {
      return try url.asURL()
    } catch RequestError.invalidURL(let text, .unsupportedScheme("ws")) {
      return try RequestURL(webSocket: text)
    } catch RequestError.invalidURL(let text, .unsupportedScheme("wss")) {
      return try RequestURL(webSocket: text)
    }
  }

  /// Returns `text` with the scheme of HTTP if it has one of WebSockets.
  static func withHTTPScheme(_ text: String) -> String {
    let bytes = text.utf8
    guard let colon = bytes.prefix(4).firstIndex(of: UInt8(ascii: ":")) else { return text }
    switch text[..<colon].lowercased() {
    case "ws": return "http" + text[colon...]
    case "wss": return "https" + text[colon...]
    default: return text
    }
  }
}
