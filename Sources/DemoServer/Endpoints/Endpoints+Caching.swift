import FlyingFox

extension Endpoints {
  private static let lastModified = "Thu, 01 Jan 2026 00:00:00 GMT"

  static func cache(_ call: Call) -> HTTPResponse {
    let headers = call.request.headers
    guard headers[.ifModifiedSince] == nil, headers[.ifNoneMatch] == nil else {
      return HTTPResponse.empty(.notModified, validators("demo"))
    }
    return with(validators("demo"), echo(call))
  }

  static func cacheFor(_ call: Call) throws -> HTTPResponse {
    let seconds = try call.number("seconds", in: 0...Int(Int32.max))
    return with([.cacheControl: "public, max-age=\(seconds)"], echo(call))
  }

  static func tagged(_ call: Call) throws -> HTTPResponse {
    let tag = try (call.captures["tag"] ?? "").asHeaderValue
    let headers: HTTPHeaders = [.eTag: "\"\(tag)\""]
    if let known = call.request.headers[.ifNoneMatch] {
      return names(tag, in: known)
        ? HTTPResponse.empty(.notModified, headers) : with(headers, echo(call))
    }
    if let wanted = call.request.headers[.ifMatch], !names(tag, in: wanted) {
      throw Refusal(.preconditionFailed, "\"If-Match\" does not name the tag \"\(tag)\"")
    }
    return with(headers, echo(call))
  }

  private static func validators(_ tag: String) -> HTTPHeaders {
    [.lastModified: lastModified, .eTag: "\"\(tag)\""]
  }

  private static func with(_ headers: HTTPHeaders, _ response: HTTPResponse) -> HTTPResponse {
    var response = response
    for header in headers.keys { response.headers.setValues(headers.values(for: header), for: header) }
    return response
  }

  /// Returns whether a list of entity tags contains this one, weak or strong.
  private static func names(_ tag: String, in list: String) -> Bool {
    list.split(separator: ",").contains { item in
      let item = item.trimmed
      return item == "*" || item == "\"\(tag)\"" || item == "W/\"\(tag)\"" || item == tag
    }
  }
}
