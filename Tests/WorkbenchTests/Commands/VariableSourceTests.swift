import Foundation
import TestSupport
import Testing

/// Variables with values from outside of the collection, and the list of variables.
@Suite(.serialized) struct VariableSourceTests {
  private func collection(_ url: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/collection.json",
      """
      { "variables": [
        { "name": "command", "fromCommand": "cat token.txt; printf ' %s\\\\n' \\"$PWD\\" >&2" },
        { "name": "words", "fromCommand": ["printf", "%s\\n", "a b"] },
        { "name": "file", "fromDotenv": ".env", "key": "KEY" }, { "name": "variable", "fromEnvironment": "SHOP" },
        { "name": "fallback", "fromEnvironment": "ABSENT", "value": 7 },
        { "name": "user", "prompt": "User name", "value": "ada" },
        { "name": "code", "prompt": "One-time code", "secret": true },
        { "name": "count", "value": 5 }, { "name": "token", "value": "collection" } ] }
      """)
    try sandbox.write("c/token.txt", "printed\n")
    try sandbox.write("c/.env", "export KEY='from the file' # comment\n")
    try sandbox.write(
      "workspace.json",
      #"{ "variables": [{ "name": "token", "value": "workspace" }, { "name": "shared", "value": "x" }] }"#)
    try sandbox.write("c/environments/local.json", #"{ "variables": [{ "name": "token", "secret": true }] }"#)
    func request(_ name: String, _ body: String) throws {
      let text = try String(decoding: JSONEncoder().encode(body), as: UTF8.self)
      try sandbox.write("c/\(name).json", #"{ "method": "POST", "url": "\#(url)", "body": { "text": \#(text) } }"#)
    }
    try request("all", "{{command}}|{{words}}|{{file}}|{{variable}}|{{fallback}}|{{shared}}")
    try request("ask", "{{user}} {{code}}")
    try request("login", #"{ "token": "t-123" }"#)
    try request("use", #"{{response "login" "$.token" maxAge=10m}}"#)
    return sandbox
  }

  @Test func valuesComeFromCommandsFilesAndTheEnvironmentIfTheyMay() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url)
    let refused = try await sandbox.run("send", "c/all.json", environment: ["SHOP": "shop"])
    #expect(refused.status == 4)
    #expect(
      refused.error.contains("no permission to read the output of cat token.txt")
        && refused.error.contains("pass --allow-files and --allow-commands"))
    let sent = try await sandbox.run(
      "send", "c/all.json", "--allow-files", "--allow-commands", environment: ["SHOP": "shop"])
    #expect(sent.text == "printed|a b|from the file|shop|7|x", "\(sent.error)")
  }

  /// Copies of a collection have the same ids.
  @Test func aResponseIsTakenFromTheHistoryOfItsOwnCollectionOnly() async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    func login(_ folder: String, _ token: String) throws {
      let body = #"{ "text": "{ \"token\": \"\#(token)\" }" }"#
      try sandbox.write(
        "\(folder)/login.json", #"{ "id": "K", "method": "POST", "url": "\#(server.url)", "body": \#(body) }"#)
    }
    for (folder, token) in [("mine", "m-1"), ("copy", "c-1")] {
      try sandbox.write("\(folder)/collection.json", "{}")
      try login(folder, token)
    }
    let use = #"{ "text": "{{response \"login\" \"$.token\" maxAge=10m}}" }"#
    try sandbox.write("copy/use.json", #"{ "method": "POST", "url": "\#(server.url)", "body": \#(use) }"#)
    #expect(try await sandbox.run("send", "mine/login.json").status == 0)
    #expect(try await sandbox.run("send", "copy/use.json").text == "c-1")
    // That of its own is used again.
    try login("copy", "c-2")
    #expect(try await sandbox.run("send", "copy/use.json").text == "c-1")
  }

  @Test func aCommandThatFailsOrHangsIsASentence() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/collection.json",
      """
      { "variables": [
        { "name": "fails", "fromCommand": "echo no such entry >&2; exit 3" },
        { "name": "hangs", "fromCommand": "sleep 600", "timeout": 1 } ] }
      """)
    try sandbox.write("c/fails.json", #"{ "url": "http://127.0.0.1:1/{{fails}}" }"#)
    try sandbox.write("c/hangs.json", #"{ "url": "http://127.0.0.1:1/{{hangs}}" }"#)
    let fails = try await sandbox.run("send", "c/fails.json", "--allow-commands")
    #expect(fails.status == 4)
    #expect(
      fails.error.contains(
        "{{fails}} has no value: Cannot run \"echo no such entry >&2; exit 3\": exit 3: no such entry"))
    let hangs = try await sandbox.run("send", "c/hangs.json", "--allow-commands")
    #expect(hangs.error.contains("{{hangs}} has no value: Cannot run \"sleep 600\": not done after 1"))
  }

  @Test func aPromptNeedsATerminalOrAValue() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url)
    let refused = try await sandbox.run("send", "c/ask.json")
    #expect(refused.status == 4)
    #expect(
      refused.error.contains(
        "No value was typed for {{user}}, {{code}} — send it on a terminal, or pass --var user=…"))
    #expect(try await sandbox.run("send", "c/ask.json", "--var", "user=bob", "--var", "code=1").text == "bob 1")
  }

  @Test func onATerminalAPromptRemembersTheAnswerThatIsNotSecret() async throws {
    let server = try EchoServer()
    let terminal = try await Terminal(collection(server.url))
    try await terminal.run("workbench send c/ask.json; echo status $?")
    try await terminal.wait(for: "User name [ada]:")
    try await terminal.answer("grace")
    try await terminal.wait(for: "One-time code:")
    try await terminal.answer("one-time-98765")
    let screen = try await terminal.wait(for: "status 0", "grace **************")
    #expect(!screen.contains("one-time-98765"))
    try await terminal.run("clear; workbench send c/ask.json; echo status $?")
    try await terminal.wait(for: "User name [grace]:")
    let files = try terminal.sandbox.homeFiles()
    #expect(files["prompts.json"].map { String(decoding: $0, as: UTF8.self) }?.contains("grace") == true)
    for (name, content) in files { #expect(content.range(of: Data("one-time-98765".utf8)) == nil, "\(name)") }
    try await terminal.press("Enter")
    try await terminal.wait(for: "One-time code:")
    try await terminal.answer("1")
    try await terminal.wait(for: "status 0", "grace")
  }

  @Test func theResponseOfAnotherRequestIsTakenFromHistoryOrSentFor() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url)
    for _ in 0..<2 { #expect(try await sandbox.run("send", "c/use.json").text == "t-123") }
    let history = try await sandbox.run("history", "list")
    #expect(history.text.split(separator: "\n").count == 3, "\(history.text)")
  }

  @Test func secretsFromElsewhereAndWhatIsMadeOfThemAreMasked() async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/collection.json",
      """
      { "variables": [
        { "name": "command", "secret": true, "fromCommand": "printf c0mmand-s3cret" },
        { "name": "file", "secret": true, "fromDotenv": ".env" } ] }
      """)
    try sandbox.write("c/.env", "file='d0tenv-s3cret'")
    try sandbox.write(
      "c/send.json",
      #"{ "method": "POST", "url": "\#(server.url)/{{file | upper}}", "body": { "text": "{{command}} {{file}} {{command | sha256}} {{file | base64 | lower}} {{'{{'}}" } }"#
    )
    let sent = try await sandbox.run("send", "c/send.json", "--allow-files", "--allow-commands", "--print", "exchange")
    #expect(sent.status == 0, "\(sent.error)")
    let digest = try await sandbox.shell("printf c0mmand-s3cret | sha256sum | cut -d ' ' -f 1").text
    let base64 = try await sandbox.shell("printf d0tenv-s3cret | base64").text.lowercased()
    var places = try sandbox.homeFiles()
    (places["output"], places["error"]) = (sent.output, Data(sent.error.utf8))
    for secret in ["c0mmand-s3cret", "d0tenv-s3cret", "D0TENV-S3CRET", digest, base64] {
      let bytes = Data(secret.trimmingCharacters(in: .newlines).utf8)
      for (name, content) in places { #expect(content.range(of: bytes) == nil, "\(secret) in \(name)") }
    }
    #expect(places["history.sqlite"]?.range(of: Data("••••••".utf8)) != nil)
  }

  @Test func theVariablesInForceAreListedWithTheirOrigins() async throws {
    let sandbox = try collection("http://h")
    let list = try await sandbox.run("vars", "c/all.json", "--var", "shared=typed")
    let rows = list.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.contains(["count", "5", "collection.json", "-"]), "\(list.text) \(list.error)")
    #expect(rows.contains(["shared", "typed", "command line", "\(sandbox.folder)/workspace.json"]))
    #expect(
      rows.contains([
        "token", "••••••", "environments/local.json", "collection.json, \(sandbox.folder)/workspace.json",
      ]))
    #expect(rows.contains(["user", "prompt: User name", "collection.json", "-"]))
    #expect(!list.text.contains("workspace\t") && list.status == 0)
    let json = try await sandbox.run("vars", "c", "--json")
    let values = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
    let count = try #require(values.first { $0["name"] as? String == "count" })
    #expect(count["value"] as? Int == 5 && count["layer"] as? String == "collection")
    let token = try #require(values.first { $0["name"] as? String == "token" })
    #expect(token["secret"] as? Bool == true && token["value"] == nil)
    #expect((token["overrides"] as? [[String: Any]])?.map { $0["value"] as? String } == ["••••••", "••••••"])
  }

  @Test func variablesOfAnEnvironmentThatCannotBeReadAreNotListed() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/environments/local.json", "{")
    let unknown = try await sandbox.run("vars", "c", "--env", "none")
    #expect(unknown.error == "No environment \"none\" — choose one of local\n" && unknown.status == 2)
    for options in [[], ["--env", "local"]] {
      let broken = try await sandbox.run(["vars", "c"] + options)
      #expect(broken.status == 3 && broken.text == "", "\(broken.text)")
      #expect(broken.error.contains("local.json:1:2 — ") && !broken.error.contains("Failure("), "\(broken.error)")
    }
  }

  @Test func requestsHaveVariablesOfTheirOwn() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{ "variables": [{ "name": "item", "value": "shared" }] }"#)
    for name in ["r1", "r2"] {
      try sandbox.write(
        "c/\(name).json",
        #"{ "url": "http://127.0.0.1:1/{{item}}", "variables": [{ "name": "item", "value": "of-\#(name)" }] }"#)
      let preview = try await sandbox.run("send", "c/\(name).json", "--dry-run")
      #expect(preview.text.hasPrefix("GET /of-\(name) "), "\(preview.text)\(preview.error)")
    }
    let typed = try await sandbox.run("send", "c/r1.json", "--dry-run", "--var", "item=typed")
    #expect(typed.text.hasPrefix("GET /typed "), "\(typed.text)\(typed.error)")
    #expect(try await sandbox.run("vars", "c/r2.json").text == "item\tof-r2\tr2.json\tcollection.json\n")
    let list = try await sandbox.run("vars", "c/r2.json", "--json")
    #expect(list.text.contains(#""layer": "request""#), "\(list.text)")
  }

  @Test func aBrokenWorkspaceFileIsReportedAndNotARow() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/get.json", #"{ "url": "http://127.0.0.1:1/" }"#)
    try sandbox.write("c/workspace.json", #"{ "variables": [{ "name": "x", "secret": true, "value": "y" }] }"#)
    let check = try await sandbox.run("check", "c")
    #expect(
      check.text.contains("workspace.json:1:") && check.text.contains("\"x\" is secret"), "\(check.text)\(check.error)")
    #expect(try await sandbox.run("send", "c/get.json").status == 4)
  }
}
