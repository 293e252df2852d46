import Foundation
import RequestClient
import Testing

struct CookieJarTests {
  private let jar = CookieJar()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func store(_ line: String, _ url: String = "https://www.example.com/a/b", after seconds: Double = 0) throws {
    try jar.store(line, from: RequestURL(url), at: start.addingTimeInterval(seconds))
  }

  private func header(_ url: String = "https://www.example.com/a/b", after seconds: Double = 0) throws -> String? {
    jar.cookieHeader(for: try RequestURL(url), at: start.addingTimeInterval(seconds))
  }

  // RFC 6265bis, section 3.1.
  @Test func theStandardsExamplesPass() throws {
    try store("SID=31d4d96e407aad42; Path=/; Secure; HttpOnly")
    try store("lang=en-US; Path=/; Domain=example.com")
    #expect(try header() == "SID=31d4d96e407aad42; lang=en-US")
    #expect(try header("https://example.com/") == "lang=en-US")
    try store("lang=; Path=/; Domain=example.com; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(try header() == "SID=31d4d96e407aad42")
  }

  @Test func aHostOnlyCookieIsForItsHostAndADomainCookieForSubdomains() throws {
    try store("host=1")
    try store("domain=1; Domain=Example.com")
    #expect(try header("https://WWW.example.com/a/") == "host=1; domain=1")
    #expect(try header("https://x.www.example.com/a/") == "domain=1")
    #expect(try header("https://badexample.com/a/") == nil)
    #expect(try header("https://example.com.evil.org/a/") == nil)
  }

  @Test(arguments: [
    ("a.example.com", "b.example.com"), ("example.com", "a.example.com"), ("www.example.com", "w.example.com"),
    ("127.0.0.1", "0.0.1"), ("127.0.0.1", "1"), ("[::1]", "::1"), ("example.com", "example.com."),
    ("evil.co.uk.", "co.uk."), ("www.example.com.", "example.com."), ("example.com.", "example.com."),
    ("bücher.example", "bücher.example"),
  ])
  func anotherHostsDomainIsRefused(_ host: String, _ domain: String) throws {
    #expect(throws: CookieRefusal.foreignDomain(domain, host: try RequestURL("http://\(host)").host)) {
      try store("a=b; Domain=\(domain)", "http://\(host)/")
    }
  }

