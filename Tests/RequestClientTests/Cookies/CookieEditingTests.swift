import Foundation
import RequestClient
import Testing

struct CookieEditingTests {
  private let jar = CookieJar()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func cookie(_ name: String, _ value: String = "1", domain: String = "a.com", path: String = "/") -> Cookie {
    Cookie(name: name, value: value, domain: domain, path: path, created: start)
  }

  @Test func aCookieSetByHandIsSent() throws {
    try jar.set(cookie("a", domain: ".A.com"))
    #expect(jar.all.map(\.domain) == ["a.com"])
    #expect(jar.cookieHeader(for: try RequestURL("http://a.com"), at: start) == "a=1")
    try jar.set(cookie("a", "2"))
    #expect(jar.all.map(\.value) == ["2"])
  }

  @Test func anEditMayChangeTheIdentityOfACookie() throws {
    try jar.set(cookie("a"))
    try jar.replace(cookie("a"), with: cookie("b", path: "/x"))
    #expect(jar.all == [cookie("b", path: "/x")])
  }

  @Test func aWrongEditLeavesTheOldCookie() throws {
    try jar.set(cookie("a"))
    #expect(throws: CookieRefusal.unsendable("a;b")) { try jar.replace(cookie("a"), with: cookie("a;b")) }
    #expect(jar.all == [cookie("a")])
  }

  @Test func cookiesSetByHandStayInAFullDomain() throws {
    let jar = CookieJar(limitPerDomain: 2)
    let url = try RequestURL("https://a.com")
    for name in ["a", "b"] { try jar.store("\(name)=1", from: url, at: start.addingTimeInterval(50)) }
    try jar.set(cookie("c"))
    #expect(jar.all.map(\.name) == ["b", "c"])
  }

  @Test func cookiesAreRemoved() throws {
    for name in ["a", "b", "c"] { try jar.set(cookie(name)) }
    var lasting = cookie("d")
    lasting.expires = start.addingTimeInterval(9)
    try jar.set(lasting)
    jar.remove(cookie("b", "other value"))
    #expect(jar.all.map(\.name) == ["a", "c", "d"])
    jar.removeSessionCookies()
    #expect(jar.all == [lasting])
    jar.removeAll()
    #expect(jar.all.isEmpty)
  }

  @Test(arguments: [
    ("a=b", "v", "a.com", "/"), ("a\n", "v", "a.com", "/"), (" a", "v", "a.com", "/"), ("a", "v", "", "/"),
    ("a", "v", "a b", "/"), ("a", "v", "a.com", "x"), ("a", "v", "a.com", "/;"), ("a", "v", "a.com", ""),
    ("a", "v;w", "a.com", "/"), ("a", "v\r\nX: y", "a.com", "/"), ("a", "v ", "a.com", "/"),
  ])
  func textThatNoHeaderCanHoldIsRejected(_ name: String, _ value: String, _ domain: String, _ path: String) {
    let error = #expect(throws: CookieRefusal.self) {
      try jar.set(cookie(name, value, domain: domain, path: path))
    }
    guard case .unsendable(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // A value may be a secret.
    #expect(value == "v" || !text.contains("v;w") && !text.contains("X: y"))
    #expect(jar.all.isEmpty)
  }

  @Test func aDescriptionDoesNotShowTheValue() {
    #expect("\(cookie("a", "s3cret"))" == "a for a.com/")
    #expect("\(cookie("", "s3cret", path: "/x"))" == "(no name) for a.com/x")
  }

  @Test(arguments: [
    (CookieRefusal.publicSuffix("com"), "No cookie can be set for all of com"),
    (.foreignDomain("b.com", host: "a.com"), "a.com cannot set a cookie for b.com"),
    (.prefix("__Secure-"), "The name begins with __Secure-, so the cookie needs Secure"),
    (.prefix("__Host-"), "The name begins with __Host-, so the cookie needs Secure, Path=/ and no Domain"),
    (.tooLarge(limit: 4096), "The cookie's name and value are longer than 4096 bytes"),
    (.unsendable("a;"), "\"a;\" cannot be part of a cookie — leave out ; and control characters"),
  ])
  func refusalsSayWhy(_ refusal: CookieRefusal, _ sentence: String) {
    #expect(refusal.description == sentence)
    #expect(refusal.localizedDescription == sentence)
  }
}
