import Foundation
import TestSupport
import Testing

/// The command that is copied on the screen, run by `sh` with curl.
@Suite(.serialized) struct CopyCurlTests {
  private let received = Recorder<String>()

  /// A server that keeps the request line, the headers and the body of each request.
  private func server() throws -> RawServer {
    try RawServer { [received] client in
      let head = try client.readHead().components(separatedBy: "\r\n")
      let length = head.first { $0.lowercased().hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(16)) }
      let body = String(decoding: try client.readBytes(length ?? 0), as: UTF8.self)
      received.record((head.filter { !$0.isEmpty }.sorted() + [body]).joined(separator: "\n"))
      try client.respond(headers: ["Connection: close"])
    }
  }

  private func terminal(_ server: RawServer) async throws -> Terminal {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{ "name": "C", "auth": { "bearer": { "token": "{{token}}" } } }"#)
    try sandbox.write(
      "c/environments/e.json",
      #"{ "variables": [{ "name": "base", "value": "\#(server.url)" }, { "name": "token", "secret": true }] }"#)
    try sandbox.write(
      "c/post.json",
      ##"{ "method": "POST", "url": "{{base}}/a%20b/:id?q=[1]", "path": { "id": "it's" }, "headers": [{ "name": "X-Quote", "value": "'$HOME`id`'" }], "body": { "json": { "text": "it's \"{{token}}\"" } } }"##
    )
    let set = try await sandbox.run(
      "secret", "set", "c", "token", "--env", "e", input: Data("correct horse battery".utf8))
    #expect(set.status == 0, "\(set.error)")
    try sandbox.write("bin/xclip", "#!/bin/sh\ncat >copied.new; mv copied.new copied\n")
    try sandbox.makeExecutable("bin/xclip")
    let build = URL(fileURLWithPath: Program.workbench).deletingLastPathComponent().path
    let terminal = try await Terminal(
      sandbox,
      environment: ["DISPLAY": ":9", "PATH": "\(sandbox.path("bin")):\(build):/usr/local/bin:/usr/bin:/bin"])
    try await terminal.run("workbench open c")
    try await terminal.wait(for: "POST", "env e")
    return terminal
  }

  @Test func theCopyWithSecretsSendsWhatTheProgramSends() async throws {
    let server = try server()
    let terminal = try await terminal(server)
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    try await terminal.press("F7")
    try await terminal.wait(for: "X copy with secrets")
    try await terminal.press("X")
    try await terminal.wait(for: "Copied the curl command (secrets included)")
    let command = terminal.sandbox.text("copied")
    #expect(try await ChildProcess.shell(command) == 0, "\(command)")
    #expect(received.values.count == 2)
    #expect(received.values.first == received.values.last)
    #expect(received.values.first?.contains("Bearer correct horse battery") == true)
  }

  @Test func theCopyWithoutSecretsIsACommandThatSendsNone() async throws {
    let server = try server()
    let terminal = try await terminal(server)
    try await terminal.press("x")
    try await terminal.wait(for: "Copied the curl command (secrets masked)")
    let command = terminal.sandbox.text("copied")
    #expect(!command.contains("horse"), "\(command)")
    #expect(command.contains("••••••"), "\(command)")
    #expect(try await ChildProcess.shell(command) == 0, "\(command)")
    #expect(received.values.count == 1)
  }
}
