/// Why a request has no value for its handler. Cases carry facts; the sentences are in `RequestError+Description.swift`.
public enum RequestError: Error, Sendable {
  // Before anything is sent
  case invalidURL(String, RequestURL.Problem)
  case invalidHeader(Header, Header.Problem)
  /// The convertible threw.
  case createRequestFailed(any Error)
  /// The file of `TransferOptions.certificateAuthorityFile` is missing or no PEM file.
  case unreadableCertificateAuthorities(file: String)

  // Ended from our side
  case explicitlyCancelled
  /// The session was released while the request was unfinished.
  case sessionDeinitialized
  case timedOut(TimeoutPhase, host: String, limit: Duration)
  case bodyTooLarge(limit: Int)
  case headTooLarge(limit: Int)

  // On the way
  case unresolvableHost(String)
  case proxyFailed(String)
  case refused(host: String, port: Int)
  case unreachable(host: String, port: Int, reason: String)
  /// `bytesReceived` counts the body, decompressed.
  case connectionLost(host: String, bytesReceived: Int)
  case tls(TLSFailure, host: String)
  /// The answer is no HTTP; the detail is the transport's.
  case protocolError(String)
  /// The body is not in the encoding that its head names.
  case undecodableBody(String)
  /// None of the above; libcurl's code and words.
  case transportFailed(code: Int, detail: String)

  // Redirects
  case tooManyRedirects(limit: Int)
  /// An address was asked a second time with the same method.
  case redirectLoop(RequestURL)
  case redirectRefused(location: String, RequestURL.Problem)

  // The answer came and will not do
  case responseValidationFailed(ValidationFailure)
  case responseSerializationFailed(SerializationFailure)

  public enum TimeoutPhase: Hashable, Sendable {
    /// Finding the host, connecting and the TLS handshake.
    case connect
    /// The whole exchange, redirects included.
    case total
  }

  public enum TLSFailure: Hashable, Sendable {
    case untrusted, selfSigned, expired, notYetValid, revoked, hostMismatch
    /// Another fault of the certificate, in OpenSSL's words.
    case certificate(String)
    /// Client and server found no common ground, in OpenSSL's words.
    case handshake(String)
  }

  public enum ValidationFailure: Error, Sendable {
    case unacceptableStatusCode(Int)
    case unacceptableContentType(acceptable: [String], received: String)
    case missingContentType(acceptable: [String])
    case customValidationFailed(any Error)
  }

  public enum SerializationFailure: Error, Sendable {
    case inputDataNilOrZeroLength
    case invalidEmptyResponse(type: String)
    case stringSerializationFailed(encoding: String)
    case decodingFailed(any Error)
    case customSerializationFailed(any Error)
  }
}

extension RequestError {
  /// The error that a convertible, validator or serializer of the caller's threw.
  public var underlyingError: (any Error)? {
    switch self {
    case .createRequestFailed(let error), .responseValidationFailed(.customValidationFailed(let error)),
      .responseSerializationFailed(.decodingFailed(let error)),
      .responseSerializationFailed(.customSerializationFailed(let error)):
      error
    default: nil
    }
  }

  /// The status that failed validation.
  public var responseCode: Int? {
    if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
  }

  public var isExplicitlyCancelled: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  /// `error` itself where it is one of ours, else what `wrap` makes of it.
  static func wrapping(_ error: any Error, _ wrap: (any Error) -> RequestError) -> RequestError {
    error as? RequestError ?? wrap(error)
  }
}
