/// The parameters of a request by name: strings, numbers, booleans, and arrays and dictionaries of them.
///
/// What else a value can be depends on the encoding; each says so. `nil` is null in JSON, and leaves the parameter out of
/// a query or form.
public typealias Parameters = [String: (any Sendable)?]

/// A way to write `Parameters` into a request.
public protocol ParameterEncoding: Sendable {
  /// - Parameter parameters: `nil` leaves the request as it is.
  /// - Throws: `ParameterEncodingFailure` where the encoding is one of ours.
  func encode(_ request: OutgoingRequest, with parameters: Parameters?) throws -> OutgoingRequest
}
