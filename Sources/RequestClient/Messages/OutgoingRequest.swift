/// The standard type of methods, under Alamofire's name; any token is one.
public typealias HTTPMethod = HTTPRequest.Method

extension HTTPRequest.Method {
  /// A safe method with a body (draft-ietf-httpbis-safe-method-w-body).
  public static let query = HTTPRequest.Method("QUERY")!
}

/// A message as it shall go out: what a `RequestConvertible` makes and what a response tells it was the answer to.
public struct OutgoingRequest: Hashable, Sendable {
  /// Any token; it goes out as it is.
  public var method: HTTPMethod
  /// Credentials in it go out as `Authorization` unless there is one; its fragment stays here.
  public var url: RequestURL
  /// Sent in this order with these duplicates; the transport adds only `Host`, and `Content-Length` or
  /// `Transfer-Encoding` where there is a body. A form's `Content-Type` is added where there is none.
  ///
  /// A `Content-Length` of your own has to be the body's, and a `Transfer-Encoding` has to be `chunked`, which sends a body
  /// of any length in chunks; other values fail the request before anything is sent.
  public var headers: HTTPHeaders
  /// A body may go with any method, `GET` too.
  public var body: HTTPBody?
  /// Options of this message alone; the session's hold where it assigns none.
  public var options: TransferOptions {
    get { sharedOptions?.value ?? TransferOptions() }
    set { sharedOptions = newValue.assigned.isEmpty ? nil : Shared(newValue) }
  }
  /// `nil` where all options are the session's.
  private var sharedOptions: Shared<TransferOptions>?
  /// Names of headers, besides `HeaderNames.credentials`, whose values are secret: an API key's, say.
  ///
  /// A redirect to another origin (scheme, host or port) removes these headers unless
  /// `TransferOptions.keepsCredentialsAcrossOrigins`, and descriptions hide their values. The session's
  /// `SessionConfiguration.sensitiveHeaders` are added when the message is sent.
  public var sensitiveHeaders: HeaderNames

  /// A message of these parts.
  public init(
    method: HTTPMethod = .get, url: RequestURL, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    options: TransferOptions? = nil, sensitiveHeaders: HeaderNames = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.sensitiveHeaders = sensitiveHeaders
    if let options { self.options = options }
  }

  /// Whether the value of the header `name` is secret.
  func isSensitive(_ name: String) -> Bool {
    HeaderNames.credentials.contains(name) || sensitiveHeaders.contains(name)
  }

  /// The options that hold for this message in a session with `inherited`.
  func options(inheriting inherited: Shared<TransferOptions>) -> Shared<TransferOptions> {
    guard let own = sharedOptions?.value else { return inherited }
    return Shared(own.inheriting(from: inherited.value))
  }

  /// Adds each of `defaults` whose name the request does not have.
  consuming func addingDefaults(_ defaults: HTTPHeaders) -> OutgoingRequest {
    let needsType = body != nil && !headers.contains(name: "Content-Type")
    if headers.isEmpty {
      headers = defaults
    } else {
      let own = headers
      for header in defaults where !own.contains(name: header.name) { headers.append(header) }
    }
    if needsType, let type = body?.contentType { headers.append(.contentType(type)) }
    return self
  }

  /// Adds `names` to those of sensitive headers.
  consuming func addingSensitiveHeaders(_ names: HeaderNames) -> OutgoingRequest {
    sensitiveHeaders.formUnion(names)
    return self
  }

  /// Turns `user:password@` of the URL into an `Authorization` header, unless there is one.
  consuming func movingCredentialsToHeader() -> OutgoingRequest {
    guard let user = url.user else { return self }
    if !headers.contains(name: "Authorization") {
      headers.append(.authorization(username: user, password: url.password ?? ""))
    }
    url = url.withoutCredentials
    return self
  }
}
