public import Foundation

/// Why a request for JSON has none. The sentences are in `JSONResponseError+Description.swift`.
public enum JSONResponseError: Error, Sendable {
  /// The connection was lost, or there was none to be had; another time may be better.
  case lostConnection(RequestError)
  /// An answer of success without a body.
  case lostData(status: Int)
  /// An answer of success with a body that is no JSON, or null where something was asked for.
  case notJSONResponse(status: Int, body: Data)
  /// Everything else: an answer that is none of success, a redirect that was not followed among them, or the library's
  /// error. The status is `nil` where no answer came.
  case unknownError(status: Int?, body: Data?, RequestError?)

  init(_ error: RequestError, _ response: HTTPResponse?, _ data: Data?) {
    if let fault = error.networkFault, RequestError.NetworkFault.lostConnections.contains(fault) {
      self = .lostConnection(error)
    } else {
      self = .unknownError(status: response?.status.code, body: data, error)
    }
  }
}

extension JSONResponseError: CancellableError {
  /// The library's error inside, where there is one.
  public var requestError: RequestError? {
    switch self {
    case .lostConnection(let error): error
    case .unknownError(_, _, let error): error
    case .lostData, .notJSONResponse: nil
    }
  }

  /// Whether the request was cancelled.
  public var isCancelled: Bool { requestError?.isCancelled ?? false }
}

extension RequestError.NetworkFault {
  /// What a context takes for a lost connection: it was cut, or could not be made.
  static let lostConnections: Set<RequestError.NetworkFault> = [
    .connectionLost, .refused, .unreachable, .unresolvableHost,
  ]
}
