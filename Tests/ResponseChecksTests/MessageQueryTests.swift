import Foundation
import RequestModel
import Testing

@testable import ResponseChecks

/// Checks and captures of the messages of a conversation, and mistakes in steps.
@Suite struct MessageQueryTests {
  private static func message(
    _ text: String, _ direction: LogEvent.Message.Direction = .received, type: String = "text"
  ) -> LogEvent.Message {
    LogEvent.Message(direction, type: type, LogEvent.Body(Data(text.utf8)))
  }

  private static var facts: ResponseFacts {
    let head = Response.Head(status: 101, reason: "Switching Protocols", httpVersion: "HTTP/1.1", headers: [])
    var facts = ResponseFacts(head: head, body: Data(), url: "ws://h/", duration: .zero, hops: [])
    facts.openedKind = .webSocket
    facts.messages = [
      message("hello", .sent), message(#"{"type":"ack","n":1}"#), message("", type: "ping"),
      message(#"{"type":"next","n":2}"#), message("plain"), message("\u{0}\u{1}", type: "binary"),
      message(#"{"type":"next","n":12}"#), message("1000 bye", .sent, type: "close"), message("1000", type: "close"),
    ]
    return facts
  }

  private static func result(_ subject: String, _ expected: String, _ facts: ResponseFacts) -> LogEvent.Check {
    var row = JSONObject()
    CheckSubject(subject).set(in: &row)
    CheckExpectation(expected).set(in: &row)
    return CheckEvaluation(facts, CheckEvaluationTests.context).result(of: row)
  }

  @Test(arguments: [
    ("message | jsonpath $.n", "12"), ("message last", "contains next"), ("message first | jsonpath $.type", "ack"),
    ("message 3", "plain"), ("message 3", "length 5"), ("message 4 | toHex", "0001"), ("message 9", "not exists"),
    ("message $.type == next | jsonpath $.n", "2"), ("message last $.type == next | jsonpath $.n", "{{count}}"),
    ("message 2 $.type == next | jsonpath $.n", "12"), ("message $.n == {{count}}", "exists"),
    ("message size < 3", "exists"), ("message body == plain", "plain"), ("message $.type == error", "not exists"),
    ("messages | count", "5"), ("messages $.type == next | count", "2"), ("messages $.type == error | count", "0"),
    ("messages | jsonpath $[*].n", "[1, 2, 12]"),
    ("messages $.type == ack | jsonpath $[*].n", "[1]"), ("messages $.type == ack | jsonpath $[*].n", "1"),
    ("messages | jsonpath $[*].type", "[\"ack\", \"next\", \"next\"]"),
    ("messages", "contains plain"), ("messages | nth 3", "AAE="), ("messages", "not contains hello"),
    ("close", "1000"), ("close reason", "bye"), ("close by", "client"), ("status", "101"),
  ])
  func theConversationIsChecked(_ subject: String, _ expected: String) {
    let result = Self.result(subject, expected, Self.facts)
    #expect(result.isPassed, "\(result)")
    #expect(!Self.result(subject, "not \(expected)", Self.facts).isPassed || expected.hasPrefix("not"))
  }

  @Test(arguments: [
    ("message | jsonpath $.n", "12"), ("message $.type == next | jsonpath $.n", "12"),
    ("message body contains next", "exists"), ("message body contains done", "not exists"),
    ("messages | jsonpath $[*].n", "[12]"), ("message | toHex", "82a474797065a46e657874a16e0c"),
  ])
  func aBinaryMessageThatMeansJSONIsCheckedAsJSON(_ subject: String, _ expected: String) {
    // {"type":"next","n":12} as MessagePack.
    let bytes: [UInt8] = [0x82, 0xA4, 0x74, 0x79, 0x70, 0x65, 0xA4, 0x6E, 0x65, 0x78, 0x74, 0xA1, 0x6E, 0x0C]
    var facts = Self.facts
    facts.messages = [LogEvent.Message(.received, type: "binary", LogEvent.Body(Data(bytes)))]
    let result = Self.result(subject, expected, facts)
    #expect(result.isPassed, "\(result)")
  }

  @Test(arguments: [
    ("$.n", "a WebSocket has no body: begin with message or messages, such as message last | jsonpath $.type"),
    ("size", "a WebSocket has no body: begin with message or messages, such as message last | jsonpath $.type"),
    ("message header X == 1", "\"header X == 1\" is not about a message: begin with a path such as $.type, or with"),
    ("message 0", "the first message has the number 1, not 0"),
    ("close why", "unknown part of a close \"why\" — use code, reason, by"),
  ])
  func aCheckSaysWhatItCannotSee(_ subject: String, _ detail: String) {
    let result = Self.result(subject, "exists", Self.facts)
    #expect(!result.isPassed && result.detail.hasPrefix(detail), "\(result)")
  }

  @Test func anHTTPResponseHasNoMessagesAndARefusalHasABody() {
    let result = Self.result("messages | count", "0", CheckEvaluationTests.facts)
    let detail = "the response has no messages: it is neither a WebSocket nor a stream of events or lines"
    #expect(!result.isPassed && result.detail == detail)
    let head = Response.Head(status: 403, reason: "Forbidden", httpVersion: "HTTP/1.1", headers: [])
    var refused = ResponseFacts(head: head, body: Data("no".utf8), url: "", duration: .zero, hops: [])
    refused.messages = []
    #expect(Self.result("body", "no", refused).isPassed && Self.result("messages | count", "0", refused).isPassed)
  }

  @Test func eventsOfAStreamAreMessagesBesideItsBody() {
    let head = Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [])
    var stream = ResponseFacts(head: head, body: Data("data: {\"n\":1}\n\n".utf8), url: "", duration: .zero, hops: [])
    (stream.messages, stream.isStream) = ([Self.message(#"{"n":1}"#), Self.message("[DONE]")], true)
    #expect(Self.result("messages | count", "2", stream).isPassed)
    #expect(Self.result("message $.n == 1 | jsonpath $.n", "1", stream).isPassed)
    #expect(Self.result("message last", "[DONE]", stream).isPassed)
    #expect(Self.result("body", "contains data:", stream).isPassed)
    let close = Self.result("close", "1000", stream)
    #expect(!close.isPassed && close.detail == "only a WebSocket is closed with a code and a reason")
    stream.lacksEvents = true
    let count = Self.result("messages | count", "2", stream)
    #expect(
      !count.isPassed && count.detail == "only the first events of the stream were kept as messages: the body has all")
  }

  private static func events(_ parts: [StreamPart]) -> ResponseFacts {
    let head = Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [])
    var facts = ResponseFacts(head: head, body: Data(), url: "", duration: .zero, hops: [])
    facts.messages = parts.enumerated().map { index, part in
      LogEvent.Message(part, LogEvent.Body(Data(#"{"n":\#(index + 1)}"#.utf8)))
    }
    facts.isStream = true
    return facts
  }

  private static let named = events([
    StreamPart(.event, event: "message"), StreamPart(.event, event: "add", id: "7"),
    StreamPart(.event, event: "done", id: "8"), StreamPart(.event, event: "add", id: "9"),
  ])

  @Test(arguments: [
    ("event", "add"), ("event first", "message"), ("event 3", "done"), ("event $.n == 2", "add"),
    ("event last $.n < 4", "done"), ("event 9", "not exists"), ("eventId", "9"), ("eventId 2", "startsWith 7"),
    ("eventId first", "not exists"), ("eventId event == done", "8"), ("message event == done | jsonpath $.n", "3"),
    ("message last event == add | jsonpath $.n", "4"), ("messages event == add | count", "2"),
    ("messages eventId == 8 | count", "1"), ("messages event == error | count", "0"),
  ])
  func theNameAndTheIDOfAnEventAreChecked(_ subject: String, _ expected: String) {
    let result = Self.result(subject, expected, Self.named)
    #expect(result.isPassed, "\(result)")
  }

  @Test(arguments: ["event", "eventId first", "messages event == error | count", "message eventId == 1"])
  func linesAndMessagesOfAWebSocketHaveNoName(_ subject: String) {
    for facts in [Self.facts, Self.events([StreamPart(.line)])] {
      let result = Self.result(subject, "not exists", facts)
      #expect(!result.isPassed && result.detail == "only the events of a stream have a name and an ID", "\(result)")
    }
  }

  @Test func checksOfEventsAreMistakesForAWebSocketAndTakeNothingForOneMessage() throws {
    let noEvent = "only the events of a stream have a name and an ID"
    let rows =
      #""checks": [{ "query": "event", "value": "a" }, { "query": "messages", "expression": "event == a" }], "#
      + #""captures": [{ "name": "n", "query": "eventId" }], "steps": [{ "never": "event == error" }]"#
    #expect(
      try Self.mistakes(rows) == [
        "checks[0]: \(noEvent)", "checks[1]: \(noEvent)", "captures[0]: \(noEvent)", "steps[0]: \(noEvent)",
      ])
    #expect(try Self.mistakes(rows, url: "http://h") == [])
    #expect(
      try Self.mistakes(#""steps": [{ "expect": "event last == a" }]"#, url: "http://h") == [
        #"steps[0]: event of one message takes no "last" — write event alone"#
      ])
  }

  @Test func messagesThatWereNotKeptAreNotTakenForNone() {
    var facts = Self.facts
    facts.omittedMessages = 2
    let result = Self.result("messages | count", "5", facts)
    #expect(!result.isPassed && result.detail == "2 messages were not kept")
    #expect(Self.result("close", "1000", facts).isPassed)
  }

  @Test func aCaptureTakesAMessage() throws {
    let evaluation = CheckEvaluation(Self.facts, CheckEvaluationTests.context)
    #expect(
      try evaluation.captured(
        ["name": "n", "query": "message", "expression": "$.type == next", "filters": ["jsonpath $.n"]]) == "2")
    #expect(try evaluation.captured(["name": "n", "query": "message", "expression": "4"]) == "\u{0}\u{1}")
  }

  private static func mistakes(_ members: String, url: String = "ws://h") throws -> [String] {
    let text = #"{ "url": "\#(url)", "messages": [{ "name": "hello", "value": "" }], \#(members) }"#
    let document = try #require(try JSONText(text).value.object)
    return CheckMistake.all(in: document).map { "\($0.place): \($0.problem)" }
  }

  @Test func checksOfTheOtherKindAreMistakes() throws {
    let check =
      #""checks": [{ "query": "messages", "filters": ["count"], "value": 1 }, { "query": "size", "value": 1 }]"#
    #expect(try Self.mistakes(check) == [])
    // The response may be a stream.
    #expect(try Self.mistakes(check, url: "http://h") == [])
    #expect(
      try Self.mistakes(#""checks": [{ "query": "close", "value": 1000 }]"#, url: "http://h") == [
        "checks[0]: only a WebSocket is closed with a code and a reason"
      ])
    #expect(
      try Self.mistakes(check + #", "steps": [{ "wait": "1s" }]"#) == [
        "checks[1]: a WebSocket has no body: begin with message or messages, such as message last | jsonpath $.type"
      ])
    #expect(
      try Self.mistakes(#""checks": [{ "query": "message", "expression": "$.a.. == 1" }]"#).first?
        .hasPrefix("checks[0]: $.a.. is not a JSONPath") == true)
    #expect(
      try Self.mistakes(#""checks": [{ "query": "messages", "expression": "last" }]"#) == [
        "checks[0]: messages are all that pass a check — use message last for one"
      ])
  }

