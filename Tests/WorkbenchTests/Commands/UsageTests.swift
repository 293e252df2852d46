import Foundation
import RequestModel
import TestSupport
import Testing

/// Messages and exit codes of commands whose arguments are missing, unknown or ambiguous.
struct UsageTests {
  private func server() throws -> RawServer {
    try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(body: "ok")
      }
    }
  }

  @Test func aURLWithoutASchemeIsSentWithoutAWordAboutFiles() async throws {
    let server = try server()
    let result = try await Sandbox().run("send", "127.0.0.1:\(server.port)/get")
    #expect(result.status == 0 && result.text == "ok")
    #expect(!result.error.contains("There is no file"), "\(result.error)")
  }

  @Test(arguments: [
    "send URL -o none/x", "send URL -D none/x", "send URL -c none/x", "send c -c none/x", "send c/a.json -c c/a.json/x",
    "send URL -D c/a.json/x", "send URL -o c", "mcp URL tools -c none/x", "run c -c none/x", "run c -r json=none/x",
    "run c -r json=/proc/x", "send URL -D /proc/x", "run c --rate 1/s --for 1s -r json=none/x",
    "history export -o none/x",
    "history backup none/x", "pack c -o none/x", "import a.http --into c/a.json/x",
    "export c --format curl -o c/a.json/x/y", "export c --format curl -o c/a.json/x/",
  ])
  func anOutputWhoseFolderCannotBeUsedIsAMistakeOfUsage(_ command: String) async throws {
    let server = try server()
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)/a"}"#)
    try sandbox.write("a.http", "GET http://a/b\n")
    #expect(try await sandbox.run("send", server.url).status == 0)
    let words = command.replacing("URL", with: server.url).split(separator: " ").map(String.init)
    let result = try await sandbox.run(words)
    #expect(result.status == 2, "\(result.error)")
    #expect(result.error.hasPrefix("Cannot ") && result.error.contains("directory"), "\(result.error)")
    // Nothing was sent or made.
    #expect(server.received.count == 1 && !sandbox.exists("none"))
  }

  @Test func anEnvironmentsNameIsNoReferer() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)/a"}"#)
    try sandbox.write("c/environments/staging.json", #"{"variables": []}"#)
    for target in [server.url, "c/a.json", "c"] {
      let refused = try await sandbox.run("send", target, "-e", "staging")
      #expect(refused.status == 2 && refused.error.contains("choose an environment with --env staging"), "\(target)")
    }
    #expect(server.received.isEmpty)
    #expect(try await sandbox.run("send", server.url, "-e", "http://from.test/").status == 0)
    #expect(server.received.contains { $0.contains("Referer: http://from.test/") })
    #expect(try await sandbox.run("send", server.url, "-sestaging").status == 2)
    // The value of another option is not one.
    #expect(try await sandbox.run("send", server.url, "-A", "-e").status == 0)
    #expect(try await sandbox.run("send", server.url, "--referer", "staging").status == 0)
    #expect(server.received.contains { $0.contains("Referer: staging\r\n") })
  }

  @Test func aFileWithTheNameOfAPartIsWrittenWithANote() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    let note = "headers is the name of a file here: --print headers prints that part"
    let sent = try await sandbox.run("send", server.url, "--output", "headers")
    #expect(sent.status == 0 && sandbox.text("headers") == "ok" && sent.error.contains(note), "\(sent.error)")
    let quiet = try await sandbox.run("send", server.url, "-s", "--output", "headers")
    #expect(quiet.status == 0 && quiet.error == "")
    let preview = try await sandbox.run("send", server.url, "--dry-run", "--output", "curl")
    #expect(preview.error.contains("--print curl prints that part"), "\(preview.error)")
  }

  @Test func outputIsAFileInEveryCommandAndPrintAPart() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    let sent = try await sandbox.run("send", server.url, "--output", "body.txt")
    #expect(sent.status == 0 && sent.text == "" && sandbox.text("body.txt") == "ok", "\(sent.error)")
    let exported = try await sandbox.run("history", "export", "--output", "all.har")
    #expect(exported.status == 0 && sandbox.text("all.har").contains("\"entries\""), "\(exported.error)")
    let id = try await sandbox.run("history", "list").text.prefix { $0 != "\t" }
    #expect(try await sandbox.run("history", "show", String(id), "--print", "body").text == "ok")
    let refused = try await sandbox.run("history", "show", String(id), "--print", "curl")
    #expect(refused.status == 2 && refused.text == "")
  }

  @Test func anExchangeOfACommandCanBeLeftOutOfHistory() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    #expect(try await sandbox.run("send", server.url + "/unkept", "--no-history").text == "ok")
    #expect(try await sandbox.run("send", server.url + "/kept").text == "ok")
    let list = try await sandbox.run("history", "list").text
    #expect(list.contains("/kept") && !list.contains("/unkept"), "\(list)")
  }

  @Test(arguments: [["help", "nothere"], ["help", "history", "nothere"]])
  func helpOnACommandThatIsNotThereIsAnError(_ arguments: [String]) async throws {
    let result = try await Sandbox().run(arguments)
    #expect(result.status == 2)
    #expect(result.error == "There is no command \"nothere\" — workbench --help lists them\n")
  }

  /// swift-argument-parser checks it in a debug configuration alone.
  @Test func noCommandDeclaresAnOptionTwice() async throws {
    let dump = try await Sandbox().run("--experimental-dump-help")
    let root = try #require(try JSONText(dump.text).value.object?["command"]?.object)
    var commands = [root]
    var count = 0
    while let command = commands.popLast() {
      let arguments = command["arguments"]?.array?.compactMap(\.object) ?? []
      var names: [String] = []
      for argument in arguments {
        names += (argument["names"]?.array ?? []).map(\.compact)
      }
      #expect(Set(names).count == names.count, "\(command["commandName"]?.string ?? ""): \(names.sorted())")
      count += names.count
      commands += command["subcommands"]?.array?.compactMap(\.object) ?? []
    }
    #expect(count > 300)
  }

  @Test(arguments: [["help"], ["help", "send"], ["help", "history", "list"]])
  func helpOnACommandIsPrinted(_ arguments: [String]) async throws {
    let result = try await Sandbox().run(arguments)
    #expect(result.status == 0 && result.text.contains("USAGE"), "\(result.error)")
  }

  @Test(arguments: [
    "send nothere.json", "run nothere", "check nothere", "export nothere --format curl", "import nothere.json",
    "demo nothere", "pack nothere", "unpack nothere.workbench", "merge nothere a b", "diff nothere a", "vars nothere",
    "search x nothere", "cookies list nothere", "secret list nothere", "cookies import c nothere.txt",
    "demo c --cert nothere.pem", "example check nothere.json", "nothere",
  ])
  func aFileThatIsNotThereIsAMistakeOfUsage(_ command: String) async throws {
    let result = try await Sandbox().shell("mkdir c; workbench \(command)")
    #expect(result.status == 2, "\(command): \(result.status) \(result.error)")
  }

  // MARK: Times

  @Test func timesHaveUnitsInEveryCommand() async throws {
    let server = try server()
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    for command in [
      "send \(server.url) --retry 1 --retry-delay 0.5 --retry-max-time 2s -m 5s --connect-timeout 500ms",
      "run c --delay 1ms --retry 0 --retry-delay 0.5 --timeout 5s", "run c --delay 0.001",
    ] {
      let result = try await sandbox.shell("workbench \(command)")
      #expect(result.status == 0, "\(command): \(result.error)")
    }
  }

  @Test(arguments: [
    ("send http://127.0.0.1:1 --retry 1 --retry-delay x", "--retry-delay takes a time up to 24h, such as 500ms, 2s"),
    ("run . --delay -1", "--delay takes a time up to 24h"), ("run . --delay 5x", "--delay takes a time up to 24h"),
    ("run . --retry-delay 25h", "--retry-delay takes a time up to 24h"),
    ("run . --retry-delay 5s", "--retry-delay needs a number of retries — add --retry N, or --retry 0 for those"),
    ("demo . --delay 500", "--delay needs a unit — write 500ms or 500s"),
    ("demo . --delay 2h", "--delay takes a time up to 1h"),
  ]) func whatIsNoTimeIsRefused(_ command: String, _ sentence: String) async throws {
    let result = try await Sandbox().shell("workbench \(command)")
    #expect(result.status == 2 && result.error.contains(sentence), "\(result.error)")
  }

  @Test(arguments: [
    ("--netrc-file", "netrcFile"), ("--pinnedpubkey", "pinnedKeys"), ("--ipv4", "ipVersion"), ("--ipv6", "ipVersion"),
  ]) func optionsOfHurlForTheWayAreThoseOfAFolder(_ typed: String, _ option: String) async throws {
    let result = try await Sandbox().run("run", ".", typed)
    #expect(result.status == 2)
    #expect(
      result.error == "run has no \(typed) — use the option \(option) of a folder or an environment\n",
      "\(result.error)")
  }

  // MARK: Scripts

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func theLicencesOfEmbeddedLibrariesArePrinted() async throws {
    let notices = try await Sandbox().shell(
      "workbench __script-host --notices | grep -cE '^(libjs-lodash|node-ajv) [0-9]'")
    #expect(notices.text == "2\n")
  }

  @Test func theScriptHostSaysNothingOnStandardError() async throws {
    // It may not write to files.
    let host = try await Sandbox().shell("workbench __script-host --sandbox-optional </dev/null | cat")
    #expect(host.error == "" && host.text.contains("\"engine\""), "\(host.error)")
  }
}
