import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

@Suite struct CookieReportTests {
  private func exchange(_ options: String = "{}") async throws -> Exchange {
    let server = try RawServer { client in
      _ = try client.readHead()
      let lines = [
        "good=1", "wide=1; Domain=com", "foreign=1; Domain=example.org", "secure=1; Secure",
        "__Host-a=1", "samesite=1; SameSite=None",
      ]
      try client.respond(headers: lines.map { "Set-Cookie: " + $0 } + ["Connection: close"])
    }
    let request = try SavedRequest(json: #"{ "url": "\#(server.url)", "options": \#(options) }"#)
    let engine = SendEngine(client: WorkspaceCookies.session(with: CookieJar())) { _, _ in }
    return try #require(await engine.events(request).exchange)
  }

  @Test func eachCookieOfTheResponseIsStoredOrRefusedWithAReason() async throws {
    let refusals = try #require(try await exchange().log.cookies?.refusals)
    #expect(
      refusals == [
        nil, "No cookie can be set for all of com", "127.0.0.1 cannot set a cookie for example.org", nil,
        "The name begins with __Host-, so the cookie needs Secure, Path=/ and no Domain",
        "The cookie has SameSite=None without Secure — the server has to send both",
      ])
  }

  @Test func requestsNameTheProgramWhateverItsFileIsCalled() async throws {
    let heads = Recorder<String>()
    let server = try RawServer { client in
      heads.record(try client.readHead())
      try client.respond(headers: ["Connection: close"])
    }
    let engine = SendEngine(client: WorkspaceCookies.session(with: nil)) { _, _ in }
    _ = await engine.events(try SavedRequest(json: #"{ "url": "\#(server.url)" }"#)).exchange
    let lines = heads.values.flatMap { $0.lowercased().components(separatedBy: "\r\n") }
    #expect(lines.filter { $0.hasPrefix("user-agent:") } == ["user-agent: workbench/\(ClientVersion.current)"])
  }

  @Test func aRequestWithoutCookiesStoresNone() async throws {
    let refusals = try #require(try await exchange(#"{ "cookies": false }"#).log.cookies?.refusals)
    #expect(refusals == Array(repeating: "Cookies are off for this request", count: 6))
  }
}
