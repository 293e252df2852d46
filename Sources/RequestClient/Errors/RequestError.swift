public import Foundation

/// Why a request has no value for its handler. Cases carry facts; the sentences are in `RequestError+Description.swift`.
public enum RequestError: Error, Sendable {
  // Before anything is sent
  case invalidURL(String, RequestURL.Problem)
  case invalidHeader(Header, Header.Problem)
  /// The convertible threw.
  case createRequestFailed(any Error)
  case parameterEncodingFailed(ParameterEncodingFailure)
  case parameterEncoderFailed(ParameterEncoderFailure)
  /// An adapter threw.
  case requestAdaptationFailed(any Error)
  /// The resume data of a download are not what `DownloadRequest.resumeData` gave.
  case invalidResumeData(any Error)
  case invalidProxy(String)
  /// The trust policy of the host cannot be used.
  case unusableTrust(TrustError)
  /// The file of `ServerTrust.authorities` is missing or no PEM file.
  case unreadableCertificateAuthorities(file: String)
  /// The detail is OpenSSL's.
  case unusableClientCertificate(file: String, detail: String)
  /// What the caller asked for is not built into this libcurl.
  case unsupported(String)

  // Ended from our side
  case explicitlyCancelled
  /// The session was released while the request was unfinished.
  case sessionDeinitialized
  case timedOut(TimeoutPhase, host: String, limit: Duration)
  case bodyTooLarge(limit: Int)
  case headTooLarge(limit: Int)

  // On the way
  /// The request's own body could not be sent, or not to its end.
  case bodyFailed(BodyFailure)
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
  /// A download could not be written: the disk is full, say. The reason is the system's.
  case downloadNotWritten(URL, reason: String)
  /// A download came whole, and could not be brought to its destination; it is at `source`.
  case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
  /// A value of a stream could not be made.
  case streamSerializationFailed(any Error)
  /// A handler of a stream threw.
  case streamHandlerFailed(any Error)
  case responseValidationFailed(ValidationFailure)
  case responseSerializationFailed(SerializationFailure)

  // Retrying
  /// A retrier answered `doNotRetryWithError`.
  indirect case requestRetryFailed(retryError: any Error, originalError: RequestError)

  /// What took too long.
  public enum TimeoutPhase: Hashable, Sendable {
    /// Finding the host, connecting and the TLS handshake.
    case connect
    /// Nothing came or went for that long.
    case read
    /// The whole attempt, redirects included.
    case total
  }

  public enum TLSFailure: Hashable, Sendable {
    case untrusted, selfSigned, expired, notYetValid, revoked, hostMismatch
    /// None of the pinned keys is the server's.
    case pinMismatch
    /// The server stapled no valid OCSP answer.
    case notStapled
    /// The server wants a client certificate, or another one.
    case clientCertificateRefused(String)
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
    /// No body of a download has begun to come.
    case inputFileNil
    case inputFileReadFailed(URL, any Error)
    case invalidEmptyResponse(type: String)
    case stringSerializationFailed(encoding: String)
    case decodingFailed(any Error)
    case customSerializationFailed(any Error)
  }
}

extension RequestError {
  /// The error of the caller's own code, or of the system, that is inside this one.
  public var underlyingError: (any Error)? {
    switch self {
    case .createRequestFailed(let error), .requestAdaptationFailed(let error), .invalidResumeData(let error),
      .streamSerializationFailed(let error), .streamHandlerFailed(let error),
      .downloadedFileMoveFailed(let error, _, _), .requestRetryFailed(let error, _),
      .responseValidationFailed(.customValidationFailed(let error)),
      .responseSerializationFailed(.decodingFailed(let error)),
      .responseSerializationFailed(.inputFileReadFailed(_, let error)),
      .responseSerializationFailed(.customSerializationFailed(let error)):
      error
    case .parameterEncodingFailed(let failure): failure
    case .parameterEncoderFailed(let failure): failure
    case .bodyFailed(let failure): failure.underlyingError ?? failure
    case .unusableTrust(let failure): failure
    default: nil
    }
  }

  /// The status that failed validation.
  public var responseCode: Int? {
    if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
  }

  /// The content type that failed validation.
  public var responseContentType: String? {
    if case .responseValidationFailed(.unacceptableContentType(_, let type)) = self { type } else { nil }
  }

  /// The content types that would have passed validation, sorted.
  public var acceptableContentTypes: [String]? {
    switch self {
    case .responseValidationFailed(.unacceptableContentType(let types, _)),
      .responseValidationFailed(.missingContentType(let types)):
      types
    default: nil
    }
  }

  /// The encoding in which the body was no text.
  public var failedStringEncoding: String? {
    if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
  }

  public var isExplicitlyCancelled: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  var isSessionDeinitialized: Bool {
    if case .sessionDeinitialized = self { true } else { false }
  }

  var isRetryFailure: Bool {
    if case .requestRetryFailed = self { true } else { false }
  }

  /// `error` itself where it is one of ours, else what `wrap` makes of it.
  static func wrapping(_ error: any Error, _ wrap: (any Error) -> RequestError) -> RequestError {
    switch error {
    case let error as RequestError: error
    case let error as ParameterEncodingFailure: .parameterEncodingFailed(error)
    case let error as ParameterEncoderFailure: .parameterEncoderFailed(error)
    default: wrap(error)
    }
  }
}

extension Error {
  /// The error itself where it is a `RequestError`.
  public var asRequestError: RequestError? { self as? RequestError }

  /// The error itself where it is a `RequestError`, else `other`.
  public func asRequestError(or other: @autoclosure () -> RequestError) -> RequestError {
    asRequestError ?? other()
  }
}
