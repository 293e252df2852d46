import Foundation
import Glibc
import Testing

/// `workbench secret`: what is kept, what is refused, and that the terminal stays whole.
struct SecretTests {
  private static func sandbox(secrets: [String] = ["token"]) throws -> Sandbox {
    let sandbox = try Sandbox.small()
    let rows = secrets.map { "{ \"name\": \"\($0)\", \"secret\": true }" }.joined(separator: ", ")
    try sandbox.write(
      "small/environments/demo.json",
      """
      { "variables": [{ "name": "base", "value": "{{demo}}" }, \(rows),
        { "name": "fromOutside", "secret": true, "fromEnvironment": "OUTSIDE_TOKEN" }] }
      """)
    try sandbox.write(
      "small/deep/folder.json", #"{ "variables": [{ "name": "deepKey", "secret": true }] }"#)
    return sandbox
  }

  /// The value that the secrets file holds for the environment "demo".
  private static func value(_ name: String, in sandbox: Sandbox) throws -> String? {
    let file = try JSONSerialization.jsonObject(with: Data(sandbox.text("home/secrets.json").utf8))
    let all = try #require(file as? [String: [String: [String: String]]])
    return all[sandbox.path("small")]?["demo"]?[name]
  }

  @Test func twentyAtOnceKeepTwenty() async throws {
    let names = (1...20).map { "token\($0)" }
    let sandbox = try Self.sandbox(secrets: names)
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for name in names {
        group.addTask {
          try await sandbox.run("secret", "set", "small", name, "--env", "demo", input: Data("value of \(name)".utf8))
            .status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 0, count: 20))
    for name in names { #expect(try Self.value(name, in: sandbox) == "value of \(name)") }
    let mode = try FileManager.default.attributesOfItem(atPath: sandbox.path("home/secrets.json"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  private static let key = "-----BEGIN KEY-----\nMIIB\nAAAA\n-----END KEY-----"

  @Test(arguments: [
    (key + "\n", key), (key + "\r\n", key), (key, key), ("line one\n\n", "line one\n"), ("  spaces \n", "  spaces "),
    ("{{base}} stays\n", "{{base}} stays"), ("\u{301}combining", "\u{301}combining"),
    ("line a\r\nline b\r\n", "line a\r\nline b"),
    (String(repeating: "long", count: 5_000), String(repeating: "long", count: 5_000)),
  ])
  func theWholeOfStandardInputIsKeptButForOneLineEnd(input: String, value: String) async throws {
    let sandbox = try Self.sandbox()
    let result = try await sandbox.run("secret", "set", "small", "token", "--env", "demo", input: Data(input.utf8))
    #expect(result.status == 0 && result.text == "" && result.error == "", "\(result.error)")
    #expect(try Self.value("token", in: sandbox).map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test(arguments: [
    (Data(), "The value is empty — pass it on standard input\n"),
    (Data("\n".utf8), "The value is empty — pass it on standard input\n"),
    (Data([0x61, 0xFF, 0x0A]), "The value is not UTF-8 text — encode binary data, for example with base64\n"),
    (Data([0xED, 0xA0, 0x80]), "The value is not UTF-8 text — encode binary data, for example with base64\n"),
  ])
  func aValueThatCannotBeKeptIsRefused(input: Data, sentence: String) async throws {
    try await expectRefusal(of: input, sentence)
  }

  /// No argument of the test, as those are written to its log.
  @Test func aValueThatIsTooLongIsRefused() async throws {
    try await expectRefusal(
      of: Data(repeating: 0x61, count: 2 << 20), "The value is longer than 1048576 bytes — check what is passed\n")
  }

  private func expectRefusal(of input: Data, _ sentence: String) async throws {
    let sandbox = try Self.sandbox()
    let result = try await sandbox.run("secret", "set", "small", "token", "--env", "demo", input: input)
    #expect(result.status == 2)
    #expect(result.error == sentence)
    #expect(!sandbox.exists("home/secrets.json"))
  }

  @Test(arguments: [
    (["tokn", "--env", "demo"], "\"tokn\" is not declared in environment \"demo\" — did you mean \"token\"?\n"),
    (["token", "--env", "dmeo"], "No environment \"dmeo\" — did you mean \"demo\"?\n"),
    (["token", "--env", "production"], "No environment \"production\" — choose one of demo\n"),
    (["token"], "\"token\" is not declared in this collection — add --env demo\n"),
    (
      ["other"],
      "\"other\" is not declared in this collection — add { \"name\": \"other\", \"secret\": true } to its \"variables\"\n"
    ),
    (
      ["base", "--env", "demo"],
      "\"base\" is not secret: its value is in the file — replace \"value\" with \"secret\": true\n"
    ),
    (
      ["fromOutside", "--env", "demo"],
      "\"fromOutside\" takes its value from the environment variable OUTSIDE_TOKEN — set that one\n"
    ),
  ])
  func whatNoFileDeclaresIsRefused(arguments: [String], sentence: String) async throws {
    let sandbox = try Self.sandbox()
    let result = try await sandbox.start(["secret", "set", "small"] + arguments, input: Data("long enough".utf8))
      .finished()
    #expect(result.status == 2)
    #expect(result.error == sentence)
    #expect(!sandbox.exists("home/secrets.json"))
  }

  @Test func aBrokenEnvironmentIsNamedWithItsPlace() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("small/environments/demo.json", "{ \"variables\": [ }")
    let result = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data("long enough".utf8))
    #expect(result.status == 3)
    #expect(result.error.hasPrefix("demo.json:1:18 — "), "\(result.error)")
  }

  @Test(arguments: ["{ torn", "[]", #"{ "%": 1 }"#, #"{ "%": { "demo": [] } }"#])
  func aBrokenSecretsFileIsNeverOverwritten(text: String) async throws {
    let sandbox = try Self.sandbox()
    let broken = text.replacing("%", with: sandbox.path("small"))
    try sandbox.write("home/secrets.json", broken)
    chmod(sandbox.path("home/secrets.json"), 0o600)
    for command in [["set"], ["remove"], ["list"]] {
      let which = command == ["list"] ? ["small"] : ["small", "token", "--env", "demo"]
      let result = try await sandbox.start(["secret"] + command + which, input: Data("long enough".utf8)).finished()
      #expect(result.status != 0 && result.error.contains("secrets.json:1:"), "\(command): \(result.error)")
    }
    #expect(sandbox.text("home/secrets.json") == broken)
  }

  @Test func theListNamesPlacesAndSourcesAndNoValues() async throws {
    let sandbox = try Self.sandbox()
    let value = Data("s3cret-value".utf8)
    _ = try await sandbox.run("secret", "set", "small", "token", "--env", "demo", input: value)
    _ = try await sandbox.run("secret", "set", "small", "deepKey", input: value)
    let list = try await sandbox.run("secret", "list", "small/get.json", environment: ["OUTSIDE_TOKEN": "s3cret-value"])
    #expect(list.status == 0)
    #expect(
      list.text == """
        deepKey\t-\tsecrets file\tset
        token\tdemo\tsecrets file\tset
        fromOutside\tdemo\tenvironment variable OUTSIDE_TOKEN\tset

        """)
    #expect(try await sandbox.run("secret", "remove", "small", "deepKey").status == 0)
    let again = try await sandbox.run("secret", "remove", "small", "deepKey")
    #expect(again.status == 2)
    #expect(again.error == "No value is kept for \"deepKey\" — workbench secret list shows all\n")
    try sandbox.write("small/environments/demo.json", #"{ "variables": [{ "name": "key", "secret": true }] }"#)
    #expect(
      try await sandbox.run("secret", "list", "small").text == """
        deepKey\t-\tsecrets file\tunset
        key\tdemo\tsecrets file\tunset
        token\tdemo\tsecrets file, undeclared\tset

        """)
  }

  @Test func aValueThatIsHardToMaskIsKeptWithAWarning() async throws {
    let sandbox = try Self.sandbox()
    let result = try await sandbox.run("secret", "set", "small", "token", "--env", "demo", input: Data("true".utf8))
    #expect(result.status == 0)
    #expect(
      result.error
        == "The value is a common word: it is masked only as a whole value, such as a JSON string or a query value\n"
    )
    #expect(try Self.value("token", in: sandbox) == "true")
  }

  // MARK: In a terminal

  private static let set = "workbench secret set small token --env demo; echo \"ended $?\""

  @Test func whatIsTypedDoesNotShowAndIsKeptWhole() async throws {
    let terminal = try await Terminal(Self.sandbox(), environment: ["OUTSIDE_TOKEN": "x"])
    let before = try await terminal.state()
    try await terminal.run(Self.set)
    try await terminal.wait(for: "Type the value of token")
    try await terminal.type("s3cret-välue-x")
    try await terminal.press("BSpace")
    try await terminal.type(String(repeating: "y", count: 6_000))
    try await terminal.press("Enter")
    let screen = try await terminal.wait(for: "ended 0")
    #expect(!screen.contains("s3cret") && !screen.contains("yyy"))
    #expect(try Self.value("token", in: terminal.sandbox) == "s3cret-välue-" + String(repeating: "y", count: 6_000))
    #expect(try await terminal.state() == before)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func theTerminalEchoesAgainAfterASignal(_ signal: Int32)
    async throws
  {
    let terminal = try await Terminal(Self.sandbox())
    let before = try await terminal.state()
    try await terminal.run(Self.set)
    try await terminal.wait(for: "Type the value of token")
    try await terminal.type("half")
    kill(try await terminal.workbenchProcess(), signal)
    try await terminal.wait(for: "ended 5")
    #expect(try await terminal.state() == before)
    #expect(!terminal.sandbox.exists("home/secrets.json"))
  }

  @Test func controlCEndsItAndControlZStopsIt() async throws {
    let terminal = try await Terminal(Self.sandbox())
    let before = try await terminal.state()
    try await terminal.run("workbench secret set small token --env demo")
    try await terminal.wait(for: "Type the value of token")
    try await terminal.typeUntilRead("first ")
    try await terminal.press("C-z")
    try await terminal.wait(for: "Stopped")
    #expect(try await terminal.state() == before)
    try await terminal.run("fg; echo \"ended $?\"")
    try await terminal.wait("asked again") { $0.split(separator: "\n").count { $0.hasPrefix("Type the value") } == 2 }
    try await terminal.type("second")
    try await terminal.press("Enter")
    let screen = try await terminal.wait(for: "ended 0")
    #expect(!screen.contains("second"))
    #expect(try Self.value("token", in: terminal.sandbox) == "first second")
    try await terminal.run("clear; " + Self.set)
    try await terminal.wait("a new question") { $0.contains("Type the value of token") && !$0.contains("ended 0") }
    try await terminal.press("C-c")
    try await terminal.wait(for: "ended 5")
    #expect(try await terminal.state() == before)
  }

  @Test func aPasteOfSeveralLinesIsRefusedAndNothingOfItReachesTheShell() async throws {
    let terminal = try await Terminal(Self.sandbox())
    try await terminal.run(Self.set)
    try await terminal.wait(for: "Type the value of token")
    try await terminal.paste("line one\necho leaked\nline three\n")
    let screen = try await terminal.wait(for: "More than one line was pasted", "ended 2")
    #expect(!screen.contains("leaked"))
    #expect(!terminal.sandbox.exists("home/secrets.json"))
  }
}