  @Test func aStepThatSendsAMessageThatIsOffIsAMistake() throws {
    let text = #"""
      { "url": "ws://h", "messages": [{ "name": "a", "value": "", "off": true }], "steps": [{ "send": "a" }] }
      """#
    let document = try #require(try JSONText(text).value.object)
    #expect(
      CheckMistake.all(in: document).map { "\($0.place): \($0.problem)" } == [
        #"steps[0]: the message "a" is off — enable it, or name another"#
      ])
  }

  @Test(arguments: [
    (#"{ "sned": "hello" }"#, #"unknown member "sned" — did you mean "send"?"#),
    (#"{ "step": "exepct $.a" }"#, #"unknown step "exepct" — did you mean "expect"?"#),
    (#"{}"#, "a step needs one of send, expect, never, wait, close"),
    (#"{ "send": "hello", "wait": "1s" }"#, "a step does one thing, and this one has send and wait"),
    (#"{ "send": "helo" }"#, #"unknown message "helo" — did you mean "hello"?"#),
    (#"{ "send": 1 }"#, "send is the name of a saved message, or an object with value or file"),
    (#"{ "send": { "vlaue": 1 } }"#, #"unknown member "vlaue" — did you mean "value"?"#),
    (#"{ "send": { "value": "a", "type": "xml" } }"#, #"unknown type "xml" — use text, json, binary"#),
    (#"{ "send": { "type": "json" } }"#, "a message has either a value or a file"),
    (#"{ "expect": "$.a", "within": "soon" }"#, #""soon" is not a time — write one such as 500ms, 2s or 1m"#),
    (
      #"{ "never": "$.a", "within": "0s" }"#,
      "within 0s leaves no time for a message — write one such as 500ms, 2s or 1m"
    ),
    (#"{ "expect": "$.a", "within": "0" }"#, "within 0 leaves no time for a message"),
    (#"{ "expect": "" }"#, "expect needs a check of a message, such as $.type == done"),
    (#"{ "expect": "status == 101" }"#, #""status == 101" is not about a message: begin with a path"#),
    (#"{ "never": "close == 1000" }"#, #""close == 1000" is not about a message"#),
    (#"{ "expect": "$.a | conut == 1" }"#, #"unknown filter "conut" — did you mean "count"?"#),
    (#"{ "expect": { "query": "body", "values": 1 } }"#, #"unknown member "values" — did you mean "value"?"#),
    (#"{ "wait": "long" }"#, #""long" is not a time"#),
    (#"{ "wait": "1s", "within": "2s" }"#, "within is for send, expect and never, not for wait"),
    (#"{ "close": "bye" }"#, #""bye" does not begin with a code to close with, such as 1000 bye"#),
    (#"{ "close": 1005 }"#, "1005 is not a code to close with"),
  ])
  func aMistakeInAStepIsNamed(_ row: String, _ problem: String) throws {
    let found = try Self.mistakes(#""steps": [\#(row)]"#)
    #expect(found.count == 1 && found[0].hasPrefix("steps[0]: \(problem)"), "\(found)")
  }

  @Test func aStreamHasStepsOfWhatItIsSent() throws {
    let steps = #""steps": [{ "expect": "$.a" }, { "never": "$.b" }, { "wait": "1s" }, { "close": "" }]"#
    #expect(try Self.mistakes(steps, url: "http://h") == [])
    let wrong = #""steps": [{ "send": "hello" }, { "expect": "close == 1000" }, { "close": "1000 bye" }]"#
    #expect(
      try Self.mistakes(wrong, url: "http://h") == [
        "steps[0]: send is for a WebSocket: a stream takes no messages",
        "steps[1]: only a WebSocket is closed with a code and a reason",
        #"steps[2]: a stream is not closed with a code — write "close": """#,
      ])
  }

  @Test(arguments: [
    #"{ "send": "hello", "within": "1s" }"#, #"{ "send": { "file": "a.bin" }, "description": "a" }"#,
    #"{ "expect": "close == 4001" }"#, #"{ "expect": { "query": "jsonpath", "expression": "$.a", "any": true } }"#,
    #"{ "never": "body contains {{x}}", "within": "{{time}}" }"#, #"{ "close": "" }"#, #"{ "close": "{{code}}" }"#,
    #"{ "wait": "soon", "off": true }"#,
  ])
  func whatMayBeRightIsNoMistakeInAStep(_ row: String) throws {
    #expect(try Self.mistakes(#""steps": [\#(row)]"#) == [])
  }
}
