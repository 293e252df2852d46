import RequestModel
import Testing

@testable import MockServer

@Suite struct ResponderTests {
  private let users = #"""
    {"url": "{{base}}/users/:id", "examples": [
      {"name": "missing", "status": 404, "body": "no such user"},
      {"name": "found", "status": 200, "headers": [{"name": "X-Page", "value": "{{request.query.page}}"}],
       "body": ["{", "  \"id\": \"{{request.path.id}}\"", "}"]},
      {"name": "admin", "id": "e1", "status": 200, "body": "root", "when": {"path": {"id": "1"}}},
      {"name": "second", "status": 206, "body": "2", "when": {"query": {"page": "2"}, "headers": {"Accept": "*json*"}}}
    ]}
    """#
  private let create = #"""
    {"method": "POST", "url": "{{base}}/users", "examples": [
      {"name": "created", "status": 201, "reason": "Made",
       "body": "{\"name\": \"{{request.body.$.name}}\", \"age\": \"{{request.body.$.age}}\", \"n\": 1.0}"},
      {"name": "invalid", "status": 422, "body": "no", "when": {"body": {"$.name": "", "$.age": 1e0}}},
      {"name": "form", "status": 200, "body": "form", "when": {"body": {"name": "x"}}}
    ]}
    """#

  private func make() throws -> MockResponder {
    try responder(users, create, variables: ["base": "http://localhost:9/api"])
  }

  @Test func theFirstSuccessIsTheDefaultAndItsTemplatesAreReplaced() throws {
    let reply = try make().get("/api/users/7%20a?page=3")
    #expect(reply.status == 200)
    #expect(reply.text == "{\n  \"id\": \"7 a\"\n}")
    #expect(reply.headers == [Header("X-Page", "3"), Header("Content-Type", "application/json")])
    #expect(reply.source == "request 1 · found")
  }

  @Test func thePathOfTheBaseURLMayBeMissing() throws {
    #expect(try make().get("/users/7").status == 200)
  }

  @Test func theMostRulesThatHoldWin() throws {
    let make = try make()
    #expect(make.get("/users/1").text == "root")
    #expect(make.get("/users/1?page=2", [Header("accept", "application/json")]).text == "2")
    #expect(make.get("/users/9?page=2", [Header("accept", "text/html")]).source == "request 1 · found")
  }

  @Test(arguments: [
    ("/users/1", Header("x-mock-response-name", "missing"), "missing"),
    ("/users/1", Header("x-mock-response-code", "404"), "missing"),
    ("/users/2", Header("x-mock-response-id", "e1"), "admin"),
    ("/users/1", Header("Prefer", "dynamic=true, code=404"), "missing"),
    ("/users/1", Header("Prefer", "example=\"found\""), "found"),
    ("/users/1?__code=404", Header("X", ""), "missing"),
    ("/users/1?__example=second", Header("X", ""), "second"),
  ]) func aClientMayAskForAnExample(target: String, header: Header, name: String) throws {
    #expect(try make().get(target, [header]).source == "request 1 · \(name)")
  }

  /// `{"name":"Ann","age":7}`
  private static let cbor: [UInt8] = [
    0xA2, 0x64, 0x6E, 0x61, 0x6D, 0x65, 0x63, 0x41, 0x6E, 0x6E, 0x63, 0x61, 0x67, 0x65, 0x07,
  ]
  private static let messagePack: [UInt8] = [
    0x82, 0xA4, 0x6E, 0x61, 0x6D, 0x65, 0xA3, 0x41, 0x6E, 0x6E, 0xA3, 0x61, 0x67, 0x65, 0x07,
  ]
  /// `{"name":"","age":1.0}`
  private static let empty: [UInt8] = [
    0xA2, 0x64, 0x6E, 0x61, 0x6D, 0x65, 0x60, 0x63, 0x61, 0x67, 0x65, 0xF9, 0x3C, 0x00,
  ]

  @Test(arguments: [
    ("application/cbor", cbor, 201, #"{"name": "Ann", "age": 7, "n": 1.0}"#),
    ("application/msgpack", messagePack, 201, #"{"name": "Ann", "age": 7, "n": 1.0}"#),
    ("application/cbor", empty, 422, "no"),
  ]) func rulesAndTemplatesReadMessagePackAndCBORAsJSON(
    type: String, body: [UInt8], status: Int, text: String
  ) throws {
    let reply = try make().reply(
      to: MockRequest(method: "POST", target: "/users", headers: [Header("Content-Type", type)], body: body))
    #expect(reply.status == status && reply.text == text, "\(reply.status) \(reply.text)")
  }

  @Test func aBinaryMessageIsMetByTheMembersOfItsJSON() throws {
    let row = #"{"url": "ws://a/x", "examples": [{"name": "a", "messages": [{"after": {"age": 7}, "value": "ok"}]}]}"#
    let examples = try SavedRequest(document: #require(JSONText(row).value.object)).examples
    let script = try #require(ExampleScript(examples[0]))
    let answers = [Self.cbor, Self.messagePack, Self.empty].map { bytes in
      script.group(for: MockMessage(.binary, bytes), behind: 0)
    }
    #expect(answers == [1, 1, nil])
  }

  @Test func whatIsAskedForAndMissingIsAnError() throws {
    let reply = try make().get("/users/1", [Header("Prefer", "code=500")])
    #expect(reply.status == 404 && reply.isUnmatched)
    #expect(
      reply.text == """
        {
          "error": "No example of request 1 with the status 500",
          "examples": [
            "404 missing",
            "200 found",
            "200 admin",
            "206 second"
          ]
        }

