/// Writes an `Encodable` value as `name=value` pairs into the query or the body.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// Where the pairs go.
  public typealias Destination = ParameterDestination

  /// As `URLEncodedFormEncoder` does by default, where the method says.
  public static let `default` = URLEncodedFormParameterEncoder()

  /// It makes the pairs.
  public let encoder: URLEncodedFormEncoder
  /// Where they go.
  public let destination: Destination

  /// Puts the pairs that `encoder` makes where `destination` says.
  public init(encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: Destination = .methodDependent) {
    self.encoder = encoder
    self.destination = destination
  }

  /// Appends to the query or sets the body, and then sets `Content-Type` where there is none.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is; a value without pairs adds no `?` and makes an empty
  ///   body where there is none.
  /// - Throws: `encoderFailed` with what the value or the encoder threw, or `bodyAlreadySet`.
  public func encode<Parameters: Encodable & Sendable>(
    _ parameters: Parameters?, into request: OutgoingRequest
  ) throws(ParameterEncoderFailure) -> OutgoingRequest {
    guard let parameters else { return request }
    var request = request
    let form: String
    do {
      form = try encoder.encode(parameters)
    } catch {
      throw .encoderFailed(error)
    }
    guard request.setForm(form, at: destination) else { throw .bodyAlreadySet }
    return request
  }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
  /// What `URLEncodedFormParameterEncoder.default` is.
  public static var urlEncodedForm: URLEncodedFormParameterEncoder { .default }

  /// Encodes with `encoder`, to `destination`.
  public static func urlEncodedForm(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: ParameterDestination = .methodDependent
  ) -> URLEncodedFormParameterEncoder {
    URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
  }
}
