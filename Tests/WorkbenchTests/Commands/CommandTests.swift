import Foundation
import Glibc
import Testing

/// The commands beside `send`.
struct CommandTests {
  @Test func historyIsListedSearchedAndShown() async throws {
    let sandbox = try Sandbox.small()
    let address = try await Demo.url()
    _ = try await sandbox.run("send", address + "/anything/first", "-d", "one")
    _ = try await sandbox.run("send", address + "/status/404")
    _ = try await sandbox.run("send", "small/get.json", "--env", "demo", "--var", "demo=\(address)")
    let lines = try await sandbox.run("history", "list").text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(
      lines.map { "\($0[2]) \($0[3]) \($0[4].dropFirst(address.count))" } == [
        "200 GET /get?colour=teal", "404 GET /status/404", "200 POST /anything/first",
      ])
    #expect(try await sandbox.run("history", "list", "--limit", "1").text.split(separator: "\n").count == 1)
    let found = try await sandbox.run("history", "search", "post", "first").text
    #expect(found.split(separator: "\n").count == 1 && found.contains("/anything/first"))
    #expect(try await sandbox.run("history", "search", "nothing-like-it").text.isEmpty)
    let shown = try await sandbox.run("history", "show", String(lines[2][0]))
    #expect(shown.status == 0)
    #expect(shown.text.hasPrefix("POST \(address)/anything/first\n") && shown.text.contains("\"one\": \"\""))
    #expect(try await sandbox.run("history", "show", String(lines[2][0]), "--print", "body").text.hasPrefix("{"))
  }

  @Test func checkNamesFileLineAndColumn() async throws {
    let sandbox = try Sandbox.small()
    let sound = try await sandbox.run("check", "small")
    #expect(sound.status == 0 && sound.text.isEmpty)
    try sandbox.write("small/deep/broken.json", "{\n  \"url\": \"http://h/\",\n  \"query\": [ 1 ]\n}\n")
    try sandbox.write("small/torn.json", "{\n  \"url\": \"http://h/\"\n  \"method\": 1\n}\n")
    let result = try await sandbox.run("check", "small")
    #expect(result.status == 3)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.contains { $0.hasPrefix("deep/broken.json:3:14 — ") }, "\(result.text)")
    #expect(lines.contains { $0.hasPrefix("torn.json:3:3 — ") }, "\(result.text)")
  }

  @Test func checkNamesTyposInChecksAndCaptures() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/slip.json",
      #"""
      {
        "url": "http://h/",
        "checks": [
          {"query": "status", "value": 200},
          {"query": "jsonpth", "expression": "$.id", "predicate": "exists"},
          {"query": "jsonpath", "expression": "$.[", "predicate": "exists", "off": true},
          {"query": "header", "expression": "Age", "predicate": "equls", "value": "{{age}}"}
        ],
        "captures": [{"name": "id", "query": "jsonpath", "expression": "$.items[0"}]
      }
      """#)
    try sandbox.write(
      "small/deep/folder.json", #"{"checks": [{"query": "status", "predicate": "less", "value": "x"}]}"#)
    let result = try await sandbox.run("check", "small")
    #expect(result.status == 3)
    #expect(
      result.text == #"""
        deep/folder.json:1:13 — status is a number, not "x"
        slip.json:5:5 — unknown query "jsonpth" — did you mean "jsonpath"?
        slip.json:7:5 — unknown predicate "equls" — did you mean "equals"?
        slip.json:9:16 — $.items[0 is not a JSONPath: "$.items[0" ends inside brackets at column 10 — add a name in quotes, an index or "*", and "]"

        """#)
    let one = try await sandbox.run("check", "small/slip.json")
    #expect(one.status == 3 && result.text.contains(one.text))
  }

  @Test func checkRefusesWhatIsNoFileOfACollectionAndWarnsOfMisspeltMembers() async throws {
    let sandbox = try Sandbox.small()
    let foreign = try await sandbox.run("check", "/etc/passwd")
    #expect(foreign.status == 3)
    #expect(
      foreign.text
        == "passwd — not a collection file: requests, environments and settings are .json files\n")
    try sandbox.write("small/slip.json", #"{"url": "http://h/", "methd": "PUT"}"#)
    for path in ["small", "small/slip.json"] {
      let slip = try await sandbox.run("check", path)
      #expect(slip.status == 0)
      #expect(slip.text == "slip.json:1:22 — warning: \"methd\" is not a known member: did you mean \"method\"?\n")
      #expect(slip.error.hasSuffix(" checked, 1 warning\n"))
    }
    try sandbox.write("small/copy.json", #"{"id": "r00000001", "url": "http://h/"}"#)
    let copy = try await sandbox.run("check", "small/copy.json")
    #expect(copy.status == 3 && copy.text.contains(" has the same id \"r00000001\": remove it here"))
    let environment = try await sandbox.run("check", "small/environments/demo.json")
    #expect(environment.status == 0 && environment.error == "1 file checked, all sound\n")
  }

  @Test func aDemoServerTellsItsAddressAtOnceAndAPortInUseIsNamed() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.start(["demo", "--port", "0"])
    let url = try await eventually("the address of the demo server") {
      first.outputSoFar.hasSuffix("\n") ? first.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    #expect(try await sandbox.run("send", url + "/get").status == 0)
    let port = try #require(url.split(separator: ":").last.map(String.init))
    let second = try await sandbox.run("demo", "--port", port)
    #expect(second.status == 4)
    #expect(second.error.contains(port))
    first.send(SIGINT)
    #expect(try await first.finished().status == 0)
  }

  @Test func theProgramDescribesItself() async throws {
    let sandbox = try Sandbox()
    let version = #/^\d+\.\d+\.\d+( \(commit [0-9a-f]{12}\+?, \d{4}-\d\d-\d\d\))?\n$/#
    #expect(try await sandbox.run("--version").text.firstMatch(of: version) != nil)
    let help = try await sandbox.run("--help").text
    for command in ["open", "send", "history", "check", "demo", "secret"] { #expect(help.contains("  \(command)")) }
    for shell in ["bash", "zsh", "fish"] {
      let script = try await sandbox.run("--generate-completion-script", shell)
      #expect(script.status == 0 && script.text.contains("workbench"))
    }
  }

  @Test func twoWorkbenchesAndASendShareOneHistory() async throws {
    let sandbox = try Sandbox.small()
    let (first, second) = try await (Terminal(sandbox), Terminal(sandbox))
    for terminal in [first, second] {
      try await terminal.run("workbench --demo small/get.json")
      try await terminal.wait(for: "/get?colour=teal", "history 0")
    }
    let address = try await Demo.url()
    async let sent = withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<4 { group.addTask { try await sandbox.run("send", address + "/anything/third").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await first.press("F5")
    try await second.press("F5")
    try await first.wait(for: "200 OK")
    try await second.wait(for: "200 OK")
    #expect(try await sent == [0, 0, 0, 0])
    let list = try await eventually("six exchanges in history") {
      let lines = try await sandbox.run("history", "list").text.split(separator: "\n")
      return lines.count == 6 ? lines : nil
    }
    #expect(list.count { $0.contains("/get?colour=teal") } == 2)
    // The first sees what the others did as soon as it looks.
    try await first.press("H")
    try await first.wait("all six in the list") { $0.split(separator: "\n").count { $0.hasPrefix("│200 GET ") } == 6 }
  }
}
