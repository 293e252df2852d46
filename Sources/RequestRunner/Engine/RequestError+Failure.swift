extension RequestError {
  /// Returns the error as a value of the model.
  ///
  /// - Parameters:
  ///   - method: The method of the request that failed.
  ///   - typed: The options of the command line.
  func failure(of method: HTTPMethod?, _ typed: TypedOptions = TypedOptions()) -> Failure {
    Failure(failureKind, sentence(for: method, typed))
  }

  /// Suggests options of the command line or of request files instead of the client's.
  private func sentence(for method: HTTPMethod?, _ typed: TypedOptions) -> String {
    switch self {
    case .timedOut(.read, let host, let limit):
      let sentence =
        "No data from \(host) for \(limit.inSeconds) — give the request a \"timeout\" in seconds, or 0 to wait forever"
      return method.flatMap { Self.repetitionWarning(for: $0) }.map { "\(sentence); \($0)" } ?? sentence
    case .timedOut(.total, let host, let limit):
      let event = "The response from \(host) was not complete in \(limit.inSeconds)"
      let remedy = "raise \(typed.name(of: "timeout"))"
      let warning = method.flatMap { Self.repetitionWarning(for: $0) }
      return "\(event) — \(remedy)" + (warning.map { "; \($0)" } ?? " or try again")
    case .tooManyRedirects(let limit):
      return "More than \(limit) redirects — raise \(typed.name(of: "maxRedirects")) or don't follow them"
    case .webSocket(.messageTooLarge(let limit)):
      return "A message is larger than \(Self.size(limit)) — \(Self.higherLimit(typed))"
    case .bodyTooLarge(let limit):
      return "The response body is larger than \(Self.size(limit)) — \(Self.higherLimit(typed))"
    case .noAddress(let host, let version):
      let remedy = "check the URL, or \(Self.anyVersion(typed))"
      return "Cannot find an IPv\(version.rawValue) address of \"\(host)\" — \(remedy)"
    case .otherIPVersion(let host, let version):
      return "\(host) is not an IPv\(version.rawValue) address — \(Self.anyVersion(typed))"
    case .responseValidationFailed(.customValidationFailed(let failure as Failure)): return failure.sentence
    default: return method.map { sentence(method: $0) } ?? description
    }
  }

  /// A limit in the form of messages: `64 MB`.
  private static func size(_ limit: Int) -> String {
    limit > 0 && limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
  }

  private static func higherLimit(_ typed: TypedOptions) -> String {
    typed["maxBody"].map { "raise \($0)" } ?? "raise \"maxBody\" in the options, or pass --max-body"
  }

  private static func anyVersion(_ typed: TypedOptions) -> String {
    typed["ipVersion"].map { "remove \($0)" } ?? "remove \"ipVersion\" in the options"
  }

  private var failureKind: Failure.Kind {
    switch self {
    case .invalidURL, .invalidHeader, .createRequestFailed, .unreadableCertificateAuthorities,
      .parameterEncodingFailed, .parameterEncoderFailed, .requestAdaptationFailed, .invalidResumeData, .invalidProxy,
      .unusableTrust, .unusableClientCertificate, .unsupported, .bodyFailed:
      .unprepared
    case .timedOut: .timedOut
    case .bodyTooLarge, .headTooLarge: .tooLarge
    case .unresolvableHost, .noAddress: .unresolvableHost
    case .refused: .refused
    case .connectionLost: .connectionLost
    case .tls: .tls
    case .protocolError, .undecodableBody: .protocolError
    case .tooManyRedirects: .tooManyRedirects
    case .redirectRefused: .redirectRefused
    case .explicitlyCancelled, .sessionDeinitialized, .proxyFailed, .unreachable, .otherIPVersion, .localLimit,
      .transportFailed, .responseValidationFailed, .responseSerializationFailed, .downloadNotWritten,
      .downloadedFileMoveFailed, .streamSerializationFailed, .streamHandlerFailed:
      .other
    case .webSocket(let failure): failure.failureKind
    case .requestRetryFailed(_, let original): original.failureKind
    }
  }
}

extension WebSocketFailure {
  fileprivate var failureKind: Failure.Kind {
    switch self {
    case .notGET, .unsupportedLogin, .controlTooLarge, .invalidCloseCode, .invalidSubprotocol: .unprepared
    case .handshake, .violation, .http2: .protocolError
    case .messageTooLarge: .tooLarge
    case .lost, .noPong: .connectionLost
    case .refused, .closed, .notOpen, .outOfMemory: .other
    }
  }
}
