package import Foundation

/// Credentials for AWS Signature Version 4, used by AWS and compatible services.
public struct AWSSignature: Hashable, Sendable {
  /// The access key ID, sent with every message: `AKIA…`.
  public var accessKey: String
  /// The secret access key. Never sent and never part of a description.
  public var secretKey: String
  /// For temporary credentials; sent as `X-Amz-Security-Token`.
  public var sessionToken: String?
  /// The region, such as `us-east-1`.
  public var region: String
  /// The service, such as `execute-api` or `s3`.
  public var service: String
  /// Whether the escaped path is escaped again for signing. Required by all services except `s3`.
  public var encodesPathTwice: Bool
  /// Whether dot segments and empty segments of the path are removed for signing. Required by all services except `s3`.
  public var normalizesPath: Bool
  /// Whether the digest of the body is sent as `X-Amz-Content-SHA256`. Required by `s3`, and always sent for unsigned
  /// bodies.
  public var sendsPayloadHash: Bool

  /// Creates credentials. The flags are set for `service`; change them for compatible services with another name.
  public init(accessKey: String, secretKey: String, sessionToken: String? = nil, region: String, service: String) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
    let isStorage = service == "s3"
    encodesPathTwice = !isStorage
    normalizesPath = !isStorage
    sendsPayloadHash = isStorage
  }

  /// The signed form of a body.
  package enum Payload: Hashable, Sendable {
    /// The body, hashed when signing.
    case data(Data)
    /// The body's digest in hexadecimal.
    case sha256(String)
    /// The body is not signed. `s3` accepts this over TLS; other services may not.
    case unsigned

    /// Signs bodies in memory; other bodies are unsigned.
    init(_ body: HTTPBody?) {
      switch body {
      case nil: self = .data(Data())
      case .data(let data): self = .data(data)
      case .file, .stream, .multipart: self = .unsigned
      }
    }

    var hash: String {
      switch self {
      case .data(let data): HashAlgorithm.sha256.hash(data).hex
      case .sha256(let digits): digits.lowercased()
      case .unsigned: "UNSIGNED-PAYLOAD"
      }
    }
  }

  /// Signs a message, replacing an earlier signature. Sign last and once for each attempt: later changes invalidate the
  /// signature, and it expires within minutes.
  ///
  /// An `X-Amz-Content-SHA256` header of the request is used as the digest. Headers that proxies or the transport
  /// change (`User-Agent`, `Connection`, `Expect` …) are not signed.
  ///
  /// - Parameters:
  ///   - payload: `nil` for the request's `body`.
  ///   - date: The time of signing. Services reject times that differ from theirs by several minutes.
  package func sign(_ request: inout OutgoingRequest, payload: Payload? = nil, at date: Date) {
    request.headers = signed(
      request.headers, method: request.method.rawValue, url: request.url,
      payload: payload ?? Payload(request.body), at: date)
    if sessionToken != nil { request.sensitiveHeaders.insert(Self.tokenHeader) }
  }

  /// Returns `headers` with the signature.
  func signed(
    _ headers: HTTPHeaders, method: String, url: RequestURL, payload: Payload, at date: Date
  ) -> HTTPHeaders {
    let time = UTCTime(date).basic
    var headers = headers.filter { !Self.ownHeaders.contains($0.name.lowercased()) }
    headers.append(HTTPHeader("X-Amz-Date", time))
    if let sessionToken { headers.append(HTTPHeader(Self.tokenHeader, sessionToken)) }
    let given = headers.first("X-Amz-Content-SHA256")
    let hash = given ?? payload.hash
    if given == nil, sendsPayloadHash || payload == .unsigned {
      headers.append(HTTPHeader("X-Amz-Content-SHA256", hash))
    }
    let message = AWSCanonicalRequest(
      method: method,
      path: AWSCanonicalRequest.path(url.path, normalizes: normalizesPath, encodesTwice: encodesPathTwice),
      query: url.query, headers: headers.map { ($0.name, $0.value) }, host: url.signedHost, payloadHash: hash)
    headers.append(HTTPHeader("Authorization", authorization(for: message, time: time)))
    return headers
  }

  private static let tokenHeader = "X-Amz-Security-Token"
  private static let ownHeaders: Set = ["authorization", "x-amz-date", "x-amz-security-token"]

  private func authorization(for message: AWSCanonicalRequest, time: String) -> String {
    let day = String(time.prefix(8))
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let hash = HashAlgorithm.sha256.hash(Data(message.text.utf8)).hex
    let signature = Self.code(key(day), "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(hash)").hex
    return "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), "
      + "SignedHeaders=\(message.signedHeaders), Signature=\(signature)"
  }

  /// The signing key of a day, region and service.
  private func key(_ day: String) -> Data {
    [day, region, service, "aws4_request"].reduce(Data("AWS4\(secretKey)".utf8), Self.code)
  }

  private static func code(_ key: Data, _ message: String) -> Data {
    MessageAuthentication.hmacSHA256(key: key, message: Data(message.utf8))
  }
}

extension AWSSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without the secret key and the session token.
  public var description: String { "AWS signature of \(accessKey) for \(region)/\(service)" }
  /// Same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestURL {
  /// The value of `Host`, without the scheme's default port.
  fileprivate var signedHost: String {
    effectivePort == (isSecure ? 443 : 80) ? host : "\(host):\(effectivePort)"
  }
}
