public import Foundation

/// Why a request has no value for its handler. Cases carry facts; the sentences are in `RequestError+Description.swift`.
public enum RequestError: Error, Sendable {
  // Before anything is sent
  /// The text is no absolute http or https URL.
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
  /// The resume data of a download are not what `DownloadRequest.resumeData` gave.
  case invalidResumeData(any Error)
  /// The text names no proxy.
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
  /// `cancel()` was called, or the task that awaited the answer was cancelled.
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
  /// The proxy was not found or let nothing through; the detail is the transport's.
  case proxyFailed(String)
  /// Nobody listens there.
  case refused(host: String, port: Int)
  /// There is no way to the host; the reason is the system's.
  case unreachable(host: String, port: Int, reason: String)
  /// `bytesReceived` counts the body, decompressed.
  case connectionLost(host: String, bytesReceived: Int)
  /// No TLS connection was made, so nothing was sent.
  case tls(TLSFailure, host: String)
  /// The answer is no HTTP; the detail is the transport's.
  case protocolError(String)
  /// The body is not in the encoding that its head names, ends early, or has an encoding that nothing here knows.
  ///
  /// `DataResponse.data` has what could be decoded, `DataResponse.encodedData` all bytes as received. A download or stream
  /// gets the bytes from the fault on as received.
  case undecodableBody(String)
  /// None of the above; libcurl's code and words.
  case transportFailed(code: Int, detail: String)

  // Redirects
  /// An attempt was redirected more often than `TransferOptions.maxRedirects`.
  case tooManyRedirects(limit: Int)
  /// The redirects lead back to a message that was sent already, with the same headers, cookies and credentials.
  case redirectLoop(RequestURL)
  /// The answer points to where no request may go: a `file:` URL, say.
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
    /// Nothing came or went for that long.
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
    /// The server stapled no valid OCSP answer.
    case notStapled
    /// The server wants a client certificate, or another one. The detail is OpenSSL's; descriptions translate it.
    case clientCertificateRefused(String)
    /// Another fault of the certificate. The detail is OpenSSL's; descriptions translate it.
    case certificate(String)
    /// Client and server found no common ground. The detail is OpenSSL's; descriptions translate it.
    case handshake(String)
  }

  /// Which check failed. Body and head stay in the response.
  public enum ValidationFailure: Error, Sendable {
    /// The status is none of the accepted ones.
    case unacceptableStatusCode(Int)
    /// The content type is none of the accepted ones, which are sorted.
    case unacceptableContentType(acceptable: [String], received: String)
    /// There is a body and no content type, and not every type is accepted.
    case missingContentType(acceptable: [String])
    /// A check of the caller's returned this error.
    case customValidationFailed(any Error)
  }

  /// Why there is no value. Body and head stay in the response.
  public enum SerializationFailure: Error, Sendable {
    /// There is no body, and the serializer's `EmptyBodyRule` wants one.
    case inputDataNilOrZeroLength
    /// No body of a download has begun to come.
    case inputFileNil
    /// The file of a download cannot be read.
    case inputFileReadFailed(URL, any Error)
    /// There may be no body, but the type has no value for that: see `EmptyResponse`.
    case invalidEmptyResponse(type: String)
    /// The bytes are no text in this encoding.
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

  /// The encoding in which the body was no text.
  public var failedStringEncoding: String? {
    if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
  }

  /// Whether somebody cancelled the request, so that nobody need be told.
  public var isExplicitlyCancelled: Bool {
    if case .explicitlyCancelled = self { true } else { false }
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
  /// The error itself where it is a `RequestError`, or the one inside where it is a `JSONResponseError`.
  public var asRequestError: RequestError? { self as? RequestError ?? (self as? JSONResponseError)?.requestError }

  /// The error itself where it is a `RequestError`, else `other`.
  public func asRequestError(or other: @autoclosure () -> RequestError) -> RequestError {
    asRequestError ?? other()
  }
}
