extension Endpoints {
  static func relativeRedirect(_ call: Call) throws -> MockReply {
    let isAbsolute = call.arguments["absolute"]?.lowercased() == "true"
    return isAbsolute ? try absoluteRedirect(call) : try .redirect(to: next(call, "/relative-redirect/"))
  }

  static func absoluteRedirect(_ call: Call) throws -> MockReply {
    try .redirect(to: call.absolute(next(call, "/absolute-redirect/")))
  }

  private static func next(_ call: Call, _ path: String) throws -> String {
    let count = try call.number("count", in: 1...Limits.redirects)
    return count == 1 ? "/get" : path + String(count - 1)
  }

  static func redirectTo(_ call: Call) throws -> MockReply {
    guard let url = call.arguments["url"] else { throw Refusal(400, "\"url\" is missing: add ?url=") }
    let status = try call.argument("status_code", in: 300...399, default: 302)
    return try .redirect(to: url, status: status)
  }
}
