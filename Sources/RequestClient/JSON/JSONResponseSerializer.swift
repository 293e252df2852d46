public import Foundation

/// The body as JSON of any shape. An empty body that is allowed is null.
public struct JSONResponseSerializer: ResponseSerializer {
  /// Which answers may have no body.
  public let emptyBodies: EmptyBodyRule

  /// Takes empty bodies where `emptyBodies` allows them.
  public init(emptyBodies: EmptyBodyRule = .success) { self.emptyBodies = emptyBodies }

  /// - Throws: The error before; `inputDataNilOrZeroLength`; `decodingFailed` with `JSON.SyntaxError`, which says
  ///   where.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> JSON {
    let data = try DataResponseSerializer(emptyBodies: emptyBodies)
      .serialize(request: request, response: response, data: data, error: error)
    if data.isEmpty { return .null }
    do {
      return try JSON(data: data)
    } catch {
      throw RequestError.responseSerializationFailed(.decodingFailed(error))
    }
  }
}
