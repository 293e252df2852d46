public import Foundation

/// The body's bytes.
public struct DataResponseSerializer: ResponseSerializer {
  public let emptyBodies: EmptyBodyRule

  public init(emptyBodies: EmptyBodyRule = .success) { self.emptyBodies = emptyBodies }

  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Data {
    if let error { throw error }
    if let data, !data.isEmpty { return data }
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
