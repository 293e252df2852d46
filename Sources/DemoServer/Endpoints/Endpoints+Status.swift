extension Endpoints {
  static func status(_ call: Call) throws -> MockReply {
    let codes = try (call.captures["codes"] ?? "").split(separator: ",").map { text in
      guard let code = Int(text), (200...999).contains(code) else {
        throw Refusal(400, "\"\(text)\" is not a status from 200 to 999")
      }
      return code
    }
    guard let status = codes.randomElement() else { throw Refusal(400, "No status given") }
    return response(status)
  }

  /// Returns a response with the usual headers and body of its status.
  private static func response(_ status: Int) -> MockReply {
    switch status {
    case 301, 302, 303, 305, 307, 308: MockReply.empty(status, [Header("Location", "/redirect/1")])
    case 401: challenge("Basic realm=\"Demo\"")
    case 407: MockReply.empty(status, [Header("Proxy-Authenticate", "Basic realm=\"Demo\"")])
    case 418: .bytes(Array("I'm a teapot: short and stout\n".utf8), type: "text/plain", status: status)
    default: MockReply.empty(status, [Header("Content-Type", "text/html; charset=utf-8")])
    }
  }

  static func delay(_ call: Call) async throws -> MockReply {
    try await Task.sleep(for: .seconds(try Call.seconds(call.captures["seconds"] ?? "", "seconds")))
    return echoWithBody(call)
  }
}
