public import Foundation

/// Decodes values from bytes, as `JSONDecoder` and `PropertyListDecoder` do.
public protocol DataDecoder: Sendable {
  /// - Throws: Any error; it arrives as `decodingFailed`.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

/// A type with a value for "nothing came".
public protocol EmptyResponse {
  /// The value for an answer without a body.
  static func emptyValue() -> Self
}

/// The answer of a server that has nothing to say.
public struct Empty: EmptyResponse, Codable, Hashable, Sendable {
  /// There is only this one.
  public init() {}
  /// Nothing.
  public static func emptyValue() -> Empty { Empty() }
}

extension Optional: EmptyResponse {
  /// `nil`
  public static func emptyValue() -> Wrapped? { nil }
}

/// The body as a decodable value. An empty body of success is the value of an `EmptyResponse` type and an error for others.
public struct DecodableResponseSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  private let dataPreprocessor: any DataPreprocessor
  private let decoder: any DataDecoder
  private let emptyBodies: EmptyBodyRule

  /// - Parameter emptyBodies: Which answers may have no body.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success
  ) {
    self.dataPreprocessor = dataPreprocessor
    self.decoder = decoder
    self.emptyBodies = emptyBodies
  }

  /// - Throws: `error`, `decodingFailed`, or for an empty body `inputDataNilOrZeroLength` or `invalidEmptyResponse`.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Value {
    if let error { throw error }
    guard let data, !data.isEmpty else { return try emptyValue(request, response) }
    let bytes = try dataPreprocessor.preprocess(data)
    do {
      return try decoder.decode(Value.self, from: bytes)
    } catch {
      throw RequestError.responseSerializationFailed(.decodingFailed(error))
    }
  }

  private func emptyValue(_ request: OutgoingRequest?, _ response: HTTPResponse?) throws(RequestError) -> Value {
    guard emptyBodies.allows(request?.method, response) else {
      throw .responseSerializationFailed(.inputDataNilOrZeroLength)
    }
    guard let type = Value.self as? any EmptyResponse.Type, let value = type.emptyValue() as? Value else {
      throw .responseSerializationFailed(.invalidEmptyResponse(type: "\(Value.self)"))
    }
    return value
  }
}
