/// A way to write an `Encodable` value into a request.
public protocol ParameterEncoder: Sendable {
  /// - Parameter parameters: `nil` leaves the request as it is.
  /// - Throws: `ParameterEncoderFailure` where the encoder is one of ours.
  func encode<Parameters: Encodable & Sendable>(
    _ parameters: Parameters?, into request: OutgoingRequest
  ) throws -> OutgoingRequest
}
