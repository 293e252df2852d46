/// The standard type of methods, under Alamofire's name; any token is one.
public typealias HTTPMethod = HTTPRequest.Method

extension HTTPRequest.Method {
  /// A safe method with a body (draft-ietf-httpbis-safe-method-w-body).
  public static let query = HTTPRequest.Method("QUERY")!
}

/// A message to send: the result of a `RequestConvertible`, and part of every response.
public struct OutgoingRequest: Hashable, Sendable {
  /// Any token, sent as it is.
  public var method: HTTPMethod
  /// Credentials in it are sent as `Authorization` unless there is one; its fragment stays here.
  public var url: RequestURL
  /// Sent in this order with these duplicates; the transport adds only `Host`, and `Content-Length` or
  /// `Transfer-Encoding` if there is a body. A form's `Content-Type` is added if there is none.
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
  /// `nil` if all options are the session's.
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

// The server finds the end of the body by these headers. One that contradicts the body would leave the rest of it, or the
// beginning of the next message, to be taken for a request (RFC 9112, section 11.2).
extension OutgoingRequest {
  /// What is wrong with the caller's own `Content-Length` or `Transfer-Encoding`. The transport adds the right one where
  /// there is none.
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

  /// Not a sign, a leading zero or a second value may be in it: servers read these in different ways.
  private func lengthProblem(_ value: String) -> HTTPHeader.Problem? {
    guard let body else { return value == "0" ? nil : .wrongLength(body: 0) }
    guard let length = body.knownLength else {
      // What is wrong with the body is the transport's to say.
      return body.hasUnknownLength ? .wrongLength(body: nil) : nil
    }
    return value == String(length) ? nil : .wrongLength(body: length)
  }

  /// HTTP/2 has no such header; libcurl leaves it out there.
  private func codingProblem(_ value: String) -> HTTPHeader.Problem? {
    body != nil && value.isFieldName("chunked") ? nil : .transferEncoding
  }
}

extension HTTPBody {
  /// Whether only its reader knows the end, in contrast to a file that cannot be read.
  fileprivate var hasUnknownLength: Bool {
    switch self {
    case .data, .file: false
    case .stream(let stream): stream.length == nil
    case .multipart(let form): form.contentLength == nil
    }
  }
}

extension HTTPHeader {
  /// What keeps a header from being sent.
  public enum Problem: Hashable, Sendable {
    /// There is nothing before the colon.
    case emptyName
    /// A character that RFC 9110 does not allow in a name.
    case nameCharacter
    /// CR, LF, NUL or another control character but the tab.
    case valueCharacter
    /// The `Content-Length` is not the body's, which has that many bytes; `nil` for a stream without a length.
    case wrongLength(body: Int?)
    /// There is another `Content-Length` or `Transfer-Encoding`.
    case secondLength
    /// The only `Transfer-Encoding` that can be sent is `chunked`, with a body.
    case transferEncoding
  }

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
  /// Whether it may name a header or a method (RFC 9110, section 5.6.2).
  var isToken: Bool {
    !utf8.isEmpty && hasOnly { $0.isTokenByte }
  }

  /// Whether every byte is as it should be. Looks at them where they lie: it runs for every header of every message.
  @inline(__always)
  fileprivate func hasOnly(_ isFine: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) } ?? utf8.allSatisfy(isFine)
  }
}

extension UInt8 {
  fileprivate var isTokenByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
