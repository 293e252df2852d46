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

  @Test(
    arguments: [
      (
        RequestBody.json(["query": "{ a }", "variables": ["x": 1], "operationName": .null]),
        RequestBody.graphql(query: "{ a }", variables: ["x": 1])
      ),
      (
        .text("{\"query\": \"query Q { a }\", // one\n\"operationName\": \"Q\"}", type: "application/json"),
        .graphql(query: "query Q { a }", variables: nil, operation: "Q")
      ),
      (.text("{ a }", type: nil), .graphql(query: "{ a }", variables: nil)),
      (.json(["query": 1]), .graphql(query: "{\n  \"query\": 1\n}", variables: nil)),
    ] as [(RequestBody, RequestBody)])
  func theJSONOfAGraphQLRequestBecomesItsParts(_ body: RequestBody, _ graphql: RequestBody) {
    var request = SavedRequest(url: "x")
    request.body = body
    #expect(request.canConvertBody(to: .graphql))
    request.setBodyKind(.graphql)
    #expect(request.body == graphql)
  }

  @Test func aGraphQLRequestWithExtensionsIsNotTakenApartAndWarned() {
    var request = SavedRequest(url: "x")
    request.body = .json(["query": "{ a }", "extensions": ["a": 1]])
    request.setBodyKind(.graphql)
    #expect(request.body?["variables"] == nil && request.body?.text("query").contains("extensions") == true)
    #expect(
      request.body.flatMap { BodyKind.graphql.warning($0) }
        == "The query is the JSON of a GraphQL request, and would be sent inside another: change the kind to JSON")
    #expect(BodyKind.graphql.warning(.graphql(query: "{ a }", variables: nil)) == nil)
  }

  @Test func aGraphQLBodyBecomesTheJSONThatItSends() {
    var request = SavedRequest(url: "x")
    let body = RequestBody.graphql(query: "query Q { a }", variables: ["x": 1], operation: "Q")
    let json: JSONValue = ["query": "query Q { a }", "operationName": "Q", "variables": ["x": 1]]
    request.body = body
    request.setBodyKind(.json)
    #expect(request.body == .json(json))
    request.body = body
    request.setBodyKind(.text)
    #expect(request.body?["type"] == "application/json")
    #expect((try? JSONText(request.body?.text("text") ?? "").value) == json)
    request.setBodyKind(.graphql)
    #expect(request.body == body)
  }

  @Test func variablesThatAreNotJSONYetStayInTheText() {
    var request = SavedRequest(url: "x")
    request.body = .graphql(query: "{ a }", variables: "{\"x\": {{x}}}")
    request.setBodyKind(.text)
    #expect(
      request.body
        == .text("{\n  \"query\": \"{ a }\",\n  \"variables\": {\"x\": {{x}}}\n}", type: "application/json"))
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
