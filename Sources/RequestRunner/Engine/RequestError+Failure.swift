extension RequestError {
  /// Returns the error as a value of the model.
  ///
  /// - Parameter method: The method of the request that failed.
  func failure(of method: HTTPMethod?) -> Failure { Failure(failureKind, sentence(for: method)) }

  /// Suggests options of request files instead of the client's.
  private func sentence(for method: HTTPMethod?) -> String {
    switch self {
    case .timedOut(.read, let host, let limit):
      let sentence =
        "No data from \(host) for \(limit.inSeconds) — give the request a \"timeout\" in seconds, or 0 to wait forever"
      return method.flatMap { Self.repetitionWarning(for: $0) }.map { "\(sentence); \($0)" } ?? sentence
    case .webSocket(.messageTooLarge(let limit)):
      return "A message is larger than \(Self.size(limit)) — raise \"maxBody\" in the options, or pass --max-body"
    case .bodyTooLarge(let limit):
      return
        "The response body is larger than \(Self.size(limit)) — raise \"maxBody\" in the options, or pass --max-body"
    case .noAddress(let host, let version):
      let remedy = "check the URL, or remove -\(version.rawValue) or \"ipVersion\" in the options"
      return "Cannot find an IPv\(version.rawValue) address of \"\(host)\" — \(remedy)"
    case .otherIPVersion(let host, let version):
      let remedy = "remove -\(version.rawValue) or \"ipVersion\" in the options"
      return "\(host) is not an IPv\(version.rawValue) address — \(remedy)"
    case .responseValidationFailed(.customValidationFailed(let failure as Failure)): return failure.sentence
    default: return method.map { sentence(method: $0) } ?? description
    }
  }

  /// A limit in the form of messages: `64 MB`.
  private static func size(_ limit: Int) -> String {
    limit > 0 && limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
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
    case .tooManyRedirects, .redirectRefused: .tooManyRedirects
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
