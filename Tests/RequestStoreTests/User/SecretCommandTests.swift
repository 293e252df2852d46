import Foundation
import Testing

@testable import RequestStore

/// Names of secrets, environments and folders in the arguments of the user's own command.
struct SecretCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["keep/token", "keep/Ünïcode key.2", "outside"] { try folder.write(name, "value") }
  }

  private func value(_ key: SecretStore.Key, _ command: String...) throws -> String? {
    try setCommand(command)
    return try SecretStore(folder.user).value(key)
  }

  private func setCommand(_ command: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
    try Data(#"{ "secrets": { "place": "file", "command": [\#(words)] } }"#.utf8)
      .write(to: URL(filePath: folder.user.settings))
  }

  private func key(_ name: String, environment: String? = nil, collection: String = "/shop") -> SecretStore.Key {
    SecretStore.Key(collection: collection, environment: environment, name: name)
  }

  @Test(arguments: ["token", "Ünïcode key.2"]) func aPlainNameIsAsked(_ name: String) throws {
    #expect(try value(key(name), "cat", folder.root + "/keep/{name}") == "value")
  }

  @Test(arguments: [
    "../outside", "..", ".", ".hidden", "a/b", "/etc/passwd", "--help", "-", " token", "$(touch x)", "`id`", "a;b",
    "a|b",
    "a\nb", "a\u{0}b", "a\\b", "a'b", "a\"b", "{environment}", "a*",
  ])
  func aNameThatReachesSomethingElseIsRefused(_ name: String) throws {
    let problem = StoreError.secretPlaceholder(secret: name, nil)
    #expect(throws: problem) { try value(key(name), "cat", folder.root + "/keep/{name}") }
    #expect(throws: StoreError.self) { try value(key("token", environment: name), "cat", "{environment}/{name}") }
    #expect(problem.description.contains("is not asked of your secret command"))
  }

  @Test func theNameOfTheCollectionsFolderIsCheckedToo() throws {
    #expect(throws: StoreError.secretPlaceholder(secret: "token", "collection \"--help\"")) {
      try value(key("token", collection: "/work/--help"), "echo", "{collection}", "{name}")
    }
  }

  @Test(
    arguments: [
      ("{name}", ["echo token 'a b'"]), ("{environment}-{name}", ["echo dev-token 'a b'"]), ("{collection}", []),
    ] as [(String, [String])])
  func theCommandLineHasToBeAllowedUnlessItSeparatesCollections(_ word: String, _ asked: [String]) throws {
    try setCommand(["echo", word, "a b"])
    var lines: [String] = []
    let value = try SecretStore(folder.user).value(key("token", environment: "dev")) { line in
      lines.append(line)
      return false
    }
    #expect(lines == asked)
    #expect(value == (asked.isEmpty ? "shop a b" : nil))
  }

  @Test func onlyWhatTheCommandGetsIsChecked() throws {
    #expect(try value(key("token", environment: "../x"), "echo", "{name}") == "token")
    #expect(try value(key("token"), "echo", "{environment}{name}") == "token")
  }
}
