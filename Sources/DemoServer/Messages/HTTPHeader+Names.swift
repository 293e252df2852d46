import FlyingFox

/// Header names missing in FlyingFox.
extension HTTPHeader {
  static let accept = HTTPHeader("Accept")
  static let allow = HTTPHeader("Allow")
  static let ifMatch = HTTPHeader("If-Match")
  static let proxyAuthenticate = HTTPHeader("Proxy-Authenticate")
  static let server = HTTPHeader("Server")
  static let userAgent = HTTPHeader("User-Agent")
  static let wwwAuthenticate = HTTPHeader("WWW-Authenticate")
}
