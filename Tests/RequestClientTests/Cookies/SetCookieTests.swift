import Foundation
@testable import RequestClient
import Testing

struct SetCookieTests {
  // RFC 6265bis, section 3.1, and the behavior of browsers.
  @Test(arguments: [
    ("SID=31d4d96e407aad42; Path=/; Secure; HttpOnly", "SID", "31d4d96e407aad42"), ("lang=", "lang", ""),
    (" a = b c ", "a", "b c"), ("a=b=c", "a", "b=c"), ("=v", "", "v"), ("v", "", "v"), ("a=\"q\"", "a", "\"q\""),
    ("a=\tb\t", "a", "b"), ("a=b;;; ;=;x", "a", "b"), ("grün=ö", "grün", "ö"),
  ])
  func nameAndValueAreRead(_ line: String, _ name: String, _ value: String) throws {
    let cookie = try SetCookie(line)
    #expect(cookie.name == name)
    #expect(cookie.value == value)
  }

  @Test func attributesAreReadInAnyCase() throws {
    let cookie = try SetCookie(
      "a=b; EXPIRES=Wed, 09 Jun 2021 10:18:14 GMT; max-age = 60 ; Domain=.Example.COM; path=/x; secure; httponly; "
        + "SameSite=LAX; Unknown=1")
    #expect(cookie.expires == Date(timeIntervalSince1970: 1_623_233_894))
    #expect(cookie.maxAge == 60)
    #expect(cookie.domain == "example.com")
    #expect(cookie.path == "/x")
    #expect(cookie.isSecure && cookie.isHTTPOnly)
    #expect(cookie.sameSite == .lax)
  }

  @Test func theLastValidAttributeWins() throws {
    let cookie = try SetCookie(
      "a=b; Path=/x; Path=/y; Domain=a.b; Domain=; Max-Age=5; Max-Age=x; Expires=1 Jan 2000 00:00:00; Expires=soon; "
        + "SameSite=Strict; SameSite=Other")
    #expect(cookie.path == "/y")
    #expect(cookie.domain.isEmpty)
    #expect(cookie.maxAge == 5)
    #expect(cookie.expires == Date(timeIntervalSince1970: 946_684_800))
    #expect(cookie.sameSite == nil)
    #expect(try SetCookie("a=b; Path=/x; Path=y").path == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-5", 0), ("-", nil), ("", nil), ("1.5", nil), ("+1", nil), ("1e3", nil), ("9", 9),
    ("99999999999999999999", 1e20),
  ])
  func ageIsAWholeNumber(_ text: String, _ age: Double?) throws {
    #expect(try SetCookie("a=b; Max-Age=\(text)").maxAge == age)
  }

  @Test func lengthsAreLimited() throws {
    let long = String(repeating: "x", count: 4095)
    #expect(try SetCookie("a=\(long)").value == long)
    #expect(throws: CookieRefusal.tooLarge(limit: 4096)) { try SetCookie("ab=\(long)") }
    #expect(throws: CookieRefusal.tooLarge(limit: 4096)) { try SetCookie(String(repeating: "é", count: 2049)) }
    let path = "/" + String(repeating: "x", count: 1023)
    #expect(try SetCookie("a=b; Path=/short; Path=\(path)").path == path)
    #expect(try SetCookie("a=b; Path=/short; Path=\(path)x").path == "/short")
  }

  @Test(arguments: ["a=b\u{0}", "a\r\nX=b", "a=\u{7F}", "a=b; Path=/\u{1}"])
  func controlCharactersAreRefused(_ line: String) {
    #expect(throws: CookieRefusal.controlCharacter) { try SetCookie(line) }
  }

  @Test(arguments: ["", "=", " ; Path=/", ";", " = ; a=b"])
  func emptyCookiesAreRejected(_ line: String) {
    #expect(throws: CookieRefusal.empty) { try SetCookie(line) }
  }
}
