import Foundation
import RequestClient
import Testing

struct CookieLimitTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func store(_ line: String, _ host: String, _ jar: CookieJar, after seconds: Double) throws {
    try jar.store(line, from: RequestURL("https://\(host)/"), at: start.addingTimeInterval(seconds))
  }

  @Test func aFullDomainEvictsExpiredThenInsecureThenLeastRecentlyUsedCookies() throws {
    let jar = CookieJar(limitPerDomain: 3)
    try store("over=1; Max-Age=1; Secure", "a.com", jar, after: 0)
    try store("secure=1; Secure; Path=/", "a.com", jar, after: 0)
    try store("open=1; Path=/x", "a.com", jar, after: 1)
    try store("b=1; Path=/y", "a.com", jar, after: 5)
    #expect(jar.all.map(\.name) == ["secure", "open", "b"])
    _ = jar.cookies(for: try RequestURL("https://a.com/x"), at: start.addingTimeInterval(6))
    try store("c=1", "a.com", jar, after: 7)
    #expect(jar.all.map(\.name) == ["secure", "open", "c"])
    try store("d=1", "other.com", jar, after: 8)
    #expect(jar.all.count == 4)
  }

  @Test func aFullDomainOfSecureCookiesEvictsTheLeastRecentlyUsed() throws {
    let jar = CookieJar(limitPerDomain: 2)
    for name in ["a", "b", "c"] { try store("\(name)=1; Secure", "a.com", jar, after: 0) }
    #expect(jar.all.map(\.name) == ["b", "c"])
  }

  @Test func aFullJarEvictsTheLeastRecentlyUsed() throws {
    let jar = CookieJar(limit: 3)
    for (number, host) in ["a.com", "b.com", "c.com"].enumerated() {
      try store("x=1", host, jar, after: Double(number))
    }
    _ = jar.cookies(for: try RequestURL("https://a.com/"), at: start.addingTimeInterval(5))
    try store("x=1", "d.com", jar, after: 6)
    #expect(jar.all.map(\.domain) == ["a.com", "c.com", "d.com"])
  }

  @Test func theDefaultLimitsMatchTheStandard() throws {
    let jar = CookieJar()
    for number in 0..<60 { try store("c\(number)=1", "a.com", jar, after: Double(number)) }
    #expect(jar.all.count == 50)
    for number in 0..<2955 { try store("c=1", "h\(number).com", jar, after: 100) }
    #expect(jar.all.count == 3000)
  }
}
