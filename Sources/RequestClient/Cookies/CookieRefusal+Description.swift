public import Foundation

extension CookieRefusal: CustomStringConvertible, LocalizedError {
  /// What was refused and why.
  public var description: String {
    switch self {
    case .empty: "The cookie has neither a name nor a value"
    case .controlCharacter: "The cookie has a control character"
    case .tooLarge(let limit): "The cookie's name and value are longer than \(limit) bytes"
    case .foreignDomain(let domain, let host): "\(host) cannot set a cookie for \(domain)"
    case .publicSuffix(let domain): "No cookie can be for all of \(domain)"
    case .insecureOrigin: "The cookie is marked as secure and came without TLS — use https"
    case .wouldHideSecureCookie: "The cookie came without TLS and would hide one that came with it — use https"
    case .sameSiteNeedsSecure: "The cookie has SameSite=None without Secure — the server has to send both"
    case .prefix("__Secure-"): "The name begins with __Secure-, so the cookie needs Secure"
    case .prefix(let prefix): "The name begins with \(prefix), so the cookie needs Secure, Path=/ and no Domain"
    case .unsendable(let text): "\"\(text)\" cannot be part of a cookie — leave out ; and control characters"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
