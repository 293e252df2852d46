import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CookieWireTests {
  let jar = CookieJar()
  let session: Session
  let folder = ScratchFolder()

  init() {
    let jar = jar
    session = .plain { $0.cookieJar = jar }
  }

  /// Sets these cookies at `/set`, redirects from `/away` to `/there`, and otherwise responds with the received
  /// cookies.
  private func server(_ cookies: String...) throws -> RawServer {
    let lines = cookies.map { "Set-Cookie: \($0)" }
    return try RawServer { client in
      while true {
        let head = try client.readHead()
        let cookie = head.lines.filter { $0.hasPrefix("Cookie: ") }.joined(separator: "|")
        if head.contains(" /set ") {
          try client.respond(headers: lines, body: cookie)
        } else if head.contains(" /away ") {
          try client.respond("302 Found", headers: lines + ["Location: /there"])
        } else {
          try client.respond(body: cookie)
        }
      }
    }
  }

  private func ask(
    _ url: String, headers: HTTPHeaders = [], _ change: (inout TransferOptions) -> Void = { _ in }
  ) async -> String? {
    await session.request(url, headers: headers, options: .with(change)).serializingString().response.value
  }

  @Test func cookiesOfARedirectAreSentWithTheNextHop() async throws {
    let url = try await TestServers.httpbin()
    struct Cookies: Decodable { var cookies: [String: String] }
    let response = await session.request(url + "/cookies/set?flavour=oat&size=big").serializingDecodable(Cookies.self)
      .response
    #expect(response.value?.cookies == ["flavour": "oat", "size": "big"])
    #expect(response.timeline.hops.map(\.status) == [302, 200])
    let gone = await session.request(url + "/cookies/delete?size").serializingDecodable(Cookies.self).response
    #expect(gone.value?.cookies == ["flavour": "oat"])
  }

  @Test func cookiesAreSentInOneHeaderAndOnlyToTheirPath() async throws {
    let server = try server("a=1", "b=2; Path=/deep", "c=3; Path=/")
    #expect(await ask(server.url + "/set") == "")
    #expect(await ask(server.url + "/deep/er") == "Cookie: b=2; a=1; c=3")
    #expect(await ask(server.url + "/") == "Cookie: a=1; c=3")
  }

  @Test func aHopThatSetsACookieIsFollowedWithIt() async throws {
    let server = try server("hop=1")
    #expect(await ask(server.url + "/away") == "Cookie: hop=1")
  }

  @Test func anExplicitCookieHeaderWins() async throws {
    let server = try server("a=1")
    _ = await ask(server.url + "/set")
    #expect(await ask(server.url + "/", headers: [HTTPHeader("cookie", "mine=2")]) == "")
    #expect(server.received.last?.lines.contains("cookie: mine=2") == true)
    #expect(server.received.last?.contains("a=1") == false)
  }

  @Test func aSecureCookieRequiresTLS() async throws {
    let server = try server("s=1; Secure")
    let resolve = ["shop.example": "127.0.0.1"]
    let plain = server.url.replacing("127.0.0.1", with: "shop.example")
    _ = await ask(plain + "/set") { $0.resolve = resolve }
    #expect(jar.all.isEmpty)
    try jar.store("s=1; Secure", from: try RequestURL("https://shop.example/"), at: Date())
    #expect(await ask(plain + "/") { $0.resolve = resolve } == "")
    // It is sent to the same host over TLS.
    let secure = try await TestServers.nginx().tlsURL.replacing("localhost", with: "shop.example") + "/echo"
    let reply = await ask(secure) {
      $0.resolve = resolve
      $0.serverTrust = .disabled
    }
    #expect(reply?.contains("[s=1]") == true)
  }

  @Test func aPublicSuffixHasNoCookies() async throws {
    let server = try server("bad=1; Domain=co.uk", "good=1; Domain=shop.co.uk", "other=1; Domain=elsewhere.co.uk")
    let resolve = ["www.shop.co.uk": "127.0.0.1", "api.shop.co.uk": "127.0.0.1", "elsewhere.co.uk": "127.0.0.1"]
    func ask(_ host: String, _ path: String) async -> String? {
      await self.ask("http://\(host):\(server.port)\(path)") { $0.resolve = resolve }
    }
    _ = await ask("www.shop.co.uk", "/set")
    #expect(jar.all.map(\.name) == ["good"])
    #expect(await ask("api.shop.co.uk", "/") == "Cookie: good=1")
    #expect(await ask("elsewhere.co.uk", "/") == "")
  }

  @Test func savedCookiesServeAnotherSession() async throws {
    let server = try server("kept=1; Max-Age=1000", "brief=1")
    _ = await ask(server.url + "/set")
    for format in [CookieFileFormat.json, .netscape] {
      try jar.save(to: try folder.write("", "cookies"), as: format, at: Date())
      let other = CookieJar()
      try other.load(from: folder.url("cookies"), at: Date())
      let session = Session.plain { $0.cookieJar = other }
      #expect(await session.request(server.url + "/").serializingString().response.value == "Cookie: kept=1")
    }
  }

  @Test func withoutAJarNoCookieIsKept() async throws {
    let server = try server("a=1")
    let session = Session.plain()
    let response = await session.request(server.url + "/set").serializingString().response
    #expect(response.head?.headers.first("Set-Cookie") == "a=1")
    #expect(await session.request(server.url + "/").serializingString().response.value == "")
  }
}
