public import Foundation

/// Why a request has no value for its handler. Cases carry facts; the sentences are in `RequestError+Description.swift`.
public enum RequestError: Error, Sendable {
  // Before anything is sent
  /// The text is not an absolute http or https URL.
  case invalidURL(String, RequestURL.Problem)
  /// The header's name is no token, its value has a control character, or it contradicts the body; nothing was sent.
  case invalidHeader(HTTPHeader, HTTPHeader.Problem)
  /// The convertible threw.
  case createRequestFailed(any Error)
  /// A dictionary of parameters could not be written.
  case parameterEncodingFailed(ParameterEncodingFailure)
  /// An encodable value of parameters could not be written.
  case parameterEncoderFailed(ParameterEncoderFailure)
  /// An adapter threw.
  case requestAdaptationFailed(any Error)
  /// The resume data was not produced by `DownloadRequest.resumeData`.
  case invalidResumeData(any Error)
  /// The text names no proxy.
  case invalidProxy(String)
  /// The trust policy of the host cannot be used.
  case unusableTrust(TrustError)
  /// The file of `ServerTrust.authorities` is missing or not a PEM file.
  case unreadableCertificateAuthorities(file: String)
  /// The detail is OpenSSL's.
  case unusableClientCertificate(file: String, detail: String)
  /// What the caller asked for is not built into this libcurl.
  case unsupported(String)

  // Ended from our side
  /// `cancel()` was called, or the task that awaited the response was cancelled.
  case explicitlyCancelled
  /// The session was released while the request was unfinished.
  case sessionDeinitialized
  /// A limit of `TransferOptions` was reached.
  case timedOut(TimeoutPhase, host: String, limit: Duration)
  /// The body, decompressed, has more bytes than `TransferOptions.maxBodySize`; those within are kept.
  case bodyTooLarge(limit: Int)
  /// The heads of a hop have more bytes than `TransferOptions.maxHeadSize`.
  case headTooLarge(limit: Int)

  // On the way
  /// The request's own body could not be sent, or not to its end.
  case bodyFailed(BodyFailure)
  /// The host has no address.
  case unresolvableHost(String)
  /// The proxy could not be reached or refused the connection; the detail is the transport's.
  case proxyFailed(String)
  /// No one listens there.
  case refused(host: String, port: Int)
  /// The host is unreachable; the reason is the system's error text.
  case unreachable(host: String, port: Int, reason: String)
  /// `bytesReceived` counts the body, decompressed.
  case connectionLost(host: String, bytesReceived: Int)
  /// No TLS connection was made, so nothing was sent.
  case tls(TLSFailure, host: String)
  /// The response is not HTTP; the detail is the transport's.
  case protocolError(String)
  /// The body is not in the encoding that its head names, ends early, or has an encoding that nothing here knows.
  ///
  /// `DataResponse.data` has what could be decoded, `DataResponse.encodedData` all bytes as received. A download or stream
  /// gets the bytes from the fault on as received.
  case undecodableBody(String)
  /// Any other transport error, with libcurl's code and message.
  case transportFailed(code: Int, detail: String)

  // Redirects
  /// An attempt was redirected more often than `TransferOptions.maxRedirects`.
  case tooManyRedirects(limit: Int)
  /// The redirects lead back to a message that was sent already, with the same headers, cookies and credentials.
  case redirectLoop(RequestURL)
  /// The redirect points to an unsupported URL, such as a `file:` URL.
  case redirectRefused(location: String, RequestURL.Problem)

  // Unacceptable responses
  /// A download could not be written: the disk is full, say. The reason is the system's error text.
  case downloadNotWritten(URL, reason: String)
  /// A complete download could not be moved to its destination; it is at `source`.
  case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
  /// A value of a stream could not be made.
  case streamSerializationFailed(any Error)
  /// A handler of a stream threw.
  case streamHandlerFailed(any Error)
  /// A check of `validate` failed.
  case responseValidationFailed(ValidationFailure)
  /// The body is not what the handler's serializer reads.
  case responseSerializationFailed(SerializationFailure)

  // Retrying
  /// A retrier answered `doNotRetryWithError`.
  indirect case requestRetryFailed(retryError: any Error, originalError: RequestError)

  /// What took too long.
  public enum TimeoutPhase: Hashable, Sendable {
    /// Finding the host, connecting and the TLS handshake.
    case connect
    /// Nothing was sent or received for that long.
    case read
    /// The whole attempt, redirects included.
    case total
  }

  /// Why there is no TLS connection.
  public enum TLSFailure: Hashable, Sendable {
    /// What is wrong with the certificate.
    case untrusted, selfSigned, expired, notYetValid, revoked, hostMismatch
    /// None of the pinned keys is the server's.
    case pinMismatch
    /// The server stapled no valid OCSP response.
    case notStapled
    /// The server wants a client certificate, or another one. The detail is OpenSSL's; descriptions translate it.
    case clientCertificateRefused(String)
    /// Another fault of the certificate. The detail is OpenSSL's; descriptions translate it.
    case certificate(String)
    /// The TLS handshake failed. The detail is OpenSSL's; descriptions translate it.
    case handshake(String)
  }

  /// Which check failed. Body and head stay in the response.
  public enum ValidationFailure: Error, Sendable {
    /// The status is not an accepted one.
    case unacceptableStatusCode(Int)
    /// The content type is not an accepted one, which are sorted.
    case unacceptableContentType(acceptable: [String], received: String)
    /// There is a body and no content type, and not every type is accepted.
    case missingContentType(acceptable: [String])
    /// The error returned by a custom validator.
    case customValidationFailed(any Error)
  }

