import Foundation
import TestSupport
import Testing

/// The question before a collection gets secrets that the user's own command prints.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SecretConsentTests {
  /// A collection that sends a secret, and a command that has secrets of other collections, too.
  private func collection(_ url: String, _ words: String...) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("keeper", "#!/bin/sh\necho \"$@\" >>\"$0.log\"\necho \"value-of-$1\"\n")
    try sandbox.makeExecutable("keeper")
    try setCommand(words, in: sandbox)
    try sandbox.write(
      "c/collection.json",
      #"{ "variables": [{ "name": "stripe_key", "secret": true }, { "name": "other_key", "secret": true }] }"#)
    for name in ["stripe_key", "other_key"] {
      try sandbox.write(
        "c/\(name).json", #"{ "method": "POST", "url": "\#(url)", "body": { "text": "<{{\#(name)}}>" } }"#)
    }
    return sandbox
  }

  private func setCommand(_ words: [String], in sandbox: Sandbox) throws {
    let command = ([sandbox.path("keeper")] + words).map { "\"\($0)\"" }.joined(separator: ", ")
    try sandbox.write("home/settings.json", "{ \"secrets\": { \"command\": [\(command)] } }")
  }

  @Test func withoutPermissionTheCommandDoesNotRun() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url, "{name}")
    let refused = try await sandbox.run("send", "c/stripe_key.json", "--allow-files")
    #expect(refused.status == 4)
    #expect(
      refused.error.contains(
        "This collection has no permission to read the secret that \(sandbox.path("keeper")) stripe_key prints"
          + " — allow it in the workbench, or pass --allow-commands\n"), "\(refused.error)")
    let preview = try await sandbox.run("send", "c/stripe_key.json", "--dry-run")
    #expect(preview.error.contains("or pass --allow-commands"), "\(preview.error)")
    #expect(!sandbox.exists("keeper.log"))
    let allowed = try await sandbox.run("send", "c/stripe_key.json", "--allow-commands")
    #expect(allowed.text == "<value-of-stripe_key>", "\(allowed.error)")
    #expect(!sandbox.exists("home/consents.json"))
  }

  @Test(arguments: [
    #""checks": [{ "query": "body", "value": "{{stripe_key}}" }]"#,
    #""checks": [{ "query": "variable", "expression": "stripe_key", "value": "value-of-stripe_key" }]"#,
    #""captures": [{ "name": "key", "query": "regex", "expression": "({{stripe_key}})" }]"#,
  ]) func permissionForASecretOfACheckOrACaptureIsNeededBeforeTheRequestIsSent(_ member: String) async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url, "{name}")
    try sandbox.write(
      "c/check.json",
      #"{ "method": "POST", "url": "\#(server.url)", "body": { "text": "value-of-stripe_key" }, \#(member) }"#)
    let refused = try await sandbox.run("send", "c/check.json")
    #expect(refused.status == 4 && refused.text.isEmpty, "\(refused.text)\(refused.error)")
    #expect(
      refused.error.contains(
        "This collection has no permission to read the secret that \(sandbox.path("keeper")) stripe_key prints"
          + " — allow it in the workbench, or pass --allow-commands\n"), "\(refused.error)")
    #expect(!sandbox.exists("keeper.log"))
    let allowed = try await sandbox.run("send", "c/check.json", "--allow-commands")
    #expect(allowed.status == 0 && allowed.text == "value-of-stripe_key", "\(allowed.text)\(allowed.error)")
  }

  @Test func aCommandThatSeparatesCollectionsNeedsNoPermission() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url, "{name}", "of/{collection}")
    let sent = try await sandbox.run("send", "c/stripe_key.json")
    #expect(sent.text == "<value-of-stripe_key>", "\(sent.error)")
    #expect(sandbox.text("keeper.log") == "stripe_key of/c\nother_key of/c\n")
  }

  @Test func scriptsGetNothingFromTheCommandWithoutPermission() async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url, "{name}")
    func write(_ name: String, _ script: String) throws {
      try sandbox.write(name, #"{ "url": "\#(server.url)", "scripts": { "preRequest": "\#(script)" } }"#)
    }
    try write("c/script.json", "console.log(pm.variables.get('other_key'))")
    let refused = try await sandbox.run("send", "c/script.json", "--allow-scripts")
    #expect(refused.status == 4)
    for name in ["stripe_key", "other_key"] {
      #expect(refused.error.contains("keeper \(name) prints"), "\(refused.error)")
    }
    // A script may ask for any name, also for one that its collection does not declare.
    try sandbox.write("d/collection.json", "{}")
    try write("d/vault.json", "await pm.vault.get('bank_key')")
    let vault = try await sandbox.run("send", "d/vault.json", "--allow-scripts", "--allow-vault")
    #expect(vault.status == 4 && vault.error.contains("keeper bank_key prints"), "\(vault.error)")
    #expect(!sandbox.exists("keeper.log"))
    let allowed = try await sandbox.run("send", "c/script.json", "--allow-scripts", "--allow-commands")
    #expect(allowed.status == 0, "\(allowed.error)")
  }

  @Test func onTheScreenTheQuestionNamesTheSecretAndTheCommand() async throws {
    let server = try EchoServer()
    let terminal = try await Terminal(collection(server.url, "{name}"))
    try await terminal.run("workbench c/stripe_key.json")
    try await terminal.wait(for: "POST", server.url)
    try await terminal.press("F5")
    try await terminal.wait(
      for: "Allow secrets of your command?", "/c wants to use, for", "{{stripe_key}} in", "/keeper stripe_key prints")
    try await terminal.press("Escape")
    try await terminal.wait(for: "No permission to read")
    #expect(!terminal.sandbox.exists("keeper.log"))
    try await terminal.press("F5")
    try await terminal.wait(for: "Allow secrets of your command?")
    try await terminal.press("A")
    try await terminal.wait(for: "200 OK", "history 1")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    let sandbox = terminal.sandbox
    #expect(try await sandbox.run("send", "c/stripe_key.json").text == "<value-of-stripe_key>")
    // Another secret and another command are other questions.
    #expect(try await sandbox.run("send", "c/other_key.json").status == 4)
    #expect(!sandbox.text("keeper.log").contains("other_key"))
    try setCommand(["{name}", "again"], in: sandbox)
    #expect(try await sandbox.run("send", "c/stripe_key.json").status == 4)
  }

  @Test(arguments: [
    ("echo locked >&2; exit 3", "ended with status 3, saying \"locked\""), ("exit 1", "ended with status 1"),
    ("kill -9 $$", "was ended by signal 9"), ("true", "printed nothing"),
  ]) func aCommandWithoutAValueIsNamedBeforeTheRequestIsSent(_ script: String, _ end: String) async throws {
    let server = try EchoServer()
    let sandbox = try collection(server.url, "{name}", "{collection}")
    try sandbox.write("keeper", "#!/bin/sh\n\(script)\n")
    try sandbox.makeExecutable("keeper")
    try sandbox.write(
      "c/check.json",
      #"{ "url": "\#(server.url)", "checks": [{ "query": "body", "value": "{{stripe_key}}" }] }"#)
    for file in ["c/stripe_key.json", "c/check.json"] {
      let result = try await sandbox.run("send", file)
      #expect(result.status == 4 && result.text.isEmpty, "\(result.text)")
      #expect(
        result.error.contains(
          "The secret {{stripe_key}} has no value: your secret command \(end) — mend it, or run: workbench secret set "),
        "\(result.error)")
    }
  }
}
