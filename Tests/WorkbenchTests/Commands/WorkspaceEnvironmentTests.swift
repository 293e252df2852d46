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
    for arguments in [["send", "c/shop/say.json"], ["send", "c/shop/say.json", "--env", "dev"]] {
      let sent = try await sandbox.run(arguments)
      #expect(sent.status == 0 && sent.text.hasPrefix("shared "), "\(sent.error)")
    }
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

  @Test func scriptsReadThemAndTheRestOfTheRunSeesWhatTheySet() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    try sandbox.write(
      "c/shop/say.json",
      """
      {"method": "POST", "url": "\(server.url)", "body": {"text": "{{word}} {{more}}"},
       "scripts": {"preRequest": ["pm.environment.set('more', pm.environment.name + pm.environment.get('word'));"]}}
      """)
    let sent = try await sandbox.run("send", "c/shop/say.json", "--allow-scripts")
    #expect(sent.text == "shared devshared", "\(sent.error)")
  }

  @Test func aCaptureIsWrittenIntoTheFileOfTheWorkspace() async throws {
    let server = try EchoServer()
    let sandbox = try sandbox(server.url)
    try sandbox.write(
      "c/shop/say.json",
      """
      {"method": "POST", "url": "\(server.url)", "body": {"text": "caught"},
       "captures": [{"name": "word", "query": "body", "scope": "environment"}]}
      """)
    let sent = try await sandbox.run("send", "c/shop/say.json")
    #expect(sent.status == 0, "\(sent.error)")
    let file = try String(contentsOfFile: sandbox.path("c/environments/dev.json"), encoding: .utf8)
    #expect(file.contains(#""value": "caught""#), "\(file)")
    #expect(!sandbox.exists("c/shop/environments"))
  }
}
