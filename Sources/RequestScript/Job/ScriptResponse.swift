package import RequestBasics

/// A response in the form that scripts see, without its body.
package struct ScriptResponse: Equatable, Sendable {
  package var code: Int
  package var reason: String
  package var headers: [ScriptRow] = []
  /// The trailers, which followed the body.
  package var trailers: [ScriptRow] = []
  package var responseTime = Duration.zero
  /// The size in bytes, as received.
  package var bodySize = 0
  package var headerSize = 0
  package var cookies: [ScriptCookie] = []
  /// The milliseconds of each phase.
  package var timings: JSONValue?

  package init(code: Int, reason: String) { (self.code, self.reason) = (code, reason) }
}

package struct ScriptCookie: Equatable, Sendable {
  package var name: String
  package var value: String
  package var domain = ""
  package var path = "/"
  /// The expiry, in the format of `Set-Cookie`.
  package var expires: String?
  package var isSecure = false
  package var isHTTPOnly = false

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

extension ScriptResponse {
  package var json: JSONValue {
    var object: JSONObject = ["code": .number(code), "status": .string(reason)]
    object.add("headers", .array(headers.map(\.json)))
    if !trailers.isEmpty { object.add("trailers", .array(trailers.map(\.json))) }
    object.add("responseTime", .number(responseTime.wholeMilliseconds))
    object.add(
      "size",
      ["body": .number(bodySize), "header": .number(headerSize), "total": .number(bodySize + headerSize)])
    object.add("cookies", .array(cookies.map(\.json)))
    object.add("timings", timings)
    return .object(object)
  }
}

extension ScriptCookie {
  package var json: JSONValue {
    var object: JSONObject = ["name": .string(name), "value": .string(value)]
    object.add("domain", .string(domain))
    object.add("path", .string(path))
    object.add("expires", expires.map { .string($0) })
    if isSecure { object.add("secure", true) }
    if isHTTPOnly { object.add("httpOnly", true) }
    return .object(object)
  }
}
