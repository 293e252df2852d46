public import Foundation

/// What can become the URL of a request.
public protocol URLConvertible: Sendable {
  /// - Throws: `RequestError.invalidURL`
  func asURL() throws -> RequestURL
}

extension String: URLConvertible {
  /// The URL that the text is, nothing normalised.
  public func asURL() throws -> RequestURL { try RequestURL(self) }
}

extension URL: URLConvertible {
  /// The URL as its text.
  public func asURL() throws -> RequestURL { try RequestURL(absoluteString) }
}

extension URLComponents: URLConvertible {
  /// The URL that the components make; components that make none are `Problem.empty`.
  public func asURL() throws -> RequestURL { try RequestURL(string ?? "") }
}

extension RequestURL: URLConvertible {
  /// The URL itself.
  public func asURL() -> RequestURL { self }
}
