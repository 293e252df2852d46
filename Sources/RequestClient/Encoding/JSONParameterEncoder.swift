public import Foundation

/// Writes an `Encodable` value as a JSON body and sets `Content-Type` where there is none.
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
