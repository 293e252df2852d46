import Foundation
import TestSupport
import Testing

/// Files that must not be lost, and secrets that must not be shown.
struct SafetyTests {
  /// Permissions do not bind root, as whom tests may run; a limit on the size of files does, and a folder's name taken
  /// by a file does.
  @Test func aFullDiskKeepsTheOldFileAndTheEdit() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    // History and drafts are small enough for the limit, the padded request is not.
    let padding = String(repeating: "x", count: 3 << 20)
    try terminal.sandbox.write("small/big.json", "{ \"url\": \"{{base}}/old\", \"docs\": \"\(padding)\" }\n")
    let before = terminal.sandbox.text("small/big.json")
    try await terminal.run("ulimit -f 4096; workbench --demo small/big.json; echo ended")
    try await terminal.wait(for: "{{base}}/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("Enter")
    try await terminal.wait(for: "/older", "1 unsaved")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Cannot write", "/older", "1 unsaved")
    #expect(terminal.sandbox.text("small/big.json") == before)
    #expect(terminal.sandbox.text("small/echo.json") == file)
    let left = try FileManager.default.contentsOfDirectory(atPath: terminal.sandbox.path("small"))
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }

  @Test func aFolderThatIsGoneKeepsTheEdit() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("Enter")
    try await terminal.wait(for: "/anything/older", "1 unsaved")
    try FileManager.default.moveItem(atPath: terminal.sandbox.path("small"), toPath: terminal.sandbox.path("away"))
    try terminal.sandbox.write("small", "in the way")
    try await terminal.press("C-s")
    // Asked what to do; to write it again fails, and says so.
    try await terminal.wait(for: "The file was removed from disk", "1 unsaved")
    try await terminal.press("w")
    try await terminal.wait(for: "Cannot ", "/anything/older", "1 unsaved")
    #expect(terminal.sandbox.text("away/echo.json").contains("/anything/old\""))
    #expect(terminal.sandbox.text("small") == "in the way")
  }

  @Test func aHistoryThatCannotBeOpenedIsToldAndStopsNothing() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("home", "in the way of a folder")
    let result = try await sandbox.run("send", try await Demo.url() + "/get")
    #expect(result.status == 0)
    #expect(result.error.contains("Not kept in history: "), "\(result.error)")
  }

  @Test func aSecretIsNowhereButInItsOwnFile() async throws {
    let secret = "s3cret/+\"v&lue"
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/environments/demo.json",
      #"{ "variables": [{ "name": "base", "value": "{{demo}}" }, { "name": "token", "secret": true }] }"#)
    try sandbox.write(
      "small/secret.json",
      """
      { "url": "{{base}}/anything/:token", "path": { "token": "{{token}}" }, "query": [{ "name": "q", "value": "{{token}}" }],
        "headers": [{ "name": "X-Token", "value": "{{token}}" }], "auth": { "basic": { "username": "ada", "password": "{{token}}" } },
        "body": { "json": { "token": "{{token}}" } } }
      """)
    try sandbox.write(
      "small/form.json",
      #"{ "method": "POST", "url": "{{base}}/post", "body": { "form": [{ "name": "token", "value": "{{token}}" }] }, "auth": { "bearer": { "token": "{{token}}" } } }"#
    )
    try sandbox.write("small/refused.json", #"{ "url": "http://127.0.0.1:1/?t={{token}}" }"#)
    try sandbox.write("small/invalid.json", #"{ "url": "http://exa mple/{{token}}" }"#)
    try sandbox.write("small/missing.json", #"{ "url": "{{base}}/post", "body": { "file": "{{token}}.json" } }"#)
    let kept = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data((secret + "\n").utf8))
    #expect(kept.status == 0, "\(kept.error)")

    var told = ""
    for (file, status) in [("secret", 0), ("form", 0), ("refused", 4), ("invalid", 4), ("missing", 4)]
      as [(String, Int32)]
    {
      for part in ["headers", "exchange", "har"] {
        let result = try await sandbox.run("send", "small/\(file).json", "--demo", "--print", part)
        #expect(result.status == status, "\(file): \(result.error)")
        told += result.text + result.error
      }
    }
    // Each request was sent three times.
    let parts = ["exchange", "body", "headers", "har"]
    for (index, line) in try await sandbox.run("history", "list").text.split(separator: "\n").enumerated() {
      told += line + "\n"
      for part in Seeds.isSoak ? parts : Array(index.isMultiple(of: 2) ? parts[..<2] : parts[2...]) {
        let shown = try await sandbox.run("history", "show", String(line.prefix { $0 != "\t" }), "--print", part)
        told += shown.text + shown.error
      }
    }
    #expect(told.contains("••••••"))
    // It was really sent: a pipe gets the body as the server wrote it.
    #expect(try await sandbox.run("send", "small/form.json", "--demo").text.contains("s3cret/+"))

    let forms = [
      secret, "s3cret/+\\\"v&lue", "s3cret%2F%2B%22v%26lue", "s3cret\\/+",
      Data("ada:\(secret)".utf8).base64EncodedString(),
    ]
    for form in forms {
      #expect(!told.contains(form), "\(form) was told")
      for (name, bytes) in try sandbox.homeFiles() where name != "secrets.json" {
        #expect(bytes.range(of: Data(form.utf8)) == nil, "\(form) stands in \(name)")
      }
    }
    #expect(try sandbox.homeFiles().keys.contains("history.sqlite"))
  }
}
