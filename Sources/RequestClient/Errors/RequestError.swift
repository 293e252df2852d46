public import Foundation

/// An error of this library. Its description says what failed and what to do about it.
public enum RequestError: Error, Sendable {
  // Before anything is sent
  /// The text is not an absolute http or https URL.
  case invalidURL(String, RequestURL.Problem)
  /// A header cannot be sent, or contradicts the body. Nothing was sent.
  case invalidHeader(HTTPHeader, HTTPHeader.Problem)
  /// The convertible threw.
  case createRequestFailed(any Error)
  /// A dictionary of parameters could not be encoded.
  case parameterEncodingFailed(ParameterEncodingFailure)
  /// An encodable value of parameters could not be encoded.
  case parameterEncoderFailed(ParameterEncoderFailure)
  /// An adapter threw.
  case requestAdaptationFailed(any Error)
  /// The resume data was not produced by `DownloadRequest.resumeData`.
  case invalidResumeData(any Error)
  /// The text is not a proxy.
  case invalidProxy(String)
  /// The trust policy of the host cannot be used.
  case unusableTrust(TrustError)
  /// The file of `ServerTrust.authorities` is missing or not a PEM file.
  case unreadableCertificateAuthorities(file: String)
  /// The client certificate cannot be used; the detail is OpenSSL's.
  case unusableClientCertificate(file: String, detail: String)
  /// This libcurl does not support the feature.
  case unsupported(String)

  // Ended by the client
  /// `cancel()` was called, or the task that awaited the response was cancelled.
  case explicitlyCancelled
  /// The session was released before the request finished.
  case sessionDeinitialized
  /// A time limit of `TransferOptions`, `timeout`, `connectTimeout` or `readTimeout`, was reached.
  case timedOut(TimeoutPhase, host: String, limit: Duration)
  /// The decompressed body exceeds `TransferOptions.maxBodySize`; the part within the limit is kept.
  case bodyTooLarge(limit: Int)
  /// The heads of a hop exceed `TransferOptions.maxHeadSize`.
  case headTooLarge(limit: Int)

  // In transit
  /// The request body could not be sent completely.
  case bodyFailed(BodyFailure)
  /// The host name could not be resolved.
  case unresolvableHost(String)
  /// The host name has no address of `TransferOptions.ipVersion`, or cannot be resolved.
  case noAddress(host: String, TransferOptions.IPVersion)
  /// The proxy could not be reached or refused the connection; the detail is the transport's.
  case proxyFailed(String)
  /// The connection was refused.
  case refused(host: String, port: Int)
  /// A limit of this system was reached, such as that of open files. The reason is the system's error text.
  case localLimit(reason: String)
  /// The host is unreachable; the reason is the system's error text.
  case unreachable(host: String, port: Int, reason: String)
  /// The host is an address of the other version of IP than `TransferOptions.ipVersion`.
  case otherIPVersion(host: String, TransferOptions.IPVersion)
  /// The connection was closed early; `bytesReceived` counts the decompressed body.
  case connectionLost(host: String, bytesReceived: Int)
  /// The TLS connection failed; nothing was sent.
  case tls(TLSFailure, host: String)
  /// The response is not HTTP; the detail is the transport's.
  case protocolError(String)
  /// The body's content coding is invalid, truncated or unknown.
  ///
  /// `DataResponse.data` has what could be decoded, `DataResponse.encodedData` all bytes as received. A download or
  /// stream gets the remaining bytes as received.
  case undecodableBody(String)
  /// Any other transport error, with libcurl's code and message.
  case transportFailed(code: Int, detail: String)

  // Redirects
  /// An attempt was redirected more often than `TransferOptions.maxRedirects`.
  case tooManyRedirects(limit: Int)
  /// The redirect points to an unsupported URL, such as a `file:` URL.
  case redirectRefused(location: String, RequestURL.Problem)

  // Unacceptable responses
  /// A download could not be written, for example because the disk is full. The reason is the system's error text.
  case downloadNotWritten(URL, reason: String)
  /// A complete download could not be moved to its destination; it is at `source`.
  case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
  /// A value of a stream could not be parsed.
  case streamSerializationFailed(any Error)
  /// A handler of a stream threw.
  case streamHandlerFailed(any Error)
  /// A validator failed.
  case responseValidationFailed(ValidationFailure)
  /// The serializer could not parse the response.
  case responseSerializationFailed(SerializationFailure)

  // WebSockets
  /// A WebSocket could not be opened, or failed.
  case webSocket(WebSocketFailure)

  // Retrying
  /// A retrier returned `doNotRetryWithError`.
  indirect case requestRetryFailed(retryError: any Error, originalError: RequestError)

  /// The limit that was reached.
  public enum TimeoutPhase: Hashable, Sendable {
    /// Name lookup, connecting and the TLS handshake.
    case connect
    /// No byte was sent or received.
    case read
    /// The whole attempt, redirects included.
    case total
  }

  /// The reason the TLS connection failed.
  public enum TLSFailure: Hashable, Sendable {
    /// The server's certificate was rejected.
    case untrusted, selfSigned, expired, notYetValid, revoked, hostMismatch
    /// The server has none of the pinned keys.
    case pinMismatch
    /// The server stapled no valid OCSP response.
    case notStapled
    /// The server requires a client certificate, or rejected the one sent. The detail is OpenSSL's.
    case clientCertificateRefused(String)
    /// Another problem with the certificate. The detail is OpenSSL's.
    case certificate(String)
    /// The TLS handshake failed. The detail is OpenSSL's.
    case handshake(String)
  }

