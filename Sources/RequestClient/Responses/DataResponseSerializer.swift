public import Foundation

/// The body's bytes.
public struct DataResponseSerializer: ResponseSerializer {
  private let dataPreprocessor: any DataPreprocessor
  private let emptyBodies: EmptyBodyRule

  /// - Parameter emptyBodies: Which answers may have no body; others without one are `inputDataNilOrZeroLength`.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), emptyBodies: EmptyBodyRule = .success
  ) {
    self.dataPreprocessor = dataPreprocessor
    self.emptyBodies = emptyBodies
  }

  /// - Throws: `error`, or `inputDataNilOrZeroLength`.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data {
    if let error { throw error }
    if let data, !data.isEmpty { return try dataPreprocessor.preprocess(data) }
    if emptyBodies.allows(request?.method, response) { return Data() }
    throw RequestError.responseSerializationFailed(.inputDataNilOrZeroLength)
  }
}

/// The body as it came, nothing where none came.
struct PassthroughSerializer: ResponseSerializer {
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data? {
    if let error { throw error }
    return data
  }
}
