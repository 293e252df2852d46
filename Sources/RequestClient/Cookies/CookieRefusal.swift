/// Why a jar does not take a cookie. The sentences are in `CookieRefusal+Description.swift`.
public enum CookieRefusal: Error, Hashable, Sendable {
  /// Neither a name nor a value.
  case empty
  /// A control character other than the tab.
  case controlCharacter
  /// In bytes, name and value together.
  case tooLarge(limit: Int)
  /// The host that sent it is not in the domain it is for.
  case foreignDomain(String, host: String)
  /// Anybody can register a name below this domain.
  case publicSuffix(String)
  /// It asks for TLS and came without.
  case insecureOrigin
  /// It came without TLS and would hide one that came with it.
  case wouldHideSecureCookie
  /// `SameSite=None` asks for `Secure`.
  case sameSiteNeedsSecure
  /// `__Secure-` or `__Host-` asks for more than the cookie has.
  case prefix(String)
  /// A name, domain, path or value, set by hand, that would not come back from a header as it is.
  case unsendable(String)
}
