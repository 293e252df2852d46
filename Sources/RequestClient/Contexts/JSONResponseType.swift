public import Foundation

/// JSON of any shape is expected back, and what is not that is told apart: see `JSONResponseError`.
public protocol JSONResponseType: ResponseType where ResponseError == JSONResponseError {}

extension JSONResponseType {
  /// Takes answers of success alone, and null alone where nothing is the answer.
  public var responseSerializer: JSONContextSerializer { JSONContextSerializer() }

  /// What the serializer found, or what kept it from finding anything.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> JSONResponseError {
    error.underlyingError as? JSONResponseError ?? JSONResponseError(error, response, data)
  }
}

/// Reads JSON for `JSONResponseType`. Its errors are `JSONResponseError`.
public struct JSONContextSerializer: ResponseSerializer {
  /// A serializer.
  public init() {}

  /// An answer that has no body by its status or method, and any to DELETE, is null where there is none.
  ///
  /// - Throws: `JSONResponseError`
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> JSON {
    if let error { throw JSONResponseError(error, response, data) }
    let status = response?.status.code ?? 0
    guard (200..<300).contains(status) else { throw JSONResponseError.unknownError(status: status, body: data, nil) }
    let mayBeNull = request?.method == .delete
    guard let data, !data.isEmpty else {
      if mayBeNull || EmptyBodyRule.whereHTTPSaysSo.allows(request?.method, response) { return .null }
      throw JSONResponseError.lostData(status: status)
    }
    guard let json = try? JSON(data: data), mayBeNull || json != .null else {  // Where it breaks does not matter here.
      throw JSONResponseError.notJSONResponse(status: status, body: data)
    }
    return json
  }
}
