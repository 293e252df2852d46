extension Endpoints {
  static func cookies(_ call: Call) -> MockReply {
    .json(["cookies": Fields(cookies: call.request.header("Cookie") ?? "").json])
  }

  static func setCookies(_ call: Call) throws -> MockReply {
    try redirectToCookies(call.arguments.all.map { "\($0.name)=\($0.value); Path=/" })
  }

  static func setCookie(_ call: Call) throws -> MockReply {
    try redirectToCookies(["\(call.captures["name"] ?? "")=\(call.captures["value"] ?? ""); Path=/"])
  }

  static func deleteCookies(_ call: Call) throws -> MockReply {
    try redirectToCookies(
      call.arguments.all.map { "\($0.name)=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/" })
  }

  private static func redirectToCookies(_ cookies: [String]) throws -> MockReply {
    var response = try MockReply.redirect(to: "/cookies")
    for cookie in cookies { response.headers.append(Header("Set-Cookie", try cookie.asHeaderValue)) }
    return response
  }
}
