public import Foundation

/// What can become the URL of a request.
public protocol URLConvertible: Sendable {
  /// - Throws: `RequestError.invalidURL`
  func asURL() throws -> RequestURL
}

extension String: URLConvertible {
  public func asURL() throws -> RequestURL { try RequestURL(self) }
}

extension URL: URLConvertible {
  public func asURL() throws -> RequestURL { try RequestURL(absoluteString) }
}

extension URLComponents: URLConvertible {
  public func asURL() throws -> RequestURL { try RequestURL(string ?? "") }
}

extension RequestURL: URLConvertible {
  public func asURL() -> RequestURL { self }
}
