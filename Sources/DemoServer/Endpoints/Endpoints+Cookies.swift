import FlyingFox
import RequestBasics

extension Endpoints {
  static func cookies(_ call: Call) -> HTTPResponse {
    .json(["cookies": Fields(cookies: call.request.headers[.cookie] ?? "").json])
  }

  static func setCookies(_ call: Call) throws -> HTTPResponse {
    try redirectToCookies(call.arguments.all.map { "\($0.name)=\($0.value); Path=/" })
  }

  static func setCookie(_ call: Call) throws -> HTTPResponse {
    try redirectToCookies(["\(call.captures["name"] ?? "")=\(call.captures["value"] ?? ""); Path=/"])
  }

  static func deleteCookies(_ call: Call) throws -> HTTPResponse {
    try redirectToCookies(
      call.arguments.all.map { "\($0.name)=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/" })
  }

  private static func redirectToCookies(_ cookies: [String]) throws -> HTTPResponse {
    var response = try HTTPResponse.redirect(to: "/cookies")
    for cookie in cookies { response.headers.addValue(try cookie.asHeaderValue, for: .setCookie) }
    return response
  }
}