  @Test(arguments: ["com", "co.uk", "github.io", "xn--55qx5d.cn", "unknown"])
  func aPublicSuffixIsRejectedExceptForItself(_ suffix: String) throws {
    #expect(throws: CookieRefusal.publicSuffix(suffix)) {
      try store("a=b; Domain=\(suffix)", "http://shop.\(suffix)/")
    }
    try store("a=b; Domain=\(suffix)", "http://\(suffix)/")
    #expect(jar.all.map(\.isHostOnly) == [true])
    #expect(try header("http://shop.\(suffix)/") == nil)
  }

  @Test func addressesAndLocalNamesHaveCookiesOfTheirOwn() throws {
    for host in ["127.0.0.1", "[::1]", "localhost"] {
      try store("a=1; Domain=\(host)", "http://\(host):8080/")
      #expect(try header("http://\(host):9090/") == "a=1")
    }
    #expect(try header("http://1.127.0.0.1/") == nil)
  }

  @Test(arguments: [
    ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/c?x=/y/", "/a/b"),
  ])
  func thePathIsTheFolderOfTheRequest(_ path: String, _ cookiePath: String) throws {
    try store("a=b", "http://example.com" + path)
    #expect(jar.all.map(\.path) == [cookiePath])
  }

  @Test(arguments: [
    ("/a", "/a", true), ("/a", "/a/", true), ("/a", "/a/b", true), ("/a", "/ab", false), ("/a", "/A", false),
    ("/a/", "/a/b", true), ("/a/", "/a", false), ("/", "/x", true), ("/a", "/", false), ("/a?", "/a", false),
  ])
  func aCookieIsSentToItsPathAndSubpaths(_ cookiePath: String, _ path: String, _ isSent: Bool) throws {
    try store("a=b; Path=\(cookiePath)")
    #expect(try header("https://www.example.com" + path) == (isSent ? "a=b" : nil))
  }

  @Test func longerPathsAreSentFirstAndThenOlderCookies() throws {
    try store("new=1; Path=/a", after: 5)
    try store("old=1; Path=/a", after: 1)
    try store("root=1; Path=/")
    try store("deep=1; Path=/a/b", after: 9)
    try store("same=1; Path=/a", after: 5)
    #expect(try header(after: 10) == "deep=1; old=1; new=1; same=1; root=1")
  }

  @Test func aNewValueKeepsThePlaceOfTheOld() throws {
    try store("a=1", after: 0)
    try store("b=1", after: 1)
    try store("a=2", after: 2)
    #expect(try header(after: 3) == "a=2; b=1")
    #expect(jar.all.first?.created == start)
  }

  @Test func nameDomainPathAndHostIdentifyACookie() throws {
    for line in ["a=1", "A=2", "a=3; Path=/", "a=4; Domain=www.example.com", "a=5; Domain=example.com"] {
      try store(line)
    }
    #expect(try header() == "a=1; A=2; a=4; a=5; a=3")
  }

  @Test func namelessCookiesAreSentAsTheirValue() throws {
    try store("value")
    try store("=other")
    #expect(try header() == "other")
  }

  @Test func aCookieExpiresAtItsDate() throws {
    try store("age=1; Max-Age=10; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
    try store("date=1; Expires=Tue, 14 Nov 2023 22:13:40 GMT")
    #expect(try header(after: 9) == "age=1; date=1")
    #expect(try header(after: 10) == "date=1")
    #expect(try header(after: 19) == "date=1")
    #expect(try header(after: 20) == nil)
    try store("date=; Max-Age=0")
    #expect(jar.all.map(\.name) == ["age"])
  }

  @Test func noCookieLastsOver400Days() throws {
    try store("a=1; Max-Age=99999999999999999999")
    try store("b=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT")
    let latest = start.addingTimeInterval(400 * 86_400)
    #expect(jar.all.map(\.expires) == [latest, latest])
  }

  @Test func secureCookiesAreSentOverTLSOrToThisMachine() throws {
    try store("a=1; Secure; Path=/")
    #expect(try header("http://www.example.com/") == nil)
    #expect(try header("https://www.example.com/") == "a=1")
    #expect(throws: CookieRefusal.insecureOrigin) { try store("b=1; Secure", "http://www.example.com/") }
    for host in ["localhost", "dev.localhost", "127.0.0.1", "[::1]"] {
      try store("c=1; Secure", "http://\(host)/")
      #expect(try header("http://\(host)/") == "c=1")
    }
  }

  @Test(arguments: [
    ("a=2; Path=/login", false), ("a=2; Path=/login/en", false), ("a=2; Path=/", true), ("b=2; Path=/login", true),
    ("a=2; Path=/login; Domain=example.com", false), ("A=2; Path=/login", true),
  ])
  func anInsecureConnectionCannotHideASecureCookie(_ line: String, _ isStored: Bool) throws {
    try store("a=1; Path=/login; Secure")
    let url = "http://www.example.com/"
    if isStored {
      try store(line, url)
    } else {
      #expect(throws: CookieRefusal.wouldHideSecureCookie) { try store(line, url) }
    }
    #expect(jar.all.count == (isStored ? 2 : 1))
  }

  @Test(arguments: [
    ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__Host-a=1; Secure; Path=/", true),
    ("__Host-a=1; Secure", false), ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure; Path=/a", false),
    ("__Host-a=1; Secure; Path=/; Domain=example.com", false), ("__host-a=1; Path=/", false), ("__SECURE-a=1", false),
    ("=__Host-a=1; Secure; Path=/", false), ("__Secure-a; Secure", false), ("__Hosta=1", true),
  ])
  func prefixesRequireTheirAttributes(_ line: String, _ isStored: Bool) throws {
    let url = "https://www.example.com/"
    if isStored {
      try store(line, url)
    } else {
      let isHost = line.lowercased().contains("__host-")
      #expect(throws: CookieRefusal.prefix(isHost ? "__Host-" : "__Secure-")) { try store(line, url) }
    }
    #expect(jar.all.count == (isStored ? 1 : 0))
  }

  @Test func sameSiteIsKeptAndNoneRequiresSecure() throws {
    try store("a=1; SameSite=Strict")
    try store("b=1; SameSite=None; Secure")
    try store("c=1")
    #expect(jar.all.map(\.sameSite) == [.strict, Cookie.SameSite.none, nil])
    #expect(throws: CookieRefusal.sameSiteNeedsSecure) { try store("d=1; SameSite=None") }
    #expect(try header() == "a=1; b=1; c=1")
  }

  @Test func everyLineOfAResponseIsStoredOrItsRefusalReported() throws {
    let headers: HTTPHeaders = [
      HTTPHeader("Set-Cookie", "a=1"), HTTPHeader("X", "x=1"), HTTPHeader("set-cookie", ""),
      HTTPHeader("SET-COOKIE", "b=1"),
      HTTPHeader("Set-Cookie", "c=1; Domain=com"),
    ]
    let refusals = jar.store(headers, from: try RequestURL("https://www.example.com"), at: start)
    #expect(refusals == [.empty, .publicSuffix("com")])
    #expect(jar.all.map(\.name) == ["a", "b"])
  }

  @Test func storingFromManyThreadsLosesNothing() async throws {
    let url = try RequestURL("https://www.example.com")
    await withTaskGroup { group in
      for number in 0..<40 {
        group.addTask { [jar, start] in
          _ = jar.store([HTTPHeader("Set-Cookie", "c\(number)=1")], from: url, at: start)
          _ = jar.cookieHeader(for: url, at: start)
        }
      }
    }
    #expect(jar.all.count == 40)
  }
}