  /// Why there is no value. Body and head stay in the response.
  public enum SerializationFailure: Error, Sendable {
    /// There is no body, and the serializer's `EmptyBodyRule` wants one.
    case inputDataNilOrZeroLength
    /// No byte of a download was received.
    case inputFileNil
    /// The file of a download cannot be read.
    case inputFileReadFailed(URL, any Error)
    /// There may be no body, but the type has no value for that: see `EmptyResponse`.
    case invalidEmptyResponse(type: String)
    /// The bytes are not text in this encoding.
    case stringSerializationFailed(encoding: String)
    /// The decoder threw this.
    case decodingFailed(any Error)
    /// A serializer or preprocessor of the caller's threw this.
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

  /// The encoding that the body could not be decoded with.
  public var failedStringEncoding: String? {
    if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
  }

  /// Whether the request was cancelled.
  public var isExplicitlyCancelled: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  /// Whether the request was cancelled, by whomever; not where its session ended.
  public var isCancelled: Bool { isExplicitlyCancelled }

  /// `error` itself if it is one of ours, else what `wrap` makes of it.
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
  /// The error itself if it is a `RequestError`, or the one inside if it is a `JSONResponseError`.
  public var asRequestError: RequestError? { self as? RequestError ?? (self as? JSONResponseError)?.requestError }

  /// The error itself if it is a `RequestError`, else `other`.
  public func asRequestError(or other: @autoclosure () -> RequestError) -> RequestError {
    asRequestError ?? other()
  }
}

// Questions that most callers ask about an error. An error that a retrier added to is looked into.
extension RequestError {
  /// Whether a limit of time was reached, of whichever phase.
  public var isTimeout: Bool {
    if case .timedOut = original { true } else { false }
  }

  /// Whether the connection ended before the response was whole.
  public var isConnectionLost: Bool {
    if case .connectionLost = original { true } else { false }
  }

  /// Whether there is no way to the host, or no address for it: the network may be away.
  public var isOffline: Bool {
    switch original {
    case .unresolvableHost, .unreachable: true
    default: false
    }
  }

  /// Whether the host refused the connection.
  public var isConnectionRefused: Bool {
    if case .refused = original { true } else { false }
  }

  /// Whether no TLS connection was made: the server is not trusted, or client and server found no common ground.
  public var isTLSFailure: Bool {
    if case .tls = original { true } else { false }
  }

  /// Whether the proxy was not found or let nothing through.
  public var isProxyFailure: Bool {
    if case .proxyFailed = original { true } else { false }
  }

  /// Whether the text was no absolute http or https URL.
  public var isInvalidURL: Bool {
    if case .invalidURL = original { true } else { false }
  }

  /// Whether parameters could not be written into the message.
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

  /// Whether the request's own body could not be sent.
  public var isBodyFailure: Bool {
    if case .bodyFailed = original { true } else { false }
  }

  /// Whether the response's head or body was larger than its limit.
  public var isTooLarge: Bool {
    switch original {
    case .bodyTooLarge, .headTooLarge: true
    default: false
    }
  }

  /// Whether redirects failed: too many, a loop, or an unsupported target.
  public var isRedirectFailure: Bool {
    switch original {
    case .tooManyRedirects, .redirectLoop, .redirectRefused: true
    default: false
    }
  }

  /// Whether a check of `validate` failed.
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

  /// Whether the session was released while the request was unfinished.
  public var isSessionDeinitialized: Bool {
    if case .sessionDeinitialized = original { true } else { false }
  }

  /// Whether a retrier answered `doNotRetryWithError`.
  public var isRetryFailure: Bool {
    if case .requestRetryFailed = self { true } else { false }
  }

  /// What went wrong before a retrier answered `doNotRetryWithError`.
  private var original: RequestError {
    if case .requestRetryFailed(_, let original) = self { original.original } else { self }
  }
}

// The same where an error has lost its type: in a task group, say. They are false for other errors.
extension Error {
  /// Whether the request, or the task that awaited it, was cancelled.
  public var isExplicitlyCancelled: Bool { asRequestError?.isExplicitlyCancelled ?? (self is CancellationError) }
  /// See `RequestError.isTimeout`.
  public var isTimeout: Bool { asRequestError?.isTimeout ?? false }
  /// See `RequestError.isConnectionLost`.
  public var isConnectionLost: Bool { asRequestError?.isConnectionLost ?? false }
  /// See `RequestError.isOffline`.
  public var isOffline: Bool { asRequestError?.isOffline ?? false }
  /// See `RequestError.isConnectionRefused`.
  public var isConnectionRefused: Bool { asRequestError?.isConnectionRefused ?? false }
  /// See `RequestError.isTLSFailure`.
  public var isTLSFailure: Bool { asRequestError?.isTLSFailure ?? false }
}

extension RequestError {
  /// What went wrong on the way, of the things that may be different a moment later.
  ///
  /// Neither a server that is not trusted nor a cancelled request is one of them: another attempt changes nothing.
  public enum NetworkFault: Hashable, Sendable, CaseIterable {
    /// The limit of one of the phases was reached.
    case timedOut
    /// The host refused the connection.
    case refused
    /// There is no way to the host.
    case unreachable
    /// The name has no address.
    case unresolvableHost
    /// The connection ended before the response was whole.
    case connectionLost
    /// The proxy could not be found or reached.
    case proxyFailed
  }

  /// The network fault behind this error, if any.
  public var networkFault: NetworkFault? {
    switch self {
    case .timedOut: .timedOut
    case .refused: .refused
    case .unreachable: .unreachable
    case .unresolvableHost: .unresolvableHost
    case .connectionLost: .connectionLost
    case .proxyFailed: .proxyFailed
    default: nil
    }
  }
}
