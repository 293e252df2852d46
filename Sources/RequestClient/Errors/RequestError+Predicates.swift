// What most callers want to know of an error without its facts. An error that a retrier added to is looked into.
extension RequestError {
  /// Whether a limit of time was reached, of whichever phase.
  public var isTimeout: Bool {
    if case .timedOut = original { true } else { false }
  }

  /// Whether the connection ended before the answer was whole.
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

  /// Whether the host was found and nobody listens there.
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

  /// Whether the answer's head or body was larger than its limit.
  public var isTooLarge: Bool {
    switch original {
    case .bodyTooLarge, .headTooLarge: true
    default: false
    }
  }

  /// Whether redirects led nowhere: too many, in a circle, or to where no request may go.
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

  /// Whether the answer came, and no value could be made of its body or of a piece of it.
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

// The same where an error has lost its type: in a task group, say. Of an error that is not the library's none is true.
extension Error {
  /// Whether somebody cancelled the request, or the task that waited for it.
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
