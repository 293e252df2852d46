public import Foundation
internal import Synchronization

// Checks of the answer. They run at its end in the order they were added, before any serializer, until one fails; those
// of a stream run when its head has come, before any of its body is delivered. They have no effect when added after the
// end. A failing one makes the request fail, and its retriers are asked.
extension Request {
  /// Accepts 200 to 299 and the content types that the request's `Accept` asks for.
  @discardableResult
  public func validate() -> Self {
    validate(statusCode: 200..<300)
    core.addValidator { core, request, response in
      let accept = request?.headers.first("Accept") ?? "*/*"
      let types = accept.unicodeScalars.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
      return core.check(types, response)
    }
    return self
  }

  /// Accepts these statuses; no status where there are none.
  @discardableResult
  public func validate<Codes: Sequence & Sendable>(statusCode: Codes) -> Self where Codes.Element == Int {
    core.addValidator { _, _, response in
      let code = response.status.code
      return statusCode.contains(code)
        ? .success(()) : .failure(RequestError.ValidationFailure.unacceptableStatusCode(code))
    }
    return self
  }

  /// Accepts these content types, which may have wildcards; parameters do not count, and an empty body is of any type.
  @discardableResult
  public func validate<Types: Sequence & Sendable>(contentType: Types) -> Self where Types.Element == String {
    core.addValidator { core, _, response in core.check(Array(contentType), response) }
    return self
  }
}

extension DataRequest {
  /// A check of the message, the answer's head and its body, which is `nil` where no byte came.
  public typealias Validation = @Sendable (OutgoingRequest?, HTTPResponse, Data?) -> Result<Void, any Error>

  /// Adds a check of one's own; an error that is none of the library's is wrapped as `customValidationFailed`.
  @discardableResult
  public func validate(_ validation: @escaping Validation) -> Self {
    core.addValidator { core, request, response in validation(request, response, core.state.withLock({ $0.data })) }
    return self
  }
}

extension RequestCore {
  func addValidator(_ validator: @escaping Validator) {
    state.withLock { $0.chain.validators.append(validator) }
  }

  fileprivate func check(_ acceptable: [String], _ response: HTTPResponse) -> Result<Void, any Error> {
    guard hasBody else { return .success(()) }
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

extension RequestCore {
  /// Whether the answer has a body; while it comes, whether its head announces one.
  private var hasBody: Bool {
    state.withLock { state in
      if case .judging = state.activity { return state.downloadProgress.completed > 0 }
      guard let head = state.head, let message = state.message else { return false }
      return message.method != .head && ![204, 205, 304].contains(head.status) && head.expectedSize != 0
    }
  }
}

/// A media type or range without its parameters.
private struct MediaType {
  var type: Substring
  var subtype: Substring

  init?(_ text: String) {
    let parts = text.unicodeScalars.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let trimmed = parts.map { Substring(String($0).trimmingCharacters(in: .whitespaces).lowercased()) }
    (type, subtype) = (trimmed[0], trimmed[1])
  }

  var isWildcard: Bool { type == "*" && subtype == "*" }

  func matches(_ other: MediaType) -> Bool {
    (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
  }
}
