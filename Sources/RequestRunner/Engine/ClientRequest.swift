internal import Foundation

/// Adapts a prepared request to the client library.
struct ClientRequest: RequestType, ResponseType {
  let method: HTTPRequest.Method
  let urlString: String
  let headers: HTTPHeaders
  let sensitiveHeaders: HeaderNames
  let content: HTTPBody?
  let omittedHeaders: HeaderNames
  let sendsReferer: Bool
  let options: TransferOptions?
  let redirector: Redirector?
  let credential: Credential?
  let session: Session
  /// `nil` accepts all: checks decide.
  let validStatusCodes: Set<Int>? = nil
  let responseSerializer = RawResponseSerializer()

  /// - Parameter mask: The secrets of the run. A header with one of them, such as a script adds, is not sent to another
  ///   origin.
  init(
    _ prepared: PreparedRequest, session: Session, mask: SecretMask, redirector: Redirector? = nil
  ) throws(Failure) {
    guard let method = HTTPRequest.Method(prepared.method) else {
      throw Failure(.unprepared, "\"\(prepared.method)\" is not a method — use letters, such as GET or PURGE")
    }
    self.method = method
    urlString = prepared.url
    headers = HTTPHeaders(prepared.headers)
    let secret = prepared.headers.filter { !$0.describesContent && mask.masked(value: $0.value) != $0.value }
    sensitiveHeaders = HeaderNames(prepared.credentialHeaders.union(secret.map { $0.name.lowercased() }))
    content = prepared.body
    omittedHeaders = HeaderNames(prepared.options.omittedHeaders)
    sendsReferer = prepared.sendsReferer
    let route = TransferRoute(prepared)
    options = try route.transferOptions(to: prepared.host)
    self.redirector = prepared.options.followsRedirects ? redirector ?? route.redirector : .doNotFollow
    credential = prepared.login.map { Credential($0) }
    self.session = session
  }

  func body() -> HTTPBody? { content }

  func asRequest() throws -> OutgoingRequest {
    var message = OutgoingRequest(
      method: method, url: try RequestURL(urlString), headers: headers, body: content, options: options,
      sensitiveHeaders: sensitiveHeaders)
    message.addsStoredCookies = true
    message.omittedHeaders = omittedHeaders
    message.sendsReferer = sendsReferer
    return message
  }

  /// Creates a request that starts with `resume()`. Its message is created on this thread, which is otherwise idle.
  func createRequest() -> DataRequest {
    func request(_ convertible: any RequestConvertible) -> DataRequest {
      session.request(convertible, redirector: redirector, shouldAutomaticallyResume: false)
    }
    // On error, the response reports it.
    return (try? asRequest()).map(request) ?? request(self)
  }

  /// Creates a WebSocket that starts with `resume()`.
  func createWebSocket(_ settings: WebSocketOptions) -> WebSocketRequest {
    func socket(_ convertible: any RequestConvertible) -> WebSocketRequest {
      session.webSocket(convertible, settings: settings, redirector: redirector, shouldAutomaticallyResume: false)
    }
    // On error, the end of the connection reports it.
    return (try? asRequest()).map(socket) ?? socket(self)
  }

  /// The request with its login.
  func authenticated<R: Request>(_ request: R) -> R { credential.map { request.authenticate(with: $0) } ?? request }
}

extension Credential {
  init(_ login: OutgoingMessage.Login) {
    self =
      switch login {
      case .digest(let username, let password): .digest(username: username, password: password)
      case .ntlm(let username, let password, let domain): .ntlm(username: username, password: password, domain: domain)
      case .negotiate: .negotiate
      }
  }
}

/// Returns the body unchanged and rethrows errors.
struct RawResponseSerializer: ResponseSerializer {
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data {
    if let error { throw error }
    return data ?? Data()
  }
}

extension TransferOptions {
  init(_ options: RequestOptions) {
    self.init()
    timeout = options.timeout.flatMap { $0 > 0 ? .seconds($0) : nil }
    let hasDefaults = options.timeout == nil
    connectTimeout = hasDefaults ? .seconds(RequestOptions.connectPatience) : nil
    readTimeout = hasDefaults ? .seconds(RequestOptions.patience) : nil
    if let limit = options.connectTimeout { connectTimeout = limit > 0 ? .seconds(limit) : nil }
    maxRedirects = options.maxRedirects
    maxBodySize = options.maxBody
    bodyMemoryLimit = 32 << 20
    keepsCredentialsAcrossOrigins = options.keepsCredentialsAcrossOrigins
    httpVersion =
      switch options.httpVersion {
      case .auto: .auto
      case .http1: .http1
      case .http2: .http2
      case .http2PriorKnowledge: .http2PriorKnowledge
      }
    minimumTLSVersion = options.minimumTLS.flatMap(TLSVersion.init(rawValue:))
    if let name = options.serverName { serverName = name }
    if let name = options.interface { interface = name }
    ipVersion = options.ipVersion.flatMap(IPVersion.init(rawValue:))
    if let limit = options.rateLimit { maxTransferRate = limit }
    if !options.usesCookies { usesCookies = false }
    if !options.resolve.isEmpty { resolve = Self.places(options.resolve) }
    if !options.connectTo.isEmpty { connectTo = Self.places(options.connectTo) }
  }

  /// The places by name. If rows have the same name, the first one counts.
  private static func places(_ rows: [Parameter]) -> [String: String] {
    Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Header {
  /// Whether it belongs to the body or to what is accepted, where a weak secret such as `json` says nothing.
  fileprivate var describesContent: Bool {
    let name = name.lowercased()
    return name.hasPrefix("content-") || name.hasPrefix("accept")
  }
}
