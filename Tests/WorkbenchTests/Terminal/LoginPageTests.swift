import Foundation
import TestSupport
import Testing

/// Pages of logins that a server or a collection names, with a real browser command.
@Suite(.serialized) struct LoginPageTests {
  /// Names `page` as the page on which its codes are entered.
  private func authorizationServer(_ page: String) throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        let body = #"{"device_code":"d","user_code":"ABCD","verification_uri":"\#(page)","interval":600}"#
        try connection.respond(headers: ["Content-Type: application/json"], body: body)
      }
    }
  }

  private func terminal(_ server: RawServer) async throws -> Terminal {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/login.json",
      """
      { "url": "\(server.url)/api", "auth": { "oauth2": { "grant_type": "device_code", "clientId": "c",
        "deviceAuthUrl": "\(server.url)/device", "accessTokenUrl": "\(server.url)/token" } } }
      """)
    try sandbox.write("browser", "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$HOME/opened\"\n")
    try sandbox.makeExecutable("browser")
    return try await Terminal(sandbox, environment: ["BROWSER": sandbox.path("browser")])
  }

  @Test(arguments: ["file:///tmp/x.desktop", "--version"])
  func thePageOfALoginIsNotOpenedUnlessItIsAWebPage(_ page: String) async throws {
    let server = try authorizationServer(page)
    let terminal = try await terminal(server)
    try await terminal.run("workbench --demo small/login.json")
    try await terminal.wait(for: "/api")
    try await terminal.press("F5")
    try await terminal.wait(for: "Not opened", "is not an http or https page")
    #expect(!terminal.sandbox.exists("home/opened"))
  }

  @Test func commandsDoNotOpenSuchAPageEither() async throws {
    let server = try authorizationServer("file:///tmp/x.desktop")
    let terminal = try await terminal(server)
    try await terminal.run("workbench send small/login.json")
    try await terminal.wait(for: "file:///tmp/x.desktop", "That page was not opened")
    #expect(!terminal.sandbox.exists("home/opened"))
    try await terminal.press("C-c")
    try await terminal.wait("the prompt again") { $0.split(separator: "\n").last?.hasPrefix("ready>") == true }
  }
}
