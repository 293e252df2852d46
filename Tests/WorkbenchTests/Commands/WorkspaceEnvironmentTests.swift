import Foundation
import TestSupport
import Testing

/// Commands use the environments of the workspace from a collection in it.
@Suite(.serialized) struct WorkspaceEnvironmentTests {
  private func sandbox(_ url: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/environments/dev.json",
      #"{"variables": [{"name": "word", "value": "shared"}, {"name": "token", "secret": true}]}"#)
    try sandbox.write("c/shop/collection.json", "{}")
    try sandbox.write(
      "c/shop/say.json", #"{"method": "POST", "url": "\#(url)", "body": {"text": "{{word}} {{token}}"}}"#)
    return sandbox
  }

  @Test func sendRunAndSecretsReachThem() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    let set = try await sandbox.run("secret", "set", "c/shop", "token", "--env", "dev", input: Data("hushhush".utf8))
    #expect(set.status == 0, "\(set.error)")
    let sent = try await sandbox.run("send", "c/shop/say.json", "--env", "dev")
    #expect(sent.status == 0 && sent.text.hasPrefix("shared "), "\(sent.error)")
    // It has a secret, so no collection gets it without a choice.
    let unasked = try await sandbox.run("send", "c/shop/say.json")
    #expect(unasked.status != 0 && unasked.error.contains("{{word}}"), "\(unasked.error)")
    let run = try await sandbox.run("run", "c/shop", "--env", "dev")
    #expect(run.status == 0, "\(run.error)")
    let unknown = try await sandbox.run("send", "c/shop/say.json", "--env", "none")
    #expect(unknown.error.contains("choose one of"), "\(unknown.error)")
  }

  @Test func aURLUsesOneOfTheWorkspaceFromACollectionAndFromAbove() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    try sandbox.write("c/bank/collection.json", "{}")
    for folder in ["collections/shop", "."] {
      let line = "test -d collections || mv c collections; cd \(folder)"
      let sent = try await sandbox.shell("\(line); workbench send '\(server.url)/{{word}}' --env dev")
      #expect(sent.status == 0, "\(sent.error)")
    }
  }

  @Test func aURLUsesThoseOfAFolderWithoutACollection() async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    try sandbox.write("plain/environments/dev.json", #"{"variables": [{"name": "base", "value": "\#(server.url)"}]}"#)
    try sandbox.write("plain/sub/note.txt", "")
    for folder in ["plain", "plain/sub"] {
      let sent = try await sandbox.shell("cd \(folder); workbench send '{{base}}/a' --env dev")
      #expect(sent.status == 0, "\(sent.error)")
    }
    try sandbox.write("plain/collections/shop/collection.json", "{}")
    let beside = try await sandbox.shell("cd plain; workbench send '{{base}}/a' --env dev")
    #expect(beside.status == 0, "\(beside.error)")
    let unknown = try await sandbox.shell("cd plain; workbench send '{{base}}/a' --env none")
    #expect(unknown.error == "No environment \"none\" — choose one of dev\n")
  }

  @Test func scriptsReadThemAndTheRestOfTheRunSeesWhatTheySet() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    try sandbox.write(
      "c/shop/say.json",
      """
      {"method": "POST", "url": "\(server.url)", "body": {"text": "{{word}} {{more}}"},
       "scripts": {"preRequest": ["pm.environment.set('more', pm.environment.name + pm.environment.get('word'));"]}}
      """)
    let sent = try await sandbox.run("send", "c/shop/say.json", "--allow-scripts", "--env", "dev")
    #expect(sent.text == "shared devshared", "\(sent.error)")
  }

  /// A collection must not change what others send to.
  @Test func capturesFillTheSecretsOfTheWorkspaceAndNothingElse() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    let before = sandbox.text("c/environments/dev.json")
    try sandbox.write(
      "c/shop/say.json",
      """
      {"method": "POST", "url": "\(server.url)", "body": {"text": "caught-it"},
       "captures": [{"name": "word", "query": "body", "scope": "environment"},
                    {"name": "token", "query": "body", "scope": "environment"}]}
      """)
    let sent = try await sandbox.run("send", "c/shop/say.json", "--env", "dev")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(sandbox.text("c/environments/dev.json") == before)
    #expect(!sandbox.exists("c/shop/environments"))
    try sandbox.write(
      "c/shop/next.json", #"{"method": "POST", "url": "\#(server.url)", "body": {"text": "{{word}} {{token}}"}}"#)
    let next = try await sandbox.run("send", "c/shop/next.json", "--env", "dev")
    #expect(next.text.hasPrefix("shared ") && next.text != "shared ", "\(next.error)")
  }

  @Test func aCommandOfTheWorkspaceRunsInItsFolder() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    try sandbox.write(
      "c/environments/dev.json",
      #"{"variables": [{"name": "word", "fromCommand": "cat word.txt"}, {"name": "token", "fromDotenv": ".env"}]}"#)
    try sandbox.write("c/word.txt", "theirs")
    try sandbox.write("c/.env", "token=own\n")
    try sandbox.write("c/shop/word.txt", "hostile")
    try sandbox.write("c/shop/.env", "token=hostile\n")
    let sent = try await sandbox.run(
      "send", "c/shop/say.json", "--env", "dev", "--allow-commands", "--allow-files")
    #expect(sent.text == "theirs own", "\(sent.error)")
  }
}
