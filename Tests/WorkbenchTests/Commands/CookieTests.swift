import Foundation
import TestSupport
import Testing

/// The cookies of a workspace, as a user meets them.
struct CookieTests {
  private func lines(_ result: Program.Finished) -> String { result.text.filter { !$0.isWhitespace } }

  @Test func aLoginThatSetsACookieAndComesBackWorks() async throws {
    let url = try await TestServers.httpbin() + "/cookies/set?flavour=dark"
    let result = try await Sandbox().run("send", url)
    #expect(result.status == 0, "\(result.error)")
    #expect(lines(result).contains(#""flavour":"dark""#), "\(result.text)")
  }

  @Test func aRedirectToTheSameURLWithACookieIsFollowed() async throws {
    let server = try RawServer { client in
      while true {
        if try client.readHead().contains("Cookie: in=1") {
          try client.respond(body: "welcome")
        } else {
          try client.respond("302 Found", headers: ["Location: /", "Set-Cookie: in=1"])
        }
      }
    }
    let result = try await Sandbox().run("send", server.url)
    #expect(result.text == "welcome", "\(result.error)")
  }

  @Test func cookiesAreSentTheNextTimeInTheSameWorkspaceAlone() async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        let cookie = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Cookie: ") } ?? "none"
        try client.respond(
          headers: ["Set-Cookie: kept=1; Max-Age=3600", "Set-Cookie: session=1"], body: cookie)
      }
    }
    let sandbox = try Sandbox()
    for folder in ["a", "b"] { try sandbox.write("\(folder)/get.json", "{ \"url\": \"\(server.url)\" }") }
    let first = try await sandbox.run("send", "a/get.json")
    let second = try await sandbox.run("send", "a/get.json")
    let other = try await sandbox.run("send", "b/get.json")
    #expect([first, second, other].map(\.text) == ["none", "Cookie: kept=1; session=1", "none"], "\(first.error)")
    let own = try await sandbox.run("send", "a/get.json", "-H", "Cookie: own=1")
    #expect(own.text == "Cookie: own=1; kept=1; session=1")
    let same = try await sandbox.run("send", "a/get.json", "-H", "Cookie: kept=own")
    #expect(same.text == "Cookie: kept=own; session=1")
    let collected = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("a"))
    #expect(collected == ["get.json"])
  }

  @Test func aBrokenFileOfCookiesIsSetAsideAndTheRequestIsSent() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(headers: ["Set-Cookie: kept=1; Max-Age=3600"], body: "x")
      }
    }
    let sandbox = try Sandbox()
    _ = try await sandbox.run("send", server.url)
    let name = try #require(try sandbox.homeFiles().keys.first { $0.hasPrefix("cookies/") && $0.hasSuffix(".json") })
    try sandbox.write("home/" + name, "{")
    let result = try await sandbox.run("send", server.url)
    #expect(result.status == 0 && result.text == "x")
    #expect(result.error.hasPrefix("The workspace's cookies were lost: "), "\(result.error)")
    #expect(sandbox.text("home/\(name).broken") == "{")
  }

  @Test func aLoginWorksOnTheScreenToo() async throws {
    let server = try RawServer { client in
      while true {
        if try client.readHead().contains("Cookie: in=1") {
          try client.respond(headers: ["Content-Type: text/plain"], body: "welcome home")
        } else {
          try client.respond("302 Found", headers: ["Location: /", "Set-Cookie: in=1"])
        }
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write("login/get.json", "{ \"url\": \"\(server.url)\" }")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench login/get.json")
    try await terminal.wait(for: "GET")
    try await terminal.press("F5")
    try await terminal.wait(for: "welcome home")
  }
}
