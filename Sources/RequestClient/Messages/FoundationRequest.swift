public import Foundation

/// A message as Foundation's `URLRequest` has it, so that programs with such values can go on using them.
///
/// On Linux that type is in a module with an HTTP client of its own, which this library does without. A program that has
/// it declares once that it conforms, and then sends it like any other message:
///
/// ```swift
/// extension URLRequest: @retroactive RequestConvertible, @retroactive FoundationRequest {}
///
/// let pets = try await session.request(urlRequest).serializingString().value
/// ```
public protocol FoundationRequest: RequestConvertible {
  /// Has to be an absolute http or https URL.
  var url: URL? { get }
  /// GET where it is `nil`.
  var httpMethod: String? { get }
  /// Sent sorted by name, because a dictionary has no order.
  var allHTTPHeaderFields: [String: String]? { get }
  /// Sent as it is.
  var httpBody: Data? { get }
  /// In seconds; Foundation's default of 60 leaves the limit to the session.
  var timeoutInterval: TimeInterval { get }
}

extension FoundationRequest {
  /// The same message.
  ///
  /// - Throws: `RequestError.invalidURL`, or `InvalidMethod`.
  public func asRequest() throws -> OutgoingRequest {
    guard let method = HTTPMethod(rawValue: httpMethod ?? "GET") else { throw InvalidMethod(httpMethod ?? "") }
    var message = OutgoingRequest(
      method: method, url: try RequestURL(url?.absoluteString ?? ""), body: httpBody.map { .data($0) })
    for (name, value) in (allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      message.headers.append(name: name, value: value)
    }
    if timeoutInterval != 60 { message.options.timeout = .seconds(timeoutInterval) }
    return message
  }
}

/// A method that is no token.
public struct InvalidMethod: Error, Hashable, CustomStringConvertible {
  /// As it was given.
  public let text: String

  init(_ text: String) { self.text = text }

  /// A sentence for people.
  public var description: String { "\"\(text)\" is not a method — use letters, such as GET or PURGE" }
}
