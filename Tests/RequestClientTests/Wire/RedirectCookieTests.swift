import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Redirects back to the original URL after something has changed.
@Suite(.timeLimit(.minutes(1)))
struct RedirectCookieTests {
  private let session = Session.plain { $0.cookieJar = CookieJar() }

  /// Responds with the status, headers and body returned by `respond`.
  private func server(
    _ reply: @escaping @Sendable (String) -> (String, [String], String)
  ) throws -> RawServer {
    try RawServer { client in
      while true {
        let (status, headers, body) = reply(try client.readHead())
        try client.respond(status, headers: headers, body: body)
      }
    }
  }

  @Test func aCookieSetOnARedirectBackIsSent() async throws {
    let server = try server { head in
      head.contains("Cookie: session=1")
        ? ("200 OK", [], "in") : ("302 Found", ["Location: /login", "Set-Cookie: session=1"], "")
    }
    #expect(try await session.request(server.url + "/login").serializingString().value == "in")
    #expect(server.received.count == 2)
  }

  @Test func aLoginOverSeveralPagesKeepsItsCookies() async throws {
    let server = try server { head in
      switch head.split(separator: " ")[1] {
      case "/" where head.contains("a=1; b=2"): ("200 OK", [], "home")
      case "/": ("302 Found", ["Location: /login", "Set-Cookie: a=1; Path=/"], "")
      default: ("303 See Other", ["Location: /", "Set-Cookie: b=2; Path=/"], "")
      }
    }
    #expect(try await session.request(server.url).serializingString().value == "home")
  }

  @Test func httpbinSetsCookiesThatTheNextHopSends() async throws {
    let url = try await TestServers.httpbin() + "/cookies/set?flavour=dark"
    let json = try await session.request(url).serializingJSON().value
    #expect(json["cookies"]["flavour"].string == "dark")
  }

  @Test func everChangingCookiesEndAtTheRedirectLimit() async throws {
    let server = try server { head in
      let length = head.count
      return ("302 Found", ["Location: /", "Set-Cookie: c=\(String(repeating: "x", count: length))"], "")
    }
    let options = TransferOptions(maxRedirects: 4)
    let response = await session.request(server.url, options: options).serializingData().response
    guard case .tooManyRedirects(limit: 4) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(server.received.count == 5)
  }

  @Test func aRedirectorMayChangeTheMessageOfARedirectBack() async throws {
    let server = try server { head in
      head.contains("X-Answer: 42") ? ("200 OK", [], "right") : ("307 Temporary Redirect", ["Location: /"], "")
    }
    let redirector = Redirector.modify { next, _ in
      var next = next
      next.headers.update(name: "X-Answer", value: "42")
      return next
    }
    #expect(try await session.request(server.url).redirect(using: redirector).serializingString().value == "right")
  }

  @Test func anExplicitCookieHeaderWinsOnEveryHop() async throws {
    let server = try server { head in
      head.hasPrefix("GET /end")
        ? ("200 OK", [], String(head.lines.first { $0.hasPrefix("Cookie") } ?? "none"))
        : ("302 Found", ["Location: /end", "Set-Cookie: jar=1; Path=/"], "")
    }
    let request = session.request(server.url, headers: [HTTPHeader("Cookie", "own=1")])
    #expect(try await request.serializingString().value == "Cookie: own=1")
  }

  @Test func anotherAttemptMayFollowTheSameRedirects() async throws {
    let transport = StubTransport(.redirect(to: "/next"), .failure(), .redirect(to: "/next"), .ok("x"))
    let session = Session.releasable(transport)
    let retrier = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    #expect(try await session.request("http://stub/", interceptor: retrier).serializingString().value == "x")
  }
}
