/// Why an `Encodable` value could not be written into a request.
public enum ParameterEncoderFailure: Error, Sendable {
  /// The value's own `encode(to:)` threw, or the encoder: a form's with `URLEncodedFormEncoder.Error`.
  case encoderFailed(any Error)
  /// The request has a body, which the parameters would replace.
  case bodyAlreadySet

  /// What went wrong underneath.
  public var underlyingError: any Error {
    switch self {
    case .encoderFailed(let error): error
    case .bodyAlreadySet: self
    }
  }
}
