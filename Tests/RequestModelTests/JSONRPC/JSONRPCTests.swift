import Foundation
import RequestModel
import Testing

/// Bodies and messages of JSON-RPC 2.0.
@Suite struct JSONRPCTests {
  private static func request(_ body: String) throws -> SavedRequest {
    try SavedRequest(document: ["url": "x", "body": JSONText("{\"jsonrpc\": \(body)}").value])
  }

  // MARK: The body

  @Test(arguments: [
    ("1", JSONValue.number(1)), ("abc", "abc"), ("\"1\"", "1"), ("{{id}}", "{{id}}"),
    ("1.50", .number(JSONNumber(text: "1.50"))),
  ])
  func aTypedIDIsANumberOrAText(typed: String, value: JSONValue) throws {
    var file = SavedFile.request(try Self.request(#"{"method": "a"}"#))
    let field = try #require(BodyKind.jsonrpc.field("id"))
    let place = PlacedField(field, in: "body", kind: "jsonrpc")
    #expect(place.set(typed, in: &file) == nil)
    #expect(file.request?.body?["id"] == value)
    #expect(place.text(in: file) == typed)
    #expect(place.set("", in: &file) == nil)
    #expect(file.request?.body?["id"] == nil)
  }

  @Test func aNewBodyIsACallWithAnID() {
    #expect(RequestBody(.jsonrpc) == .jsonrpc("", id: 1))
  }

  @Test func anIDIsAStringOrANumber() {
    let error = #expect(throws: DocumentError.self) { try Self.request(#"{"method": "a", "id": [1]}"#) }
    #expect(error?.problem == #""id" is an array, not a string or a number"#)
  }

  @Test(
    arguments: [
      (
        #"{"method": "a.b", "params": ["{{v}}"], "id": "7"}"#,
        RequestBody.json(["jsonrpc": "2.0", "method": "a.b", "params": ["{{v}}"], "id": "7"])
      ),
      (
        #"{"method": "a", "params": "[{{n}}]", "id": 7}"#,
        .text(#"{"jsonrpc": "2.0", "method": "a", "params": [{{n}}], "id": 7}"#, type: "application/json")
      ),
      (#"{"method": ""}"#, nil),
    ] as [(String, RequestBody?)])
  func aBodyIsExportedAsItsJSON(body: String, json: RequestBody?) throws {
    #expect(try Self.request(body).body?.jsonrpcAsJSON == json)
  }

  // MARK: Responses

  @Test(
    arguments: [
      (#"{"method": "a", "id": 1}"#, #"{"jsonrpc": "2.0", "result": null, "id": 1}"#, []),
      (
        #"{"method": "a", "id": 1}"#, #"{"error": {"code": -32601, "message": "Method not found"}, "id": 1}"#,
        ["JSON-RPC error: -32601: Method not found"]
      ),
      (
        #"{"method": "a", "id": 1}"#, #"{"error": {"code": -32700, "message": "Parse error"}, "id": null}"#,
        ["JSON-RPC error: -32700: Parse error"]
      ),
      (#"{"method": "a", "id": 1}"#, #"{"result": 1, "id": "1"}"#, ["No JSON-RPC response has the id 1"]),
      (#"{"method": "a", "id": 1}"#, "<html>", ["The response is not JSON-RPC: it is not JSON"]),
      (#"{"method": "a"}"#, "", []),
      (
        #"{"method": "tools/call", "id": 1}"#,
        #"{"result": {"content": [{"type": "text", "text": "no luck"}], "isError": true}, "id": 1}"#,
        ["The tool reports an error: no luck"]
      ),
      (
        #"{"method": "tools/call", "id": 1}"#, #"{"result": {"content": [], "isError": true}, "id": 1}"#,
        ["The tool reports an error"]
      ),
      (#"{"method": "tools/call", "id": 1}"#, #"{"result": {"content": [], "isError": false}, "id": 1}"#, []),
      (#"{"method": "a", "id": 1}"#, #"{"result": {"isError": true}, "id": 1}"#, []),
      (
        #"[{"method": "a", "id": 1}, {"method": "b", "id": "x"}, {"method": "c"}, {"method": "d", "id": 3}]"#,
        #"[{"result": 1, "id": 3}, {"error": {"code": 5, "message": "no"}, "id": "x"}]"#,
        [#"JSON-RPC error for the id "x": 5: no"#, "No JSON-RPC response has the id 1"]
      ),
    ] as [(String, String, [String])])
  func errorsAndMissingResponsesAreNamed(sent: String, received: String, sentences: [String]) {
    #expect(JSONRPCProblems.sentences(sent: Data(sent.utf8), received: [Data(received.utf8)]) == sentences)
  }

  @Test func onlyTheFirstOfManyProblemsAreNamed() {
    let calls = (1...30).map { #"{"method": "a", "id": \#($0)}"# }.joined(separator: ",")
    let sentences = JSONRPCProblems.sentences(sent: Data("[\(calls)]".utf8), received: [Data("[]".utf8)])
    #expect(
      sentences == (1...20).map { "No JSON-RPC response has the id \($0)" }
        + ["10 more JSON-RPC problems: see the body"])
  }

  // MARK: Conversations

  private static func event(_ direction: LogEvent.Message.Direction, _ text: String, at time: Int) -> LogEvent {
    LogEvent(
      .message(LogEvent.Message(direction, type: "text", LogEvent.Body(Data(text.utf8)))), at: .milliseconds(time))
  }

  @Test func aResponseNamesItsCallAndTheTimeBetween() throws {
    let events = [
      Self.event(.sent, #"{"method": "slow", "id": 1}"#, at: 0),
      Self.event(.sent, #"{"jsonrpc": "2.0", "method": "quick", "id": 2}"#, at: 5),
      Self.event(.received, #"{"method": "slow", "id": 1}"#, at: 6),
      Self.event(.received, #"{"jsonrpc": "2.0", "result": {"id": 9}, "id": 2}"#, at: 17),
      Self.event(.received, #"{"error": {"code": 4, "message": "late"}, "id": 1}"#, at: 40),
      Self.event(.sent, #"{"result": null, "id": 1}"#, at: 46),
      Self.event(.received, #"{"result": 1, "id": 3}"#, at: 50), Self.event(.received, "text", at: 51),
    ]
    let matches = events.indices.map { JSONRPCMatch(of: $0, in: events) }
    #expect(
      matches.map { $0.map { "\($0.method) \($0.time / .milliseconds(1)) \($0.problem ?? "")" } } == [
        nil, nil, nil, "quick 12.0 ", "slow 40.0 4: late", "slow 40.0 ", nil, nil,
      ])
  }

  @Test(arguments: [(2, true), (20, false)])
  func aCallIsNotSearchedBehindManyLongMessages(count: Int, isFound: Bool) {
    let long = #"{"id": "\#(String(repeating: "x", count: 60_000))"}"#
    let events =
      [Self.event(.sent, #"{"method": "a", "id": 1}"#, at: 0)]
      + (0..<count).map { Self.event(.received, long, at: $0) } + [
        Self.event(.received, #"{"result": 1, "id": 1}"#, at: 30)
      ]
    #expect((JSONRPCMatch(of: count + 1, in: events) != nil) == isFound)
  }
}
