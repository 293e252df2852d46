extension RequestError {
  /// The error as history keeps it.
  package var failure: Failure { Failure(failureKind, description) }

  private var failureKind: Failure.Kind {
    switch self {
    case .invalidURL, .invalidHeader, .createRequestFailed, .unreadableCertificateAuthorities: .unprepared
    case .timedOut: .timedOut
    case .bodyTooLarge, .headTooLarge: .tooLarge
    case .unresolvableHost: .unresolvableHost
    case .refused: .refused
    case .connectionLost: .connectionLost
    case .tls: .tls
    case .protocolError, .undecodableBody: .protocolError
    case .tooManyRedirects, .redirectLoop, .redirectRefused: .tooManyRedirects
    case .explicitlyCancelled, .sessionDeinitialized, .proxyFailed, .unreachable, .transportFailed,
      .responseValidationFailed, .responseSerializationFailed:
      .other
    }
  }
}