  /// The reason validation failed. Head and body of the response are kept.
  public enum ValidationFailure: Error, Sendable {
    /// The status is not accepted.
    case unacceptableStatusCode(Int)
    /// The content type is not one of the accepted ones.
    case unacceptableContentType(acceptable: [String], received: String)
    /// There is a body without a content type, and `*/*` is not accepted.
    case missingContentType(acceptable: [String])
    /// The error returned by a custom validator.
    case customValidationFailed(any Error)
  }

  /// The reason serialization failed. Head and body of the response are kept.
  public enum SerializationFailure: Error, Sendable {
    /// The response has no body, and the serializer's `EmptyBodyRule` requires one.
    case inputDataNilOrZeroLength
    /// No byte of a download was received.
    case inputFileNil
    /// The downloaded file cannot be read.
    case inputFileReadFailed(URL, any Error)
    /// The body is empty and the type has no empty value; see `EmptyResponse`.
    case invalidEmptyResponse(type: String)
    /// The bytes are not text in this encoding.
    case stringSerializationFailed(encoding: String)
    /// The decoder's error.
    case decodingFailed(any Error)
    /// The error of a custom serializer or preprocessor.
    case customSerializationFailed(any Error)
  }
}

extension RequestError {
  /// The underlying error, from the caller's code or the system.
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
    case .webSocket(let failure): failure
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

  /// The encoding in which the body is not valid text.
  public var failedStringEncoding: String? {
    if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
  }

  /// Whether the request was cancelled.
  public var isExplicitlyCancelled: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  /// Same as `isExplicitlyCancelled`; for `CancellableError` of RequestPromises.
  public var isCancelled: Bool { isExplicitlyCancelled }

  /// Returns `error` if it is a `RequestError`, otherwise wraps it.
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
  /// This error if it is a `RequestError`, or the underlying one of a `JSONResponseError`.
  public var asRequestError: RequestError? { self as? RequestError ?? (self as? JSONResponseError)?.requestError }

  /// Returns this error if it is a `RequestError`, otherwise `other`.
  public func asRequestError(or other: @autoclosure () -> RequestError) -> RequestError {
    asRequestError ?? other()
  }
}

// Classification. A failed retry is classified by its original error.
extension RequestError {
  /// Whether a timeout was reached, in any phase.
  public var isTimeout: Bool {
    if case .timedOut = original { true } else { false }
  }

  /// Whether the connection closed before the response was complete.
  public var isConnectionLost: Bool {
    switch original {
    case .connectionLost, .webSocket(.lost), .webSocket(.noPong): true
    default: false
    }
  }

  /// Whether the host is unreachable or cannot be resolved, so the network may be down.
  public var isOffline: Bool {
    switch original {
    case .unresolvableHost, .noAddress, .unreachable: true
    default: false
    }
  }

  /// Whether the host refused the connection.
  public var isConnectionRefused: Bool {
    if case .refused = original { true } else { false }
  }

  /// Whether the TLS connection failed.
  public var isTLSFailure: Bool {
    if case .tls = original { true } else { false }
  }

  /// Whether the URL is invalid.
  public var isInvalidURL: Bool {
    if case .invalidURL = original { true } else { false }
  }

  /// Whether parameters could not be encoded.
  public var isParameterEncodingFailure: Bool {
    switch original {
    case .parameterEncodingFailed, .parameterEncoderFailed: true
    default: false
    }
  }

  /// Whether an adapter threw.
  public var isRequestAdaptationFailure: Bool {
    if case .requestAdaptationFailed = original { true } else { false }
  }

  /// Whether validation failed.
  public var isResponseValidationFailure: Bool {
    if case .responseValidationFailed = original { true } else { false }
  }

  /// Whether the response body, or a chunk of it, could not be parsed.
  public var isResponseSerializationFailure: Bool {
    switch original {
    case .responseSerializationFailed, .streamSerializationFailed: true
    default: false
    }
  }

  /// Whether the session was released before the request finished.
  public var isSessionDeinitialized: Bool {
    if case .sessionDeinitialized = original { true } else { false }
  }

  /// Whether a retrier returned `doNotRetryWithError`.
  public var isRetryFailure: Bool {
    if case .requestRetryFailed = self { true } else { false }
  }

  /// The error before a retrier returned `doNotRetryWithError`.
  private var original: RequestError {
    if case .requestRetryFailed(_, let original) = self { original.original } else { self }
  }
}

extension Error {
  /// Whether the request, or the task that awaited it, was cancelled.
  public var isExplicitlyCancelled: Bool { asRequestError?.isExplicitlyCancelled ?? (self is CancellationError) }
}

extension RequestError {
  /// A network failure that may be temporary. Untrusted servers and cancelled requests are not included.
  public enum NetworkFault: Hashable, Sendable, CaseIterable {
    /// A timeout was reached.
    case timedOut
    /// The host refused the connection.
    case refused
    /// The host is unreachable.
    case unreachable
    /// The host name could not be resolved.
    case unresolvableHost
    /// The connection closed before the response was complete.
    case connectionLost
    /// The proxy could not be reached.
    case proxyFailed
  }

  /// The network fault behind this error, if any.
  public var networkFault: NetworkFault? {
    switch original {
    case .timedOut: .timedOut
    case .refused: .refused
    case .unreachable: .unreachable
    case .unresolvableHost, .noAddress: .unresolvableHost
    case .connectionLost, .webSocket(.lost), .webSocket(.noPong): .connectionLost
    case .proxyFailed: .proxyFailed
    default: nil
    }
  }
}
