import FlyingFox

extension Endpoints {
  static func status(_ call: Call) throws -> HTTPResponse {
    let codes = try (call.captures["codes"] ?? "").split(separator: ",").map { text in
      guard let code = Int(text), (200...999).contains(code) else {
        throw Refusal(.badRequest, "\"\(text)\" is not a status from 200 to 999")
      }
      return HTTPStatusCode(code)
    }
    guard let status = codes.randomElement() else { throw Refusal(.badRequest, "No status given") }
    return response(status)
  }

  /// Returns a response with the usual headers and body of its status.
  private static func response(_ status: HTTPStatusCode) -> HTTPResponse {
    switch status.code {
    case 301, 302, 303, 305, 307, 308: HTTPResponse.empty(status, [.location: "/redirect/1"])
    case 401: challenge("Basic realm=\"Demo\"")
    case 407: HTTPResponse.empty(status, [.proxyAuthenticate: "Basic realm=\"Demo\""])
    case 418: .bytes(Array("I'm a teapot: short and stout\n".utf8), type: "text/plain", status: status)
    default: HTTPResponse.empty(status, [.contentType: "text/html; charset=utf-8"])
    }
  }

  static func delay(_ call: Call) async throws -> HTTPResponse {
    try await Task.sleep(for: .seconds(try Call.seconds(call.captures["seconds"] ?? "", "seconds")))
    return echoWithBody(call)
  }
}
