import DemoServer
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Workbench

/// A demo server for tests whose commands are not told to run their own.
enum Demo {
  private static let server = DemoServer()

  static func url() async throws -> String { "http://127.0.0.1:\(try await server.start())" }
}

/// `workbench send`: its messages, its output and its exit codes.
struct SendTests {
  // MARK: What is sent

  @Test(arguments: [["--demo", "--env", "demo"], ["--demo"], ["--var", "demo=%"]])
  func aFileIsSentWithTheEnvironmentThatIsNamedOrTheOnlyOne(_ options: [String]) async throws {
    let address = try await Demo.url()
    let arguments = options.map { $0.replacingOccurrences(of: "%", with: address) }
    let sandbox = try Sandbox.small()
    let result = try await sandbox.start(["send", "small/get.json"] + arguments).finished()
    #expect(result.status == 0)
    #expect(result.text.contains("\"colour\": \"teal\""))
    #expect(result.error.hasPrefix("200 OK · "))
  }

  @Test(arguments: ["http://%/anything?a=1", "%/anything?a=1", "{{address}}/anything?a=1"])
  func aURLIsSentAsItWasTyped(_ url: String) async throws {
    let address = try await Demo.url()
    let typed = url.replacingOccurrences(of: "%", with: address.dropFirst(7))
    let result = try await Sandbox().run("send", typed, "--var", "address=\(address)")
    #expect(result.status == 0)
    #expect(result.text.contains("\"method\": \"GET\"") && result.text.contains("\"a\": \"1\""))
  }

  @Test func methodHeadersBodyAndVariablesComeFromTheCommandLine() async throws {
    let address = try await Demo.url()
    let result = try await Sandbox().run(
      "send", address + "/anything", "-X", "PATCH", "-H", "X-One: 1", "-H", "X-Two:{{two}}", "--json",
      #"{"a":"{{two}}"}"#, "--var", "two=b=2")
    #expect(result.status == 0)
    for part in [
      "\"method\": \"PATCH\"", "\"X-One\": \"1\"", "\"X-Two\": \"b=2\"", #"{\"a\":\"b=2\"}"#, "application/json",
    ] {
      #expect(result.text.contains(part), "\(part) in \(result.text)")
    }
  }

  @Test func aBodyMakesAPost() async throws {
    let result = try await Sandbox().run("send", try await Demo.url() + "/anything", "-d", "x")
    #expect(result.text.contains("\"method\": \"POST\""))
  }

  @Test func aBodyOfAFileGoesOutByteForByte() async throws {
    let sandbox = try Sandbox()
    let bytes = Data((0...255).map { UInt8($0) })
    try sandbox.write("body.bin", bytes)
    let server = try EchoServer()
    let result = try await sandbox.run("send", server.url, "--data-binary", "@body.bin")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == bytes)
  }

  @Test func aBodyComesFromStandardInput() async throws {
    let server = try EchoServer()
    let result = try await Sandbox().run("send", server.url, "-d", "@-", input: Data("line 1\r\nüber\n".utf8))
    #expect(result.text == "line 1über")
    let refused = try await Sandbox().run("send", "http://127.0.0.1:1", "-d", "@-", input: Data([0xFF]))
    #expect(refused.status == 2)
    #expect(refused.error == "Standard input is not UTF-8 text — write it to a file and pass @FILE\n")
  }

