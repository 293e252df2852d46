import RequestModel
import Testing

/// Kinds of requests, auth and bodies in files.
@Suite struct KindTests {
  private func request(_ json: String) throws(DocumentError) -> SavedRequest {
    let value = (try? JSONText(Array(json.utf8)))?.value
    return try SavedRequest(document: value?.object ?? JSONObject())
  }

  @Test func theStandardKindIsNotWritten() throws {
    var request = try request(#"{ "url": "x" }"#)
    #expect(request.kind == .http)
    request.kind = .http
    #expect(request.document == ["url": "x"])
    #expect(try self.request(#"{ "url": "x", "kind": "http" }"#).kind == .http)
  }

  private static let echo = RequestKind(
    "echo", "Echo", "A kind of this test.", fields: [.url], formTabs: [], carrier: .channel { _ in NoChannel() })

  @Test func aStatusOpensAConnectionForMessages() {
    let statuses = [nil, 101, 200, 302, 403]
    #expect(statuses.map { Self.echo.isOpened(by: $0) } == [false, true, true, false, false])
    #expect(statuses.map { RequestKind.webSocket.isOpened(by: $0) } == [false, true, false, false, false])
    #expect(!statuses.contains { RequestKind.http.isOpened(by: $0) })
  }

  @Test func aKindWithoutMethodsIsListedByItsName() {
    #expect([Self.echo, .webSocket, .program, .http].map(\.listedMethod) == ["ECHO", "WS", "STDIO", nil])
    #expect([Self.echo, .webSocket].map(\.titleWithArticle) == ["an Echo", "a WebSocket"])
  }

  @Test func anUnknownKindListsTheKnownOnes() throws {
    let error = #expect(throws: DocumentError.self) { try request(#"{ "url": "x", "kind": "telepathy" }"#) }
    #expect(error?.problem == "\"kind\" is \"telepathy\", not one of http, websocket, stdio")
    #expect(error?.path == [.key("kind")])
  }

  @Test(arguments: [
    (#"{ "bearer": { "token": "a", "x-note": 1 } }"#, #"{ "bearer": { "token": "b", "x-note": 1 } }"#),
    (#"{ "x-before": 1, "bearer": {} }"#, #"{ "x-before": 1, "bearer": { "token": "b" } }"#),
  ])
  func changingAFieldKeepsTheOtherMembers(_ before: String, _ after: String) throws {
    var changed = try request("{ \"url\": \"x\", \"auth\": \(before) }")
    changed.auth?["token"] = "b"
    #expect(changed == (try request("{ \"url\": \"x\", \"auth\": \(after) }")))
  }

  @Test func changingAFieldWritesNoDefaults() throws {
    var changed = try request(#"{ "url": "x", "auth": { "basic": { "username": "a" } } }"#)
    changed.auth?["username"] = "b"
    #expect(changed.document["auth"] == ["basic": ["username": "b"]])
  }

  @Test func changingTheKindReplacesItsFields() throws {
    var changed = try request(#"{ "url": "x", "body": { "x-own": 1, "text": "a", "type": "text/css" } }"#)
    changed.body = .json([1])
    #expect(changed.document["body"] == ["x-own": 1, "json": [1]])
    changed.auth = .basic(username: "ada", password: "")
    #expect(changed.document["auth"] == ["basic": ["username": "ada", "password": ""]])
    changed.auth = RequestAuth.none
    #expect(changed.document["auth"] == ["none": [:]])
  }

  @Test func equalContentsWithDifferentSpellingsAreEqual() throws {
    let lines = try request(#"{ "url": "x", "body": { "text": ["a", "\u00e9"] } }"#)
    #expect(lines.body == .text("a\né", type: nil))
    #expect(try request(#"{ "url": "x", "auth": { "bearer": {} } }"#).auth == .bearer(token: ""))
  }

  @Test(arguments: BodyKind.all, BodyKind.all) func aBodyIsConvertedIfItsKindAllowsIt(from: BodyKind, to: BodyKind) {
    var request = SavedRequest(url: "x")
    request.body = RequestBody(from)
    if request.canConvertBody(to: to) {
      request.setBodyKind(to)
      request.setBodyKind(from)
      #expect(request.body == RequestBody(from))
    }
  }

  @Test(arguments: [
    (#""timeout": -1"#, #""timeout" is negative: give seconds, or 0 to wait forever"#),
    (#""timeout": 1e10"#, #""timeout" is longer than 30 years: give seconds, or 0 to wait forever"#),
    (#""maxRedirects": 2.5"#, #""maxRedirects" is 2.5, not a whole number from 0 to 10000"#),
    (#""maxBody": 0"#, #""maxBody" is not a number of bytes"#),
    (#""verifyTLS": 1"#, #""verifyTLS" is a number, not true or false"#),
    (#""http": "3""#, #""http" is "3", not one of "auto", "1.1", "2", "2-prior-knowledge""#),
  ])
  func anInvalidOptionIsAFailure(_ option: String, _ problem: String) {
    let error = #expect(throws: DocumentError.self) { try request("{ \"url\": \"x\", \"options\": { \(option) } }") }
    #expect(error?.problem == problem)
  }
}

private struct NoChannel: ExchangeChannel {
  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {}
  func perform(_ command: ChannelCommand) {}
}
