public import Foundation

/// Writes an `Encodable` value as a JSON body and sets `Content-Type` if there is none.
///
/// The ready-made ones are new on each use: `JSONEncoder` is a class, and a shared one could be changed from afar.
public struct JSONParameterEncoder: ParameterEncoder {
  /// As `JSONEncoder` does by default: the shortest text, members in no fixed order.
  public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
  /// One member or element a line.
  public static var prettyPrinted: JSONParameterEncoder { JSONParameterEncoder(formatting: .prettyPrinted) }
  /// Members sorted by key, so that equal values make equal bodies.
  public static var sortedKeys: JSONParameterEncoder { JSONParameterEncoder(formatting: .sortedKeys) }

  /// It does the encoding; change its settings before it is given here, not while requests use it.
  public let encoder: JSONEncoder

  /// Encodes with the settings of `encoder`.
  public init(encoder: JSONEncoder = JSONEncoder()) { self.encoder = encoder }

  private init(formatting: JSONEncoder.OutputFormatting) {
    encoder = JSONEncoder()
    encoder.outputFormatting = formatting
  }

  /// Sets the body.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is.
  /// - Throws: `encoderFailed` with what the value or the encoder threw, or `bodyAlreadySet`.
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
  /// What `JSONParameterEncoder.default` is.
  public static var json: JSONParameterEncoder { .default }

  /// Encodes with `encoder`.
  public static func json(encoder: JSONEncoder) -> JSONParameterEncoder { JSONParameterEncoder(encoder: encoder) }
}

/// Writes an `Encodable` value as `name=value` pairs into the query or the body.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// As `URLEncodedFormEncoder` does by default, as the method requires.
  public static let `default` = URLEncodedFormParameterEncoder()

  /// It makes the pairs.
  public let encoder: URLEncodedFormEncoder
  /// Destination of the pairs.
  public let destination: ParameterDestination

  /// Puts the pairs that `encoder` makes where `destination` says.
  public init(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: ParameterDestination = .methodDependent
  ) {
    self.encoder = encoder
    self.destination = destination
  }

  /// Appends to the query or sets the body, and then sets `Content-Type` if there is none.
  ///
  /// - Parameter parameters: `nil` leaves the request as it is; a value without pairs adds no `?` and makes an empty
  ///   body if there is none.
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
