public import Foundation
internal import Synchronization

extension DataRequest {
  public typealias Validation = @Sendable (OutgoingRequest?, HTTPResponse, Data?) -> Result<Void, any Error>

  /// Adds a check of the answer. Checks run at its end, before any serializer, until one fails;
  /// they have no effect when added after the end.
  @discardableResult
  public func validate(_ validation: @escaping Validation) -> Self {
    core.state.withLock { $0.validators.append(validation) }
    return self
  }

  /// Accepts 200 to 299 and the content types that the request's `Accept` asks for.
  @discardableResult
  public func validate() -> Self {
    validate(statusCode: 200..<300).validate { request, response, data in
      let accept = request?.headers.first("Accept") ?? "*/*"
      let types = accept.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return Self.check(types, response, data)
    }
  }

  /// Accepts these statuses.
  @discardableResult
  public func validate<Codes: Sequence & Sendable>(statusCode: Codes) -> Self where Codes.Element == Int {
    validate { _, response, _ in
      let code = response.status.code
      return statusCode.contains(code)
        ? .success(()) : .failure(RequestError.ValidationFailure.unacceptableStatusCode(code))
    }
  }

  /// Accepts these content types, which may have wildcards; parameters do not count, and an empty body is of any type.
  @discardableResult
  public func validate(contentType: [String]) -> Self {
    validate { _, response, data in Self.check(contentType, response, data) }
  }

  private static func check(_ acceptable: [String], _ response: HTTPResponse, _ data: Data?) -> Result<Void, any Error>
  {
    guard let data, !data.isEmpty else { return .success(()) }
    let ranges = acceptable.compactMap(MediaType.init)
    guard let text = response.headerFields[.contentType], let type = MediaType(text) else {
      if ranges.contains(where: \.isWildcard) { return .success(()) }
      return .failure(RequestError.ValidationFailure.missingContentType(acceptable: acceptable.sorted()))
    }
    if ranges.contains(where: { $0.matches(type) }) { return .success(()) }
    return .failure(
      RequestError.ValidationFailure.unacceptableContentType(acceptable: acceptable.sorted(), received: text))
  }
}

/// A media type or range without its parameters.
private struct MediaType {
  var type: Substring
  var subtype: Substring

  init?(_ text: String) {
    let parts = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let trimmed = parts.map { Substring($0.trimmingCharacters(in: .whitespaces).lowercased()) }
    (type, subtype) = (trimmed[0], trimmed[1])
  }

  var isWildcard: Bool { type == "*" && subtype == "*" }

  func matches(_ other: MediaType) -> Bool {
    (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
  }
}
