public import Foundation

extension JSONResponseError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .lostConnection(let error): error.description
    case .lostData(let status): "The answer \(status) has no body, where JSON was expected — try again"
    case .notJSONResponse(let status, let body):
      "The answer \(status) is not JSON, its \(body.count) bytes are something else — is this the right address?"
    case .unknownError(_, _, let error?): error.description
    case .unknownError(let status, let body, nil):
      "The answer \(status ?? 0) is none of success, its \(body?.count ?? 0) bytes may say why"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
