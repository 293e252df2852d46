/// Why `Parameters` could not be written into a request.
public enum ParameterEncodingFailure: Error, Sendable {
  /// The error is an `UnencodableValue`.
  case urlEncodingFailed(any Error)
  /// The error is an `UnencodableValue`.
  case jsonEncodingFailed(any Error)
  /// The error is an `UnencodableValue` or the property list encoder's.
  case propertyListEncodingFailed(any Error)
  /// The closure of a `CustomEncoding` threw.
  case customEncodingFailed(any Error)
  /// The request has a body, which the parameters would replace.
  case bodyAlreadySet

  /// What went wrong underneath.
  public var underlyingError: any Error {
    switch self {
    case .urlEncodingFailed(let error), .jsonEncodingFailed(let error), .propertyListEncodingFailed(let error),
      .customEncodingFailed(let error):
      error
    case .bodyAlreadySet: self
    }
  }
}