        """)
  }

  @Test func bodiesAreMatchedByValueAndInsertedAsJSON() throws {
    let make = try make()
    let reply = make.post("/users", #"{"name": "O\"Neil {{base}}", "age": 3}"#)
    #expect(reply.text == #"{"name": "O\"Neil {{base}}", "age": 3, "n": 1.0}"#)
    #expect(reply.status == 201 && reply.reason == "Made")
    #expect(make.post("/users", #"{"age": 1, "name": ""}"#).status == 422)
    #expect(make.post("/users", "name=x", type: "application/x-www-form-urlencoded").text == "form")
    #expect(make.post("/users", "not JSON").text == #"{"name": "", "age": "", "n": 1.0}"#)
  }

  @Test func unknownPathsNameTheNearestRoutes() throws {
    let reply = try make().get("/usrs/1")
    #expect(reply.status == 404 && reply.isUnmatched)
    #expect(
      reply.text == """
        {
          "error": "No request of the collection has the path /usrs/1",
          "nearest": [
            "GET /users/:id",
            "POST /api/users",
            "GET /api/users/:id"
          ]
        }

        """)
  }

  @Test func aHeadRequestHasTheHeadersOfTheGet() throws {
    let make = try make()
    let get = make.reply(to: MockRequest(method: "GET", target: "/users/1"))
    let head = make.reply(to: MockRequest(method: "HEAD", target: "/users/1"))
    #expect(head.status == 200 && head.headers == get.headers)
  }

  @Test func otherMethodsAreNamed() throws {
    let make = try make()
    let reply = make.reply(to: MockRequest(method: "DELETE", target: "/users/1"))
    #expect(reply.status == 405)
    #expect(reply.headers.first("Allow") == "GET, HEAD, OPTIONS")
    let options = make.reply(to: MockRequest(method: "OPTIONS", target: "/api/users"))
    #expect(options.status == 204)
    #expect(options.headers.first("Allow") == "OPTIONS, POST")
  }

  @Test func aLiteralPathComesBeforeAParameter() throws {
    let make = try responder(
      #"{"url": "/users/:id", "examples": [{"name": "one", "body": "{{request.path.id}}"}]}"#,
      #"{"url": "/users/me", "examples": [{"name": "me", "body": "me"}]}"#)
    #expect(make.get("/users/me").text == "me")
    #expect(make.get("/users/you").text == "you")
  }

  @Test func theSavedQueryDecidesBetweenEqualPaths() throws {
    let make = try responder(
      #"{"url": "/search?q=a", "examples": [{"name": "a", "body": "a"}]}"#,
      #"{"url": "/search", "query": [{"name": "q", "value": "b"}], "examples": [{"name": "b", "body": "b"}]}"#)
    #expect(make.get("/search?q=a").text == "a")
    #expect(make.get("/search?q=b").text == "b")
    #expect(make.get("/search").text == "a")
  }

  @Test func headersOfTheConnectionAreNotSent() throws {
    let make = try responder(
      #"""
      {"url": "/", "examples": [{"name": "e", "headers": [{"name": "Transfer-Encoding", "value": "chunked"},
       {"name": "Content-Length", "value": "3"}, {"name": "Content-Encoding", "value": "gzip"},
       {"name": "Set-Cookie", "value": "a=1"}, {"name": "Set-Cookie", "value": "b=2\r\nEvil: 1"},
       {"name": "Bad Name", "value": ""}]}]}
      """#)
    #expect(make.get("/").headers == [Header("Set-Cookie", "a=1"), Header("Set-Cookie", "b=2Evil: 1")])
  }

  @Test func delaysFailuresAndPlainTextAreKept() throws {
    let make = try responder(
      #"{"url": "/", "examples": [{"name": "e", "delay": 1500, "failure": "reset", "templates": false, "body": "{{$guid}}"}]}"#
    )
    let reply = make.get("/")
    #expect(reply.delay == 1.5 && reply.failure == .reset && reply.text == "{{$guid}}")
  }

  @Test func requestsWithoutExamplesSaySo() throws {
    let reply = try responder(#"{"url": "/a"}"#).get("/a")
    #expect(reply.status == 501 && reply.isUnmatched)
  }

  @Test func dynamicVariablesFiltersAndUnknownNames() throws {
    let make = try responder(
      #"{"url": "/:a", "examples": [{"name": "e", "body": "{{request.path.a | upper}} {{nope}} {{$timestamp}} {{greeting}}"}]}"#,
      variables: ["greeting": "hi"])
    #expect(make.get("/x").text.contains(/^X {{nope}} [0-9]+ hi$/))
  }

  @Test func preflightsAreAnswered() throws {
    let file = #"{"method": "PUT", "url": "/a", "examples": [{"name": "e"}]}"#
    let question = MockRequest(
      method: "OPTIONS", target: "/a",
      headers: [
        Header("Origin", "http://front.test"), Header("Access-Control-Request-Method", "PUT"),
        Header("Access-Control-Request-Headers", "X-A"),
      ])
    let any = try responder(file).reply(to: question)
    #expect(any.status == 204 && any.headers.first("Access-Control-Allow-Origin") == "*")
    #expect(any.headers.first("Access-Control-Allow-Methods") == "OPTIONS, PUT")
    #expect(any.headers.first("Access-Control-Allow-Headers") == "X-A")
    let one = try responder(file, crossOrigin: .origin("http://front.test")).reply(to: question)
    #expect(one.headers.first("Access-Control-Allow-Credentials") == "true")
    let none = try responder(file, crossOrigin: .none).reply(to: question)
    #expect(none.headers.first("Access-Control-Allow-Origin") == nil)
  }

  @Test(arguments: [
    ("http://localhost:3000", true), ("https://127.0.0.1", true), ("http://[::1]:8080", true),
    ("http://app.localhost", true), ("http://front.test", false), ("http://localhost.evil.test", false),
    ("http://127.0.0.1.evil.test", false), ("null", false), ("file://", false),
    ("http://evil.test:80@localhost", false),
  ])
  func unlessToldOtherwiseOnlyPagesOfThisMachineMayReadAnswers(_ origin: String, _ isAllowed: Bool) throws {
    let server = try responder(#"{"url": "/a", "examples": [{"name": "e"}]}"#, crossOrigin: .loopback)
    let reply = server.get("/a", [Header("Origin", origin)])
    #expect(reply.headers.first("Access-Control-Allow-Origin") == (isAllowed ? origin : nil))
    #expect(reply.headers.first("Access-Control-Allow-Credentials") == nil)
  }
}
