import Foundation
import TestSupport
import Testing

/// Where secrets are kept: the keyring of a desktop, a file, and the answer of the user's own command.
struct SecretPlaceTests {
  private static let keyring = Task { try await Keyring() }

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/environments/demo.json",
      #"{ "variables": [{ "name": "base", "value": "{{demo}}" }, { "name": "token", "secret": true }] }"#)
    try sandbox.write(
      "small/secret.json",
      #"{ "method": "POST", "url": "{{base}}/post", "body": { "text": "<{{token}}>" } }"#)
    return sandbox
  }

  private func bus() async throws -> [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": try await Self.keyring.value.address]
  }

  /// The columns of the one secret.
  private func row(_ sandbox: Sandbox, _ environment: [String: String]) async throws -> [String] {
    let list = try await sandbox.run("secret", "list", "small", environment: environment)
    return list.text.split(separator: "\n").map { String($0) }
  }

  private func sends(_ sandbox: Sandbox, _ environment: [String: String]) async throws -> Bool {
    let result = try await sandbox.run(
      "send", "small/secret.json", "--demo", "--env", "demo", environment: environment)
    return result.status == 0
  }

  @Test func whereThereIsAKeyringItKeepsTheValueAndTheRequestFindsIt() async throws {
    let (sandbox, bus) = (try Self.sandbox(), try await bus())
    #expect(try await !sends(sandbox, bus))
    let set = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data("value-of-the-token".utf8), environment: bus)
    #expect(set.status == 0 && set.error == "", "\(set.error)")
    #expect(!sandbox.text("home/secrets.json").contains("value-of-the-token"))
    #expect(try await row(sandbox, bus).map { $0.contains("Secret Service") && $0.hasSuffix("set") } == [true])
    #expect(try await sends(sandbox, bus))
    // Without the bus the secret is unknown.
    #expect(try await !sends(sandbox, [:]))
  }

  @Test func aValueMovesFromOnePlaceToTheOther() async throws {
    let (sandbox, bus) = (try Self.sandbox(), try await bus())
    let token = ["small", "token", "--env", "demo"]
    _ = try await sandbox.start(["secret", "set"] + token, input: Data("value-of-the-token".utf8)).finished()
    #expect(sandbox.text("home/secrets.json").contains("value-of-the-token"))
    func move(_ place: String) async throws -> Program.Finished {
      try await sandbox.start(["secret", "move"] + token + ["--to", place], environment: bus).finished()
    }
    #expect(try await move("secret-service").status == 0)
    #expect(!sandbox.text("home/secrets.json").contains("value-of-the-token"))
    #expect(try await sends(sandbox, bus))
    #expect(try await move("secret-service").error == "token is in the Secret Service already\n")
    #expect(try await move("file").status == 0)
    #expect(sandbox.text("home/secrets.json").contains("value-of-the-token"))
    let unset = try await sandbox.start(["secret", "unset"] + token, environment: bus).finished()
    #expect(unset.status == 0)
    #expect(try await move("file").error.hasPrefix("No value is kept for \"token\" in environment \"demo\""))
  }

  @Test func whereThereIsNoKeyringTheFileIsAskedFirst() async throws {
    let sandbox = try Self.sandbox()
    let token = ["small", "token", "--env", "demo"]
    func move(_ place: String) async throws -> Program.Finished {
      try await sandbox.start(["secret", "move"] + token + ["--to", place]).finished()
    }
    let nothing = try await move("file")
    #expect(nothing.status == 2 && nothing.error.hasPrefix("No value is kept for \"token\""), "\(nothing.error)")
    _ = try await sandbox.start(["secret", "set"] + token, input: Data("value-of-the-token".utf8)).finished()
    let done = try await move("file")
    #expect(done.status == 2 && done.error == "token is in the secrets file already\n", "\(done.error)")
    let refused = try await move("secret-service")
    #expect(refused.status == 3 && refused.error.contains("none is running in this session"), "\(refused.error)")
    #expect(sandbox.text("home/secrets.json").contains("value-of-the-token"))
  }

  @Test func aValueOfTheUsersCommandIsInNoPlace() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("keeper", "#!/bin/sh\necho value-of-the-token\n")
    try sandbox.makeExecutable("keeper")
    try sandbox.write(
      "home/settings.json", "{ \"secrets\": { \"command\": [\"\(sandbox.path("keeper"))\", \"{name}\"] } }")
    let moved = try await sandbox.run("secret", "move", "small", "token", "--env", "demo", "--to", "file")
    #expect(moved.status == 2 && moved.error.hasPrefix("No value is kept for \"token\""), "\(moved.error)")
  }

  @Test func theUserMayPreferTheFile() async throws {
    let (sandbox, bus) = (try Self.sandbox(), try await bus())
    try sandbox.write("home/settings.json", #"{ "secrets": { "place": "file" } }"#)
    _ = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data("value-of-the-token".utf8), environment: bus)
    #expect(sandbox.text("home/secrets.json").contains("value-of-the-token"))
    try sandbox.write("home/settings.json", #"{ "secrets": { "place": "drawer" } }"#)
    let list = try await sandbox.run("secret", "list", "small", environment: bus)
    #expect(list.status == 3)
    #expect(list.error == "settings.json:1:25 — expected \"secret-service\" or \"file\"\n")
  }

  @Test func aCommandOfTheUserIsAskedLast() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("keeper", "#!/bin/sh\n[ \"$1 $2\" = 'token demo' ] && echo value-of-the-token\n")
    try sandbox.makeExecutable("keeper")
    #expect(try await !sends(sandbox, [:]))
    try sandbox.write(
      "home/settings.json",
      "{ \"secrets\": { \"command\": [\"\(sandbox.path("keeper"))\", \"{name}\", \"{environment}\"] } }")
    let send = ["send", "small/secret.json", "--demo", "--env", "demo", "--allow-commands"]
    #expect(try await sandbox.run(send).status == 0)
    try sandbox.write("home/settings.json", #"{ "secrets": { "command": ["/nowhere/keeper"] } }"#)
    let result = try await sandbox.run(send)
    #expect(
      result.error.contains("Cannot run /nowhere/keeper for a secret: no such file or directory"), "\(result.error)")
  }

  @Test func aBusOnWhichNobodyKeepsSecretsHoldsNothingUp() async throws {
    let sandbox = try Self.sandbox()
    let nobody = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
    let set = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data("value-of-the-token".utf8), environment: nobody)
    #expect(set.status == 0)
    #expect(sandbox.text("home/secrets.json").contains("value-of-the-token"))
    #expect(try await sends(sandbox, nobody))
  }
}
