import Foundation
import TestSupport
import Testing

/// Secrets that a command line or the operating system brings along, and the files that must not have them.
struct SuppliedSecretTests {
  private static let value = "s3cr3t-of-the-ci"
  private static let reports = ["json=r.json", "junit=r.xml", "html=r.html", "tap=r.tap", "github=r.log"]

  /// Repeats what it gets.
  private func server() throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        try connection.respond(headers: ["Content-Type: text/plain"], body: head)
      }
    }
  }

  private func sandbox(_ server: RawServer, variables: String = "[]") throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{"variables": \#(variables)}"#)
    try sandbox.write(
      "c/a.json",
      #"""
      { "url": "\#(server.url)/x?v={{plain}}", "headers": [{"name": "X-Plain", "value": "{{plain}}"}],
        "checks": [{"status": 500}] }
      """#)
    return sandbox
  }

  private func run(
    _ sandbox: Sandbox, _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Program.Finished {
    let reports = Self.reports.flatMap { ["-r", $0] }
    return try await sandbox.start(["run", "c"] + arguments + reports, environment: environment).finished()
  }

  /// The texts of all reports and of history.
  private func written(_ sandbox: Sandbox, _ run: Program.Finished) async throws -> String {
    let history = try await sandbox.run("history", "export", "--format", "jsonl")
    let files = Self.reports.compactMap { $0.split(separator: "=").last }.map { sandbox.text(String($0)) }
    #expect(files.allSatisfy { !$0.isEmpty } && history.text.contains("/x?v="))
    return (files + [run.text, run.error, history.text]).joined(separator: "\n")
  }

  @Test func aSecretOfTheCommandLineIsMaskedEverywhere() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    let result = try await run(sandbox, ["--secret", "plain=\(Self.value)"])
    #expect(result.status == 1, "\(result.error)")
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") })
    #expect(try await !written(sandbox, result).contains(Self.value))
    #expect(!result.error.contains("looks like a credential"))
  }

  @Test func aSecretMayComeFromAnEnvironmentVariable() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    let result = try await run(sandbox, ["--secret", "plain"], environment: ["plain": Self.value])
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") }, "\(result.error)")
    #expect(try await !written(sandbox, result).contains(Self.value))
    let missing = try await run(sandbox, ["--secret", "plain"])
    #expect(missing.status == 2 && missing.error.contains("There is no environment variable plain for --secret plain"))
    let wrong = try await run(sandbox, ["--secret", "=x"])
    #expect(wrong.status == 2 && wrong.error.contains("is not a secret — write it as NAME or NAME=VALUE"))
  }

  @Test func aSecretThatIsMaskedOnlyAsAWholeValueHasAWarning() async throws {
    let sandbox = try sandbox(server())
    let end = "it is masked only as a whole value, such as a JSON string or a query value\n"
    for arguments in [["run", "c"], ["send", "c/a.json"]] {
      let result = try await sandbox.run(
        arguments + ["--secret", "plain=0", "--secret", "other=\(Self.value)", "--secret", "none="])
      let warning = "--secret plain: The value is a number: \(end)"
      #expect(result.error.contains(warning) && result.error.ranges(of: "--secret").count == 1, "\(result.error)")
    }
  }

  @Test func aCredentialByVarIsMaskedWithAWarning() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    try sandbox.write("c/a.json", sandbox.text("c/a.json").replacing("{{plain}}", with: "{{apiToken}}"))
    let named = try await run(sandbox, ["--var", "apiToken=\(Self.value)"])
    #expect(named.error.contains("apiToken looks like a credential and is masked — say so with --secret apiToken"))
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") })
    #expect(try await !written(sandbox, named).contains(Self.value))
  }

  @Test func aTokenByVarIsKnownByItsShape() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    let shaped = try await run(sandbox, ["--var", "plain=\(token)"])
    #expect(shaped.error.contains("plain looks like a credential"))
    #expect(try await !written(sandbox, shaped).contains(token))
    let harmless = try await run(sandbox, ["--var", "plain=orders"])
    #expect(!harmless.error.contains("looks like a credential"))
    #expect(try await written(sandbox, harmless).contains("/x?v=orders"))
  }

  @Test func aCredentialOfAnEnvironmentVariableIsMaskedWithAWarning() async throws {
    let server = try server()
    let sandbox = try sandbox(server, variables: #"[{"name": "plain", "fromEnvironment": "API_TOKEN"}]"#)
    let result = try await run(sandbox, ["--allow-files"], environment: ["API_TOKEN": Self.value])
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") }, "\(result.error)")
    let written = try await written(sandbox, result)
    #expect(!written.contains(Self.value))
    #expect(written.contains("{{plain}} has the value of $API_TOKEN, which looks like a credential and is masked"))
  }

  @Test func aCredentialOfADataFileIsMaskedWithOneWarning() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    try sandbox.write("c/a.json", sandbox.text("c/a.json").replacing("{{plain}}", with: "{{apiToken}}"))
    try sandbox.write("d.csv", "apiToken,n\n\(Self.value),1\nother-\(Self.value),2\n")
    let result = try await run(sandbox, ["-d", "d.csv"])
    #expect(server.received.filter { $0.contains("X-Plain: ") && $0.contains(Self.value) }.count == 2)
    let written = try await written(sandbox, result)
    #expect(!written.contains(Self.value))
    let warning = "{{apiToken}} is a column of the data file that looks like a credential and is masked"
    #expect(sandbox.text("r.json").ranges(of: warning).count == 1)
  }

  @Test(arguments: [("-g", "globals"), ("-e", "environment")])
  func aCredentialOfAFileOfVariablesIsMaskedWithOneWarning(option: String, scope: String) async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    try sandbox.write("c/a.json", sandbox.text("c/a.json").replacing("{{plain}}", with: "{{apiKey}}"))
    try sandbox.write(
      "g.json",
      #"""
      {"name": "Shop", "_postman_variable_scope": "\#(scope)",
       "values": [{"key": "apiKey", "value": "\#(Self.value)"}, {"key": "page", "value": "second"}]}
      """#)
    let result = try await run(sandbox, [option, "g.json"])
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") }, "\(result.error)")
    #expect(try await !written(sandbox, result).contains(Self.value))
    #expect(result.error.ranges(of: "apiKey looks like a credential and is masked").count == 1, "\(result.error)")
    #expect(!result.error.contains("page looks like a credential"))
  }

  @Test(arguments: [
    (#""fromDotenv": ".env", "key": "A""#, "apiToken", "has a value from .env that"),
    (#""fromDotenv": ".env", "key": "API_TOKEN""#, "plain", "has a value from .env that"),
    (#""fromCommand": "cat word.txt""#, "apiToken", "has a value from a command that"),
  ])
  func aCredentialFromElsewhereIsMaskedWithAWarning(source: String, name: String, reason: String) async throws {
    let server = try server()
    let sandbox = try sandbox(server, variables: #"[{"name": "\#(name)", \#(source)}]"#)
    try sandbox.write("c/.env", "A=\(Self.value)\nAPI_TOKEN=\(Self.value)\n")
    try sandbox.write("c/word.txt", Self.value)
    try sandbox.write("c/a.json", sandbox.text("c/a.json").replacing("{{plain}}", with: "{{\(name)}}"))
    let result = try await run(sandbox, ["--allow-files", "--allow-commands"])
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") }, "\(result.error)")
    let written = try await written(sandbox, result)
    #expect(!written.contains(Self.value))
    #expect(written.contains("{{\(name)}} \(reason) looks like a credential and is masked"))
  }

  @Test func sendTakesSecretsToo() async throws {
    let server = try server()
    let sandbox = try sandbox(server)
    let sent = try await sandbox.run("send", "c/a.json", "--secret", "plain=\(Self.value)")
    #expect(server.received.contains { $0.contains("X-Plain: \(Self.value)") }, "\(sent.error)")
    _ = try await sandbox.run("send", server.url + "/x?v={{plain}}", "--secret", "plain=\(Self.value)")
    #expect(server.received.count == 2)
    let history = try await sandbox.run("history", "export", "--format", "jsonl")
    #expect(history.text.contains("/x?v=") && !history.text.contains(Self.value))
  }
}
