/// Writes parameters as a closure of the caller's does.
public struct CustomEncoding: ParameterEncoding {
  private let body: @Sendable (OutgoingRequest, Parameters?) throws -> OutgoingRequest

  /// - Parameter body: Called without parameters too, with `nil`; what it throws becomes `customEncodingFailed`.
  public init(
    _ body: @escaping @Sendable (_ request: OutgoingRequest, _ parameters: Parameters?) throws -> OutgoingRequest
  ) {
    self.body = body
  }

  /// What the closure makes of them.
  public func encode(
    _ request: OutgoingRequest, with parameters: Parameters?
  ) throws(ParameterEncodingFailure) -> OutgoingRequest {
    do {
      return try body(request, parameters)
    } catch {
      throw .customEncodingFailed(error)
    }
  }
}
