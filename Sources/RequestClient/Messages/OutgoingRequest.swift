/// An HTTP method; any token is valid.
public typealias HTTPMethod = HTTPRequest.Method

extension HTTPRequest.Method {
  /// A safe method with a body (draft-ietf-httpbis-safe-method-w-body).
  public static let query = HTTPRequest.Method("QUERY")!
}

/// A request message.
public struct OutgoingRequest: Hashable, Sendable {
  /// The method; any token is sent unchanged.
  public var method: HTTPMethod
  /// The URL. Credentials in it are sent as `Authorization` unless that header is set; its fragment is not sent.
  public var url: RequestURL
  /// The headers, sent in this order with their duplicates. The transport adds only `Host`, and `Content-Length` or
  /// `Transfer-Encoding` if there is a body. Forms set `Content-Type` unless it is present.
  ///
  /// An explicit `Content-Length` must match the body, and an explicit `Transfer-Encoding` must be `chunked`; otherwise
  /// the request fails before anything is sent.
  public var headers: HTTPHeaders
  /// The body. Any method may have one, including `GET`.
  public var body: HTTPBody?
  /// Options of this message; those not assigned are inherited from the session.
  public var options: TransferOptions {
    get { sharedOptions?.value ?? TransferOptions() }
    set { sharedOptions = newValue == TransferOptions() ? nil : Shared(newValue) }
  }
  /// `nil` if all options are inherited.
  private var sharedOptions: Shared<TransferOptions>?
  /// Headers, besides `HeaderNames.credentials`, whose values are secret, such as API keys.
  ///
  /// A redirect to another origin (scheme, host or port) removes these headers unless
  /// `TransferOptions.keepsCredentialsAcrossOrigins`, and descriptions hide their values. The session's
  /// `SessionConfiguration.sensitiveHeaders` are added when the message is sent.
  public var sensitiveHeaders: HeaderNames

  /// Whether the session's cookies are added to an explicit `Cookie` header instead of being replaced by it. Of a name in
  /// both, the header's value counts.
  package var addsStoredCookies = false

  /// Whether a redirect sends the URL before it as `Referer`, and to another origin only its origin. From https to http,
  /// none is sent.
  package var sendsReferer = false

  /// Headers that are not added to those of the message.
  package var omittedHeaders: HeaderNames = []

  /// Creates a message.
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

  /// The effective options of this message in a session with the options `inherited`.
  func options(inheriting inherited: Shared<TransferOptions>) -> Shared<TransferOptions> {
    guard let own = sharedOptions?.value else { return inherited }
    return Shared(own.inheriting(from: inherited.value))
  }

  /// Adds the defaults that the request does not override.
  consuming func addingDefaults(_ defaults: HTTPHeaders) -> OutgoingRequest {
    let needsType =
      body != nil && !headers.contains(name: "Content-Type") && !omittedHeaders.contains("Content-Type")
    if headers.isEmpty, omittedHeaders.isEmpty {
      headers = defaults
    } else {
      let own = headers
      for header in defaults where !own.contains(name: header.name) && !omittedHeaders.contains(header.name) {
        headers.append(header)
      }
    }
    if needsType, let type = body?.contentType { headers.append(.contentType(type)) }
    return self
  }

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

extension OutgoingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method, URL, headers and the body's size. Values of sensitive headers are hidden.
  public var description: String {
    let headers = headers.map { "\($0.name): \(isSensitive($0.name) ? "(hidden)" : $0.value)" }
    let size = body.map { body in body.knownLength.map { ", \($0) bytes" } ?? ", a body of unknown length" } ?? ""
    return "\(method.rawValue) \(url) [\(headers.joined(separator: ", "))]\(size)"
  }

  /// Same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// Framing headers that contradict the body allow request smuggling (RFC 9112, section 11.2).
extension OutgoingRequest {
  /// The problem with an explicit `Content-Length` or `Transfer-Encoding`, if any.
  var framingProblem: (HTTPHeader, HTTPHeader.Problem)? {
    var hasFraming = false
    for header in headers {
      let isLength = header.name.isFieldName("Content-Length")
      if !isLength, !header.name.isFieldName("Transfer-Encoding") { continue }
      if hasFraming { return (header, .secondLength) }
      hasFraming = true
      if let problem = isLength ? lengthProblem(header.value) : codingProblem(header.value) { return (header, problem) }
    }
    return nil
  }

  /// Rejects signs, leading zeros and lists, which servers interpret differently.
  private func lengthProblem(_ value: String) -> HTTPHeader.Problem? {
    guard let body else { return value == "0" ? nil : .wrongLength(body: 0) }
    guard let length = body.knownLength else {
      // The transport reports problems with the body.
      return body.hasUnknownLength ? .wrongLength(body: nil) : nil
    }
    return value == String(length) ? nil : .wrongLength(body: length)
  }

  /// libcurl omits the header in HTTP/2, which has none.
  private func codingProblem(_ value: String) -> HTTPHeader.Problem? {
    body != nil && value.isFieldName("chunked") ? nil : .transferEncoding
  }
}

extension HTTPBody {
  /// Whether the length is unknown until the body is read, other than for an unreadable file.
  fileprivate var hasUnknownLength: Bool {
    switch self {
    case .data, .file: false
    case .stream(let stream): stream.length == nil
    case .multipart(let form): form.contentLength == nil
    }
  }
}

extension HTTPHeader {
  var problem: Problem? {
    if name.isEmpty { return .emptyName }
    if !name.isToken { return .nameCharacter }
    return value.hasOnly { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } ? nil : .valueCharacter
  }
}

extension HTTPHeaders {
  /// The first header that cannot be sent.
  var firstProblem: (HTTPHeader, HTTPHeader.Problem)? {
    for header in self {
      if let problem = header.problem { return (header, problem) }
    }
    return nil
  }
}

extension String {
  /// Whether the text is a valid header name or method (RFC 9110, section 5.6.2).
  var isToken: Bool {
    !utf8.isEmpty && hasOnly { $0.isTokenByte }
  }

  /// Whether every byte satisfies `isFine`. Makes no copy, because it runs for every header of every message.
  @inline(__always)
  fileprivate func hasOnly(_ isFine: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) } ?? utf8.allSatisfy(isFine)
  }
}
