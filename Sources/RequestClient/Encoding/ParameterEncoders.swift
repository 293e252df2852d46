public import Foundation

/// Encodes an `Encodable` value as a JSON body and sets `Content-Type` unless it is present.
///
/// The predefined encoders are created on each access, because `JSONEncoder` is a mutable class.
public struct JSONParameterEncoder: ParameterEncoder {
  /// Compact JSON, with members in no particular order.
  public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
  /// Indented JSON.
  public static var prettyPrinted: JSONParameterEncoder { JSONParameterEncoder(formatting: .prettyPrinted) }
  /// Compact JSON with members sorted by key, so that equal values have equal bodies.
  public static var sortedKeys: JSONParameterEncoder { JSONParameterEncoder(formatting: .sortedKeys) }

  let encoder: JSONEncoder

  /// Creates an encoder.
  ///
  /// - Parameter encoder: Do not change its settings while requests use it.
  public init(encoder: JSONEncoder = JSONEncoder()) { self.encoder = encoder }

  private init(formatting: JSONEncoder.OutputFormatting) {
    encoder = JSONEncoder()
    encoder.outputFormatting = formatting
  }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request unchanged.
  /// - Throws: `encoderFailed` with the error of the value or the encoder, or `bodyAlreadySet`.
  public func encode<Parameters: Encodable & Sendable>(
    _ parameters: Parameters?, into request: OutgoingRequest
  ) throws(ParameterEncoderFailure) -> OutgoingRequest {
    guard let parameters else { return request }
    if request.body != nil { throw .bodyAlreadySet }
    var request = request
    do {
      try request.setBody(encoder.encode(parameters), contentType: "application/json")
    } catch {
      throw .encoderFailed(error)
    }
    return request
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// Same as `JSONParameterEncoder.default`.
  public static var json: JSONParameterEncoder { .default }

  /// Encodes with `encoder`.
  public static func json(encoder: JSONEncoder) -> JSONParameterEncoder { JSONParameterEncoder(encoder: encoder) }
}

/// Encodes an `Encodable` value as `name=value` pairs in the query or the body.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// Default encoding, in the query or the body depending on the method.
  public static let `default` = URLEncodedFormParameterEncoder()

  let encoder: URLEncodedFormEncoder
  let destination: ParameterDestination

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - encoder: Encodes the pairs.
  ///   - destination: Destination of the pairs.
  public init(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: ParameterDestination = .methodDependent
  ) {
    self.encoder = encoder
    self.destination = destination
  }

  /// Appends to the query, or sets the body and, unless it is present, `Content-Type`.
  ///
  /// - Parameter parameters: `nil` leaves the request unchanged. A value without pairs adds no `?`, or an empty body if
  ///   the request has none.
  /// - Throws: `encoderFailed` with the error of the value or the encoder, or `bodyAlreadySet`.
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
  /// Same as `URLEncodedFormParameterEncoder.default`.
  public static var urlEncodedForm: URLEncodedFormParameterEncoder { .default }

  /// Encodes with `encoder`, to `destination`.
  public static func urlEncodedForm(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: ParameterDestination = .methodDependent
  ) -> URLEncodedFormParameterEncoder {
    URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
  }
}
