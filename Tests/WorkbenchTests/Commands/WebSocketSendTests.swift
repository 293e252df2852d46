import Foundation
import TestSupport
import Testing

/// `workbench send` to a WebSocket: lines of standard input are messages, and received ones are lines.
@Suite(.timeLimit(.minutes(2)))
struct WebSocketSendTests {
  private static func url(_ path: String) async throws -> String { try await TestServers.webSockets().url(path) }

  @Test func linesAreSentAndReceivedUntilTheEndOfTheInput() async throws {
    let result = try await Sandbox().run("send", Self.url("/echo"), input: Data("one\n\ntwo".utf8))
    #expect(result.text == "one\n\ntwo\n" && result.status == 0)
    #expect(result.error.contains("101 Switching Protocols") && result.error.hasSuffix("Closed: 1000\n"))
  }

  @Test func messagesAreJSONLinesWithDirectionTypeAndData() async throws {
    let result = try await Sandbox().run(
      "send", Self.url("/echo"), "--print", "messages", "--count", "2", "--interactive",
      input: Data("/binary AP8=\n/text /hi\n".utf8))
    let lines = result.text.split(separator: "\n").map {
      String($0.replacing(/"time":[0-9.]+/, with: #""time":0"#))
    }
    let expected = [
      #"{"time":0,"direction":"sent","type":"binary","encoding":"base64","data":"AP8="}"#,
      #"{"time":0,"direction":"received","type":"binary","encoding":"base64","data":"AP8="}"#,
      #"{"time":0,"direction":"sent","type":"text","data":"/hi"}"#,
      #"{"time":0,"direction":"received","type":"text","data":"/hi"}"#,
      #"{"time":0,"direction":"sent","type":"close","code":1000,"data":""}"#,
    ]
    // A message may be sent before the answer to the one before it is there.
    #expect(lines.prefix(5).sorted() == expected.sorted() && result.status == 0, "\(result.error)")
  }

  @Test(arguments: [
    (["--count", "3"], "1 of 3 messages were received\n", 1), (["--until", "$.done == true"], "No message passed", 1),
    (["--until", "$.n == 1"], "Closed: 1000\n", 0), (["--count", "1"], "Closed: 1000\n", 0),
    (["--idle", "1s"], "Closed: 1000\n", 0),
  ])
  func aConversationEndsWithWhatItWaitsFor(_ options: [String], _ error: String, _ status: Int32) async throws {
    let waits = status == 0 ? [] : ["--idle", "1s"]
    let sandbox = try Sandbox()
    let result = try await sandbox.start(
      ["send", Self.url("/echo")] + options + waits, input: Data(#"{"n": 1}"#.utf8)
    ).finished()
    #expect(result.text == "{\"n\": 1}\n")
    #expect(result.error.contains(error) && result.status == status, "\(result.error)")
  }

  @Test func theTimeOfAllEndsASilentConnection() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.start(["send", Self.url("/count"), "-m", "2s", "--idle", "1h"]).finished()
    #expect(result.status == 4 && result.text.isEmpty)
    #expect(
      result.error.hasSuffix(
        "Closed: 1000\nThe conversation was closed after 2.00 s, the limit of --timeout\n"), "\(result.error)")
  }

  @Test func theServersCloseAndTheUsersAreNamed() async throws {
    let closed = try await Sandbox().run("send", Self.url("/close?code=4001&reason=bye"), "--count", "1")
    #expect(closed.error.contains("Closed by the server: 4001 bye\n") && closed.status == 1)
    let own = try await Sandbox().run(
      "send", Self.url("/echo"), "--interactive", input: Data("/close 1005\n/close 4000 done\n".utf8))
    #expect(own.error.contains("1005 is not a code to close with") && own.error.contains("Closed: 4000 done\n"))
    #expect(own.error.hasSuffix("1 line of the input had a mistake, so not all was done\n") && own.status == 1)
  }

  @Test func theAnswerToATypedPingIsNamed() async throws {
    let url = try await Self.url("/echo")
    let result = try await Sandbox().run("send", url, "--interactive", input: Data("/ping\none\n".utf8))
    #expect(result.text == "one\n" && result.status == 0)
    let isNamed = result.error.contains(/(?m)^Pong after [0-9.]+ (µs|ms|s)$/)
    #expect(isNamed, "\(result.error)")
    let lines = try await Sandbox().run(
      "send", url, "--interactive", "--print", "messages", input: Data("/ping\n".utf8))
    #expect(lines.text.contains(#""type":"pong""#) && !lines.error.contains("Pong"))
  }

  @Test func aRefusedConnectionIsAResponse() async throws {
    let url = try await Self.url("/refuse?status=403")
    let refused = try await Sandbox().run("send", url, input: Data("x\n".utf8))
    #expect(refused.text == "refused\n" && refused.error.hasPrefix("403 Forbidden") && refused.status == 0)
    #expect(try await Sandbox().run("send", url, "--fail").status == 1)
  }

  @Test func savedMessagesHaveTheirVariablesAndAreInHistoryWithoutSecrets() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/chat.json",
      #"""
      { "kind": "websocket", "url": "{{base}}/echo", "subprotocols": "chat", "messages": [
        { "name": "hello", "type": "json", "value": { "who": "{{who}}", "key": "{{key}}" } } ] }
      """#)
    try sandbox.write("c/collection.json", "{}")
    let base = try await Self.url("")
    let result = try await sandbox.run(
      "send", "c/chat.json", "--message", "hello", "--count", "1", "--var", "base=\(base)", "--var", "who=Ada",
      "--secret", "key=s3cret-value")
    #expect(result.text.hasPrefix(#"{"who":"Ada","key":"****"#) && result.status == 0, "\(result.text) \(result.error)")
    let found = try await sandbox.run("history", "search", "Ada")
    #expect(found.text.contains("/echo"))
    #expect(try sandbox.homeFiles().values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("s3cret-value") })
    let unknown = try await sandbox.run("send", "c/chat.json", "--message", "helo", "--var", "base=\(base)")
    #expect(unknown.error == "The request has no message \"helo\" — it has \"hello\"\n" && unknown.status == 2)
  }

  /// A collection with a WebSocket and a saved message that is a file of the home.
  private static func greedy() async throws -> Sandbox {
    let (sandbox, url) = (try Sandbox(), try await url("/echo"))
    try sandbox.write("home/key", "PRIVATE KEY")
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/chat.json",
      #"{ "kind": "websocket", "url": "\#(url)", "messages": [ { "name": "key", "file": "~/key" } ] }"#)
    return sandbox
  }

  @Test func aFileOfASavedMessageNeedsPermissionBeforeTheConnectionOpens() async throws {
    let sandbox = try await Self.greedy()
    let refused = try await sandbox.run("send", "c/chat.json", "--message", "key")
    #expect(refused.status == 4 && refused.error.contains("no permission to read \(sandbox.home)/key"))
    let allowed = try await sandbox.run("send", "c/chat.json", "--message", "key", "--count", "1", "--allow-files")
    #expect(allowed.text == "PRIVATE KEY\n" && allowed.status == 0, "\(allowed.error)")
  }

  @Test func messagesAreSentAfterAPermissionWasGiven() async throws {
    let terminal = try await Terminal(Self.greedy())
    try await terminal.run("workbench send c/chat.json --message key --count 1; echo status $?")
    try await terminal.wait(for: "always or no")
    try await terminal.answer("once")
    try await terminal.wait(for: "PRIVATE KEY", "status 0")
  }

  @Test(arguments: [["-i"], ["--print", "response"], ["-D", "-"]])
  func theHeadIsBeforeTheMessages(_ options: [String]) async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.start(
      ["send", Self.url("/echo")] + options, input: Data("one\ntwo".utf8)
    ).finished()
    let lines = result.text.components(separatedBy: "\n")
    #expect(lines.first == "HTTP/1.1 101 Switching Protocols" && result.status == 0, "\(result.error)")
    #expect(lines.suffix(4) == ["", "one", "two", ""], "\(result.text)")
    let refused = try await sandbox.start(["send", Self.url("/refuse?status=403")] + options).finished()
    #expect(refused.text.hasPrefix("HTTP/1.1 403 Forbidden\n") && refused.text.hasSuffix("\n\nrefused\n"))
  }

  @Test func theSummaryAndHistoryHaveTheMessages() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run("send", Self.url("/echo"), input: Data("one\nthree".utf8))
    let facts = result.error.split(separator: "\n").first?.components(separatedBy: " · ") ?? []
    #expect(facts.count == 5 && Array(facts.suffix(3)) == ["4 messages", "16 B", "HTTP/1.1"], "\(result.error)")
    let id = String(try await sandbox.run("history", "list").text.prefix { $0 != "\t" })
    #expect(try await sandbox.run("history", "show", id, "--print", "body").text == "one\nthree\n")
    let response = try await sandbox.run("history", "show", id, "--print", "response")
    #expect(response.text.hasPrefix("HTTP/1.1 101 ") && response.text.hasSuffix("\n\none\nthree\n"))
    #expect(try await sandbox.run("history", "show", id).text.hasPrefix("WS ws://127.0.0.1"))
  }

  @Test func linesThatWereNotSentAreCounted() async throws {
    let closed = try await Sandbox().run(
      "send", Self.url("/echo"), "--interactive", input: Data("one\n/close\ntwo\n\nthree\n".utf8))
    #expect(closed.text == "one\n" && closed.status == 1)
    #expect(closed.error.hasSuffix("Closed: 1000\n2 messages not sent\n"), "\(closed.error)")
    let lines = Data(String(repeating: "y\n", count: 1_000_000).utf8)
    let many = try await Sandbox().run("send", Self.url("/close"), input: lines)
    #expect(many.status == 1 && many.error.contains("At least "), "\(many.error)")
    #expect(many.error.hasSuffix(" messages not sent\n"), "\(many.error)")
  }

  @Test func aFileThatCannotBeReadIsNamedWithTheReason() async throws {
    let result = try await Sandbox().run(
      "send", Self.url("/echo"), "--interactive", input: Data("/file nosuch\n/file .\n".utf8))
    #expect(result.error.contains("Cannot read the file nosuch: there is no such file\n"), "\(result.error)")
    #expect(result.error.contains("Cannot read the file .: it is a folder\n") && result.status == 1)
  }

  @Test func aFloodOfInputEndsWithTheConversation() async throws {
    let result = try await Sandbox().shell("yes | workbench send '\(Self.url("/echo"))' --count 3")
    #expect(result.text.hasPrefix("y\ny\ny\n") && result.status == 0)
    #expect(result.error.hasSuffix("Closed: 1000\n"), "\(result.error)")
  }

  @Test func standardInputIsLeftAloneIfThatIsAskedFor() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.start(
      ["send", Self.url("/echo"), "--ignore-stdin"], input: Data("a\n".utf8)
    ).finished()
    #expect(result.text == "" && result.status == 0, "\(result.error)")
    #expect(result.error.hasSuffix("Closed: 1000\n"), "\(result.error)")
  }

  @Test(arguments: [
    (["ws://h/", "-X", "POST"], "-X is for an HTTP request, and ws://h/ is a WebSocket"),
    (["ws://h/", "-d", "a"], "-d is for an HTTP request"), (["ws://h/", "a=b"], "a=b is for an HTTP request"),
    (["http://h/", "--message", "a"], "--message is for messages, and http://h/ is an HTTP request"),
    (["ws://h/", "--until", "done"], "\"done\" is not about a message"),
    (["ws://h/", "--dry-run", "--print", "curl"], "ws://h/ is a WebSocket, which has no curl command"),
    (
      ["ws://h/", "--until", "$.id == {{id}}"],
      "--until: {{id}} is not replaced in this check — write its value, or put an expect into the steps of the request"
    ),
    (["ws://h/", "-r", "0-3"], "-r is for an HTTP request"),
    (["ws://h/", "--dry-run", "--count", "1"], "--dry-run sends nothing, and --count is about messages"),
    (["http://h/", "--dry-run", "--reconnect"], "--dry-run sends nothing, and --reconnect is about messages"),
    (["http://h/", "--dry-run", "--print", "messages"], "there are no messages to print"),
    (["ws://h/", "--interactive", "--ignore-stdin"], "use one of them"),
  ])
  func optionsOfAnotherKindAreRefused(_ arguments: [String], _ error: String) async throws {
    let result = try await Sandbox().run(["send"] + arguments)
    #expect(result.error.contains(error) && result.status == 2, "\(result.error)")
  }
}
