import Foundation
import RequestModel
import Testing

/// Requests of the kind websocket, their messages and checks in one line.
@Suite struct WebSocketKindTests {
  private func request(_ json: String) throws -> SavedRequest {
    try SavedRequest(document: try #require(try JSONText(json).value.object))
  }

  @Test(arguments: [
    (#"{ "url": "wss://h" }"#, RequestKind.webSocket), (#"{ "url": " WS://h/a" }"#, .webSocket),
    (#"{ "url": "https://h" }"#, .http), (#"{ "url": "ws" }"#, .http), (#"{ "url": "{{base}}/ws://" }"#, .http),
    (#"{ "kind": "websocket", "url": "{{base}}" }"#, .webSocket), (#"{ "kind": "http", "url": "ws://h" }"#, .http),
  ])
  func theURLImpliesTheKindUnlessTheFileNamesIt(_ json: String, _ kind: RequestKind) throws {
    #expect(try request(json).kind == kind)
  }

  @Test func aTypedURLChangesTheKindAndBack() throws {
    var request = SavedRequest(url: "{{base}}/")
    request.url = "wss://h/chat"
    request.followScheme(after: "{{base}}/")
    #expect(request.document == ["kind": "websocket", "url": "wss://h/chat"])
    #expect(request.shownMethod == "WS" && request.kind.takesMessages)
    // A variable may contain any scheme.
    request.url = "{{base}}/chat"
    request.followScheme(after: "wss://h/chat")
    #expect(request.kind == .webSocket)
    request.url = "wss://h/chat"
    request.followScheme(after: "{{base}}/chat")
    request.url = "https://h/chat"
    request.followScheme(after: "wss://h/chat")
    #expect(request.document == ["url": "https://h/chat"])
    #expect(SavedRequest(url: "ws://h").document == ["kind": "websocket", "url": "ws://h"])
  }

  @Test func aChosenMethodChangesTheKindAndKeepsTheBody() throws {
    var request = try request(#"{ "method": "POST", "url": "{{base}}", "body": { "text": "a" } }"#)
    request.choose(method: "ws")
    #expect(request.document == ["kind": "websocket", "url": "{{base}}", "body": ["text": "a"]])
    #expect(request.unusedSentence == #""body" is not used: the kind is websocket"#)
    #expect(!request.hasUnusualBody)
    #expect(try self.request(#"{ "method": "GET", "url": "ws://h" }"#).unusedMembers == [])
    #expect(try self.request(#"{ "method": "PUT", "url": "ws://h" }"#).unusedMembers == ["method"])
    request.choose(method: "PUT")
    #expect(request.kind == .http && request.method == "PUT" && request.unusedSentence == nil)
  }

  @Test(arguments: [("wss://h/chat", "https://h/chat"), (" WS://h", "http://h"), ("{{base}}/a", "{{base}}/a")])
  func aSocketThatBecomesAnHTTPRequestGetsAURLOfOne(url: String, http: String) throws {
    var request = SavedRequest(url: url)
    request.choose(method: "ws")
    request.followKind()
    #expect(request.kind == .webSocket && request.url == url)
    request.choose(method: "GET")
    request.followKind()
    #expect(request.kind == .http && request.url == http)
    #expect(request.document["kind"] == nil)
  }

  @Test func aSavedMessageIsATextABinaryMessageOrAFile() throws {
    let request = try request(
      #"""
      { "url": "ws://h", "messages": [
        { "name": "a", "value": "{{x}}" }, { "name": "b", "value": { "op": 1 }, "type": "json" },
        { "name": "c", "value": "AAE=", "type": "binary" }, { "name": "d", "file": "d.bin" },
        { "name": "e", "value": "", "off": true } ] }
      """#)
    #expect(request.messages.map(\.name) == ["a", "b", "c", "d"])
    let outgoing = request.messages.map(\.outgoing)
    #expect(outgoing.map(\.type) == ["text", "text", "binary", "text"])
    #expect(outgoing.map { String(decoding: $0.content, as: UTF8.self) } == ["{{x}}", #"{"op":1}"#, "AAE=", ""])
    #expect(outgoing.map(\.template?.file) == [nil, nil, nil, "d.bin"])
  }

  @Test(arguments: [
    ("1000 bye", CloseReason(1000, "bye"), nil as String?), ("4001", CloseReason(4001), nil),
    ("1005 x", CloseReason(1005, "x"), "1005 is not a code to close with — use 1000, or one from 3000 to 4999"),
    ("bye", nil as CloseReason?, nil),
  ])
  func aReasonBeginsWithACodeThatMayBeSent(_ text: String, _ reason: CloseReason?, _ problem: String?) {
    #expect(CloseReason(text) == reason)
    #expect(reason?.problem == problem)
  }

  @Test(
    arguments: [
      ("4001 bye", CloseReason(4001, "bye")), (" bye now ", CloseReason(1000, "bye now")), ("", nil), ("10o0 bye", nil),
      ("1000bye", nil),
    ] as [(String, CloseReason?)])
  func aTypedReasonNeedsNoCode(_ text: String, _ reason: CloseReason?) {
    #expect(CloseReason(typed: text) == reason)
  }

  @Test(arguments: [
    ("$.type == done", #"{"query":"jsonpath","expression":"$.type","predicate":"equals","value":"done"}"#),
    ("body contains a b", #"{"query":"body","predicate":"contains","value":"a b"}"#),
    ("$.done", #"{"query":"jsonpath","expression":"$.done"}"#),
    (
      #"$[?(@.a == 1)].b | count not less 2"#,
      #"{"query":"jsonpath","expression":"$[?(@.a == 1)].b","filters":["count"],"not":true,"predicate":"less","value":2}"#
    ),
  ])
  func aCheckInOneLineIsCutBeforeItsExpectation(_ text: String, _ row: String) throws {
    #expect(JSONValue.object(CheckLine.row(text)) == (try JSONText(row).value))
  }
}