  @Test func aBodyOfAFileMayHoldVariables() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("body.txt", "hello {{name}}")
    let server = try EchoServer()
    let result = try await sandbox.run("send", server.url, "-d", "@body.txt", "--var", "name=Ada")
    #expect(result.text == "hello Ada")
  }

  @Test func aFolderIsSentInItsOrderWithALineForEachAnswer() async throws {
    let sandbox = try Sandbox.small()
    try FileManager.default.removeItem(atPath: sandbox.path("small/slow.json"))
    let result = try await sandbox.run("send", "small", "--demo")
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n").map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(lines == ["200 GET get.json", "200 POST echo.json", "200 GET chain.json"])
  }

  @Test func whereThereIsNoTerminalTheExamplesAreSentWithoutAScreen() async throws {
    let sandbox = try Sandbox.small()
    try FileManager.default.removeItem(atPath: sandbox.path("small/slow.json"))
    let result = try await sandbox.run("--demo", "small")
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").count == 3)
  }

  // MARK: Options

  /// A server that records the heads and bodies it got.
  private func recorder(_ log: Recorder<String>) throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        log.record(head + "\r\n\r\n" + (try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)))
        try connection.send("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
      }
    }
  }

  @Test func optionsThatChangeEveryRequestApplyToAFolder() async throws {
    let log = Recorder<String>()
    let server = try recorder(log)
    let sandbox = try Sandbox()
    for name in ["a", "b"] {
      try sandbox.write(
        "c/\(name).json", #"{"url": "\#(server.url)/\#(name)", "headers": [{"name": "x-one", "value": "0"}]}"#)
    }
    let result = try await sandbox.run("send", "c", "-HX-One: {{v}}", "-H", "X-Two:2", "--no-redirects", "--var", "v=1")
    #expect(result.status == 0, "\(result.error)")
    #expect(log.values.count == 2)
    for (head, name) in zip(log.values, ["a", "b"]) {
      #expect(head.hasPrefix("GET /\(name) ") && head.contains("\r\nX-One: 1\r\n") && head.contains("\r\nX-Two: 2\r\n"))
      #expect(!head.contains("x-one: 0"))
    }
    let silent = try RawServer { connection in connection.waitForEnd() }
    try sandbox.write("slow/a.json", #"{"url": "\#(silent.url)"}"#)
    let slow = try await sandbox.run("send", "slow", "--timeout", "0.2")
    #expect(slow.status == 4 && slow.text.contains("0.2"), "\(slow.text)")
  }

  @Test(arguments: [["-XPUT"], ["-d", "x"], ["-dx"], ["--data-raw", "x"], ["--print", "body"], ["--reconnect"]])
  func optionsOfOneRequestAreRefusedForAFolder(_ options: [String]) async throws {
    let sandbox = try Sandbox.small()
    let result = try await sandbox.start(["send", "small"] + options).finished()
    #expect(result.status == 2)
    #expect(result.error.hasSuffix(" is for one request, and small is a folder\n"), "\(result.error)")
    #expect(result.text.isEmpty)
  }

  private static let form = "Content-Type: application/x-www-form-urlencoded"

  @Test(
    arguments: [
      (["-dx"], "POST", form, "x"),
      (["-da=1", "-d", "b=2", "--data=c=3"], "POST", form, "a=1&b=2&c=3"),
      (["-XPUT", "-dx"], "PUT", "", "x"),
      (["-HA:1", "-kqXDELETE"], "DELETE", "A: 1", ""),
      (["-qd", "-XPUT"], "POST", "", "-XPUT"),
      (["-HA: \u{301}", "-d{{v}}", "--var=v=\u{301}="], "POST", "A: \u{301}", "\u{301}="),
      (["-H", "A:\u{FE0F}b", "-d", "x\u{301}", "--var", "v=\u{200D}"], "POST", "A: \u{FE0F}b", "x\u{301}"),
      (["-H", "-A: b"], "GET", "-A: b", ""),
      (["--data-raw", "@x{{'{{'}}y}}"], "POST", form, "@x{{y}}"),
      (["--json", #" [1, {{v}}] "#, "--var", "v=2"], "POST", "Content-Type: application/json", " [1, 2] "),
      (["-d", "{{v}}", "--var", "v=2"], "POST", form, "2"), (["-d", "-"], "POST", form, "-"),
      (["-d@{{v}}.txt"], "POST", form, "lineline"),
      (["--data-binary", "@{{v}}.txt"], "POST", form, "line\r\nline\n"),
      (["-d", "@data.json"], "POST", form, "true"),
      (["--json", "@data"], "POST", "Accept: application/json", "\n{ }\n"),
      (["--data-binary", "@data", "-d", "@data.json"], "POST", form, "\n{ }\n&true"),
      (["--json", "[1", "-d", "2]"], "POST", "Content-Type: application/json", "[1&2]"),
      (["--data-binary", "@data.json", "-H", "content-type: a/b"], "POST", "content-type: a/b", "true\n"),
    ] as [([String], String, String, String)])
  func valuesMayBeAttachedToTheirOptions(
    _ options: [String], _ method: String, _ header: String, _ body: String
  ) async throws {
    let log = Recorder<String>()
    let server = try recorder(log)
    let sandbox = try Sandbox()
    try sandbox.write("{{v}}.txt", "line\r\nline\n")
    try sandbox.write("data.json", "true\n")
    try sandbox.write("data", "\n{ }\n")
    let result = try await sandbox.start(["send", server.url + "/x", "--no-redirects"] + options).finished()
    #expect(result.status == 0, "\(result.error)")
    let message = try #require(log.values.first)
    #expect(message.hasPrefix("\(method) /x HTTP/1.1\r\n"))
    #expect(Data(message.utf8).range(of: Data("\r\n\(header)".utf8)) != nil, "\(message)")
    let end = "\r\n\r\n\(body)"
    #expect(message.utf8.suffix(end.utf8.count).elementsEqual(end.utf8), "\(message)")
  }

  @Test func afterTwoDashesNothingIsAnOption() async throws {
    let result = try await Sandbox().run("send", "--", "-dx")
    #expect(result.status == 2)
    #expect(result.error == "\"-dx\" is neither a file nor a URL — check the path\n")
  }

  @Test func everyOptionWithAValueMayHaveItAttached() async throws {
    let dump = try await Sandbox().run("send", "--experimental-dump-help").output
    let commands = try #require(
      try (JSONSerialization.jsonObject(with: dump) as? [String: Any])?["command"] as? [String: Any])
    let all = [commands] + (commands["subcommands"] as? [[String: Any]] ?? [])
    let send = try #require(all.first { $0["commandName"] as? String == "send" })
    var lines: [(attached: String, arguments: [String])] = []
    for argument in send["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String == "option" {
      for name in (argument["names"] as? [[String: Any]] ?? []).compactMap({ $0["name"] as? String }) {
        let numbers = [
          "timeout", "max-time", "m", "max-redirs", "retry", "retry-delay", "retry-max-time", "connect-timeout",
          "count",
          "idle",
        ]
        let words = [
          "e": "http://h", "referer": "http://h", "print": "body", "cert-type": "PEM", "key-type": "PEM",
          "until": "$.a == 1", "join": "$.a", "x": "h", "proxy": "h",
        ]
        let value = numbers.contains(name) ? "5" : words[name] ?? "\u{301}"
        let attached = name.count == 1 ? "-q\(name)\(value)" : "--\(name)=\(value)"
        // Options that need another one.
        let others = [
          "key": ["-Ex"], "pass": ["-Ex"], "U": ["-xx"], "proxy-user": ["-xx"], "retry-delay": ["--retry=1"],
          "retry-max-time": ["--retry=1"], "aws-sigv4": ["-ua:b"], "cert-type": ["-Ex"],
          "key-type": ["-Ex", "--key=x"],
        ]
        lines.append((attached, ["send", attached, "nowhere.json"] + (others[name] ?? [])))
      }
    }
    #expect(lines.count > 50)
    for (attached, arguments) in lines {
      let mistake = WorkbenchCommand.mistake(in: arguments)
      #expect(mistake == nil, "\(attached): \(mistake ?? "")")
    }
    let sandbox = try Sandbox()
    for (attached, arguments) in Seeds.some(of: lines) {
      let result = try await sandbox.run(arguments)
      #expect(result.error.hasPrefix("\"nowhere.json\" is neither"), "\(attached): \(result.error)")
    }
  }

  @Test func aLargeFileWithoutVariablesIsSentFromTheDisk() async throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "a line of text { with one brace\n", count: 60_000)
    try sandbox.write("large {{x}}.txt", text)
    let server = try EchoServer()
    let result = try await sandbox.run("send", server.url, "--data-binary", "@large {{x}}.txt")
    #expect(result.output == Data(text.utf8), "\(result.error)")
    let withVariable = text + "{{x}}\n"
    try sandbox.write("large.txt", withVariable)
    let resolved = try await sandbox.run("send", server.url, "--data-binary", "@large.txt", "--var", "x=1")
    #expect(resolved.output == Data((text + "1\n").utf8), "\(resolved.error)")
  }

  // MARK: Environments of URLs

  @Test func aURLUsesAnEnvironmentOfTheCollectionHere() async throws {
    let log = Recorder<String>()
    let server = try recorder(log)
    let sandbox = try Sandbox()
    let collection =
      #"{"variables": [{"name": "a", "value": "1"}], "headers": [{"name": "X-Own", "value": "no"}], "auth": {"bearer": {"token": "no"}}}"#
    try sandbox.write("collections/one/collection.json", collection)
    try sandbox.write("collections/one/environments/local.json", #"{"variables": [{"name": "b", "value": "{{a}}2"}]}"#)
    try sandbox.write("collections/two/collection.json", "{}")
    try sandbox.write("collections/two/environments/other.json", #"{"variables": []}"#)
    let url = server.url + "/{{b}}"
    #expect(try await sandbox.run("send", url, "--env", "local", "--no-redirects").status == 0)
    let inside = try await sandbox.shell(
      "cd collections/one/environments && workbench send '\(url)' --env local --no-redirects")
    #expect(inside.status == 0, "\(inside.error)")
    #expect(log.values.count == 2)
    for head in log.values {
      #expect(head.hasPrefix("GET /12 ") && !head.contains("X-Own") && !head.contains("Bearer"))
    }
    let unknown = try await sandbox.run("send", url, "--env", "nope")
    #expect(unknown.status == 2)
    #expect(unknown.error == "No environment \"nope\" — choose one of local, other\n")
    try sandbox.write("collections/two/environments/local.json", #"{"variables": []}"#)
    let ambiguous = try await sandbox.run("send", url, "--env", "local")
    #expect(ambiguous.status == 2)
    #expect(ambiguous.error.hasSuffix(" both have an environment \"local\" — run the command in one of them\n"))
    let nowhere = try await Sandbox().run("send", url, "--env", "local")
    #expect(nowhere.status == 2)
    #expect(nowhere.error == "No environment \"local\" — there are none here\n")
  }

  // MARK: What is printed

  @Test func eachPartOfAnExchangeCanBePrinted() async throws {
    let sandbox = try Sandbox()
    let address = try await Demo.url()
    let headers = try await sandbox.run("send", address + "/anything", "-d", "sent", "--print", "headers").text
    #expect(headers.hasPrefix("HTTP/1.1 200 OK\n") && headers.contains("Content-Type: application/json"))
    let exchange = try await sandbox.run("send", address + "/anything", "-d", "sent", "--print", "exchange").text
    #expect(exchange.hasPrefix("POST \(address)/anything\n"))
    #expect(exchange.contains("\n\nsent\n\nHTTP/1.1 200 OK\n") && exchange.contains("\"sent\": \"\""))
    let har = try await sandbox.run("send", address + "/anything", "-d", "sent", "--print", "har").output
    let log = try #require(JSONSerialization.jsonObject(with: har) as? [String: [String: Any]])["log"]
    #expect((log?["entries"] as? [Any])?.count == 1)
  }

  @Test func aBodyThatIsNoTextComesThroughUntouched() async throws {
    let bytes = Data([0xFF, 0xFE, 0x00, 0x1B, 0x5B, 0x41, 0x0D, 0x0A, 0xC3])
    let server = try EchoServer(answer: bytes)
    let result = try await Sandbox().run("send", server.url)
    #expect(result.output == bytes)
  }

  @Test func onATerminalABodyIsLaidOutAndWhole() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench send small/get.json --demo; echo status $?")
    try await terminal.wait(for: "\"colour\": \"teal\"", "status 0")
  }

  @Test func aTerminalIsToldThatABodyIsShownAsJSONUnlessItIsQuiet() async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(headers: ["Content-Type: application/cbor"], body: "\u{63}abc")
      }
    }
    let terminal = try await Terminal(Sandbox())
    let send = "workbench send \(server.url)"
    try await terminal.run("\(send) -s 2>quiet; \(send) 2>loud; echo status $?")
    try await terminal.wait(for: "\"abc\"", "status 0")
    #expect(terminal.sandbox.text("quiet") == "")
    #expect(terminal.sandbox.text("loud").contains("CBOR, shown as JSON\n"))
  }

  @Test func controlCharactersAreMarksOnATerminalAndThemselvesInAPipe() async throws {
    let text = "title \u{1B}]2;owned\u{7} bell \u{8} \u{9B}1m"
    let server = try EchoServer(answer: Data(text.utf8))
    #expect(try await Sandbox().run("send", server.url).text == text)
    let terminal = try await Terminal(Sandbox())
    try await terminal.record(to: "bytes")
    try await terminal.run("workbench send \(server.url); echo ended")
    try await terminal.wait(for: "title ␛]2;owned␇ bell ␈", "ended\n")
    let bytes = terminal.sandbox.text("bytes")
    #expect(!bytes.contains("\u{1B}]2;owned") && !bytes.contains("\u{9B}"))
  }

  // MARK: How it ends

  struct Ending: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., status: Int32, says: String) {
      (self.arguments, self.status, self.says) = (arguments, status, says)
    }
  }

  @Test(arguments: [
    Ending("send", "%/status/404", status: 0, says: "404 Not Found"),
    Ending("send", "%/status/404", "--fail", status: 1, says: "404 Not Found"),
    Ending("send", "%/get", "--fail", status: 0, says: "200 OK"),
    Ending("send", "%/redirect/1", "--no-redirects", status: 0, says: "302 Found"),
    Ending(
      "send", "nowhere.json", status: 2, says: "\"nowhere.json\" is neither a file nor a URL — check the path"),
    Ending("send", "./nowhere", status: 2, says: "\"./nowhere\" is neither a file nor a URL — check the path"),
    Ending("send", "../nowhere", status: 2, says: "\"../nowhere\" is neither a file nor a URL — check the path"),
    Ending(
      "send", "%/get", "-H", "nonsense", status: 2, says: "\"nonsense\" is not a header — write it as 'Name: value'"),
    Ending(
      "send", "%/get", "--var", "nonsense", status: 2,
      says: "--var \"nonsense\" is not a variable — write it as name=value"),
    Ending(
      "send", "%/get", "--cacert", "none.pem", status: 2, says: "--cacert none.pem: No such file or directory"),
    Ending(
      "send", "%/get", "--cert", "none.pem:secret", status: 2, says: "--cert none.pem: No such file or directory"),
    Ending(
      "send", "%/get", "--cert", "small/get.json", "--key", "none.key", status: 2,
      says: "--key none.key: No such file or directory"),
    Ending(
      "send", "%/get", "--unix-socket", "none.sock", status: 2,
      says: "--unix-socket none.sock: No such file or directory"),
    Ending(
      "run", "small/get.json", "--env-var", "nonsense", status: 2,
      says: "--env-var \"nonsense\" is not a variable — write it as name=value"),
    Ending("run", "small/get.json", "--env", "./none.json", status: 2, says: "--env: Cannot read ./none.json"),
    Ending("demo", "small", "--cert", "none.pem", status: 2, says: "--cert none.pem: No such file or directory"),
    Ending("send", "%/get", "--max-redirs", "-5", status: 2, says: "--max-redirs takes a number from 0 on, or -1"),
    Ending("send", "%/get", "-x", "foo://x", status: 2, says: "\"foo://x\" is not a proxy"),
    Ending("send", "%/get", "-H", "a: b\nc: d", status: 2, says: "The value of the header \"a\" has a control"),
    Ending("send", "%/post", "-d", "@nowhere", status: 2, says: "Cannot read the file nowhere — check the path"),
    Ending("send", "%/get", "--print", "nonsense", status: 2, says: "nonsense"),
    Ending("send", "small/broken.json", status: 3, says: "broken.json:3:1 — "),
    Ending(
      "send", "small/get.json", "--env", "nowhere", status: 2,
      says: "No environment \"nowhere\" — choose one of demo"),
    Ending(
      "send", "small", "--env", "nowhere", status: 2,
      says: "No environment \"nowhere\" — choose one of demo"),
    Ending("send", "empty", status: 2, says: "/empty — check the path"),
    Ending("send", "small/collection.json", status: 2, says: "collection.json holds the settings of a folder — send "),
    Ending(
      "send", "mixed/environments/sound.json", status: 2,
      says: "sound.json is an environment — choose it with --env sound"),
    Ending("send", "%/post", "-d", "x", "-F", "y=1", status: 2, says: "-d and -F are different bodies"),
    Ending("send", "mixed/get.json", status: 0, says: "200 OK"),
    Ending("send", "mixed/get.json", "--env", "sound", status: 0, says: "200 OK"),
    Ending("send", "mixed/get.json", "--env", "broken", status: 3, says: "broken.json:1:2 — "),
    Ending("send", "{{a}}/{{b}}?{{a}}{{c}}", status: 4, says: "No value for {{a}}, {{b}}, {{c}} — "),
    Ending("send", "http://exa mple/", status: 4, says: "exa mple"),
    Ending("send", "http://127.0.0.1:1/", status: 4, says: "127.0.0.1:1"),
    Ending("send", "http://nonexistent.invalid/", status: 4, says: "nonexistent.invalid"),
    Ending("send", "%/delay/5", "--timeout", "0.1", status: 4, says: "0.1"),
    Ending(
      "send", "%/get", "--timeout=inf", status: 2,
      says: "--timeout takes a time such as 500ms or 30s, or 0 to wait forever, not"),
    Ending("send", "%/get", "--timeout=1e30", status: 2, says: #"not "1e30""#),
    Ending("send", "%/get", "--timeout=-5", status: 2, says: #", not "-5""#),
    Ending("send", "%/get", "--timeout=nan", status: 2, says: #"not "nan""#),
    Ending("send", "small/slow.json", status: 3, says: "\"timeout\" is longer than 30 years: give seconds, or 0"),
    Ending("--no-such-option", status: 2, says: "--no-such-option"),
    Ending("history", "show", "no-such-id", status: 2, says: "No exchange has the id \"no-such-id\""),
  ])
  func everyEndHasItsCodeAndItsSentence(_ ending: Ending) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/broken.json", "{\n  \"url\": \n}\n")
    let address = try await Demo.url()
    try sandbox.write("small/slow.json", #"{"url": "\#(address)/get", "options": {"timeout": 1e30}}"#)
    try sandbox.write("mixed/get.json", #"{"url": "\#(address)/get"}"#)
    try sandbox.write("mixed/environments/broken.json", "{")
    try sandbox.write("mixed/environments/sound.json", #"{"variables": []}"#)
    try sandbox.write("empty/notes.txt", "")
    let arguments = ending.arguments.map { $0.replacingOccurrences(of: "%", with: address) }
    let result = try await sandbox.start(arguments).finished()
    #expect(result.status == ending.status)
    #expect(result.error.contains(ending.says), "\(result.error)")
  }

  @Test func aPipeGetsWhatHasComeWhileTheRestIsStillToCome() async throws {
    let rest = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
      rest.waitOnThread()
      try connection.send("data: two\n\n")
    }
    let sandbox = try Sandbox()
    let program = try sandbox.start(["send", server.url])
    _ = try await eventually("the first event in the pipe") {
      program.outputSoFar == "data: one\n\n" ? true : nil
    }
    rest.open()
    #expect(try await program.finished().text == "data: one\n\ndata: two\n\n")
    #expect(try await sandbox.run("history", "list").text.contains("\t200\tGET\t\(server.url)"))
  }

  @Test func aTerminalShowsEventsAsTheyCome() async throws {
    let rest = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\u{1B}[2J\n\ndata: t")
      rest.waitOnThread()
      try connection.send("wo\n\n")
    }
    let terminal = try await Terminal(Sandbox())
    try await terminal.run("workbench send \(server.url); echo ended")
    try await terminal.wait(for: "data: one␛[2J")
    rest.open()
    try await terminal.wait(for: "data: two", "200 OK")
  }

  @Test func whoeverStopsReadingEndsTheSendingAndHistoryHasIt() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
      while true { try connection.send(String(repeating: "data: more\n\n", count: 1000)) }
    }
    let sandbox = try Sandbox()
    let result = try await sandbox.shell("{ workbench send \(server.url); echo $? >status; } | head -1")
    #expect(result.text == "data: one\n")
    #expect(sandbox.text("status") == "5\n")
    #expect(try await sandbox.run("history", "list").text.contains("\t---\tGET\t\(server.url)"))
  }

  @Test(arguments: [
    "send %/get", "send %/get --print headers", "send %/get --print exchange", "send %/get --print har",
    "send small --demo", "history list", "history search get", "history show $(cat id)", "check broken",
    "demo --port 0",
  ])
  func dataThatCannotBeWrittenIsToldWithTheReason(_ command: String) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("broken/broken.json", "{")
    let address = try await Demo.url()
    if command.hasPrefix("history") {
      _ = try await sandbox.run("send", address + "/get")
      try sandbox.write("id", String(try await sandbox.run("history", "list").text.prefix(8)))
    }
    let arguments = command.replacingOccurrences(of: "%", with: address)
    let result = try await sandbox.shell("workbench \(arguments) >/dev/full")
    #expect(result.status == 4)
    #expect(result.error.hasSuffix("Cannot write to standard output: No space left on device\n"))
  }

  @Test func anInterruptCancelsAndIsRecorded() async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      arrived.open()
      connection.waitForEnd()
    }
    let sandbox = try Sandbox()
    let program = try sandbox.start(["send", server.url + "/endless", "--timeout", "0"])
    await arrived.wait()
    program.send(SIGINT)
    let result = try await program.finished()
    #expect(result.status == 5)
    #expect(result.error == "Cancelled\n")
    #expect(try await sandbox.run("history", "list").text.contains("\t---\tGET\t\(server.url)/endless\t"))
  }
}

/// Sends the body of each request back, or always the same.
struct EchoServer {
  private let server: RawServer
  var url: String { server.url }

  init(answer: Data? = nil) throws {
    server = try RawServer { connection in
      let head = try connection.readHead()
      let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }?.split(
        separator: " "
      ).last
      let body = try connection.readBytes(Int(length ?? "") ?? 0)
      let bytes = answer.map(Array.init) ?? body
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(bytes.count)\r\n\r\n")
      try connection.send(bytes)
    }
  }
}
