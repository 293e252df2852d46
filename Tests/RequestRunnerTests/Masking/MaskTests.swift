import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

struct MaskTests {
  private let mask = SecretMask(["p@ss \"w/rd+", "abc"])

  /// Another URL in the query does not hide them.
  @Test(arguments: ["http://ada:s3cret@h/x?next=http://y", "ada:s3cret@h/x?next=http://y"])
  func theLoginOfAURLIsACredential(url: String) {
    var credentials = LiteralCredentials()
    credentials.note(url: url)
    #expect(credentials.values.contains("s3cret"))
  }

  @Test(arguments: [
    ("x p@ss \"w/rd+ y", "x •••••• y"), ("p%40ss%20%22w%2Frd%2B", "••••••"), ("p%40ss+%22w%2Frd%2B", "••••••"),
    (#""p@ss \"w/rd+""#, #""••••••""#), ("p@ss", "p@ss"), ("abcd", "abcd"),
  ])
  func everyFormOfASecretIsMasked(_ text: String, _ masked: String) { #expect(mask.masked(text) == masked) }

  @Test func maskingKeepsTheByteCount() {
    let body = Data("{\"a\":\"p@ss \\\"w/rd+\"}".utf8) + Data([0xFF])
    let masked = mask.masked(body)
    #expect(masked.count == body.count && masked.last == 0xFF)
    #expect(masked.dropLast() == Data("{\"a\":\"************\"}".utf8))
    #expect(mask.masked(body.dropFirst(3)).count == body.count - 3)
  }

  /// As many secrets as words that begin like them.
  @Test func theTimeOfATextDoesNotGrowWithTheNumberOfSecrets() {
    let work = Work(
      "secrets with the same beginning",
      { count in
        let mask = SecretMask(Set((0..<count).map { "client-secret-\(100_000 + $0)" }))
        return (mask, (0..<count).map { "client-secret-\($0)x" }.joined(separator: " "))
      }, read: { _ = $0.0.masked($0.1) })
    #expect(work.factor < Work.most)
  }

  @Test func eachOfManySecretsIsFoundInEverySpelling() {
    let mask = SecretMask(Set((0..<500).map { "client-secret-\(100_000 + $0)" } + ["client", "cl%ent"]))
    #expect(mask.masked("a client-secret-100000 b") == "a •••••• b")
    #expect(mask.masked("a CLIENT-SECRET-100499 b") == "a •••••• b")
    #expect(mask.masked(#""client\u002dsecret%2D100123""#) == #""••••••""#)
    #expect(mask.masked(Data("client-secret-100321".utf8).base64EncodedString()) == "••••••")
    #expect(mask.masked("client-secret-1004… client-secret-1005 b") == "••••••… client-secret-1005 b")
    #expect(mask.masked("client-secret-100500 clients") == "client-secret-100500 clients")
    #expect(mask.masked(#"{"a":"client","b":"cl%25ent"}"#) == #"{"a":"••••••","b":"••••••"}"#)
  }

  @Test func aSecretInsideALongerOneKeepsTheLongerOneMasked() {
    #expect(SecretMask(["a-token-", "a-token-long"]).masked("a-token-long a-token-") == "•••••• ••••••")
  }

  @Test(arguments: [
    (Header("Authorization", "Bearer anything"), "Bearer ••••••"), (Header("proxy-authorization", "x"), "••••••"),
    (Header("Authorization", ""), ""), (Header("X-Other", "p@ss \"w/rd+"), "••••••"),
    (Header("X-Other", "Bearer x"), "Bearer x"),
  ])
  func credentialHeadersAreMasked(_ header: Header, _ value: String) { #expect(mask.masked(header).value == value) }

  @Test func theTimelineAndItsWireLogAreMasked() {
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://h/p%40ss%20%22w%2Frd%2B", start: .zero,
      requestHeaders: [Header("Authorization", "Basic x")],
      responseHeaders: [Header("Location", "/p%40ss%20%22w%2Frd%2B")],
      trailers: [Header("X-Sum", "p@ss \"w/rd+"), Header("Authorization", "Basic x")],
      failure: "no p@ss \"w/rd+",
      wire: [
        WireLine(time: .zero, kind: .sentHead, text: "authorization: Basic eHg=", byteCount: 25),
        WireLine(time: .zero, kind: .sentHead, text: "GET /p%40ss%20%22w%2Frd%2B HTTP/1.1", byteCount: 9),
        WireLine(time: .zero, kind: .note, text: "p@ss \"w/rd+", byteCount: 9),
      ])
    let masked = mask.masked(Timeline(hops: [hop])).hops[0]
    #expect(masked.url == "http://h/••••••" && masked.failure == "no ••••••")
    #expect(masked.requestHeaders[0].value == "Basic ••••••" && masked.responseHeaders[0].value == "/••••••")
    #expect(masked.trailers == [Header("X-Sum", "••••••"), Header("Authorization", "Basic ••••••")])
    #expect(masked.wire.map(\.text) == ["authorization: Basic ••••••", "GET /•••••• HTTP/1.1", "••••••"])
  }

  // MARK: What counts as a secret

  @Test(
    arguments: [
      (#""auth": { "basic": { "username": "u", "password": "{{t}}" } }"#, ["hidden", "dTpoaWRkZW4="]),
      (#""auth": { "basic": { "username": "u", "password": "literal" } }"#, ["hidden", "literal", "dTpsaXRlcmFs"]),
      (#""auth": { "bearer": { "token": "x-{{t}}" } }"#, ["hidden", "x-hidden"]),
      (#""auth": { "header": { "name": "X", "value": "plain" } }"#, ["hidden", "plain"]),
      (#""headers": [{ "name": "X", "value": "{{t}}" }]"#, ["hidden"]), (#""docs": "nothing""#, ["hidden"]),
      (#""headers": [{ "name": "Authorization", "value": "Bearer literal" }]"#, ["hidden", "literal"]),
      (#""headers": [{ "name": "x-api-key", "value": "literal" }]"#, ["hidden", "literal"]),
      (
        #""headers": [{ "name": "Cookie", "value": "theme=dark; sid=0123456789abcdef" }]"#,
        ["hidden", "0123456789abcdef"]
      ),
    ] as [(String, Set<String>)])
  func secretsInScopeAndCredentialsOfTheRequestAreMasked(_ members: String, _ secrets: Set<String>) async throws {
    #expect(try await Around.secrets(["t": "hidden"]).prepare("{ \"url\": \"h\", \(members) }").secrets == secrets)
  }

  @Test func anAPIKeyHeaderIsMaskedByItsName() async throws {
    let prepared = try await Around.secrets([:]).prepare(
      #"{ "url": "h", "auth": { "header": { "name": "X-Key", "value": "plain" } } }"#)
    #expect(prepared.credentialHeaders == ["x-key"])
    let mask = prepared.mask
    #expect(mask.masked(prepared.sent).headers == [Header("X-Key", "••••••")])
  }

  @Test func aSecretsValueFromTheCommandLineIsMasked() async throws {
    var around = Around.secrets(["t": "kept"])
    around.overrides = ["t": "typed"]
    #expect(try await around.prepare(#"{ "url": "h/{{t}}" }"#).secrets == ["typed", "kept"])
  }

  @Test(
    arguments: [
      (#""headers": [{ "name": "X-Custom", "value": "{{t}}" }, { "name": "X-Plain", "value": "v" }]"#, ["x-custom"]),
      (#""headers": [{ "name": "X-Api-Key", "value": "v" }]"#, ["x-api-key"]),
      (#""headers": [{ "name": "X-{{t}}", "value": "v" }]"#, ["x-hidden"]),
      (#""auth": { "header": { "name": "X-Key", "value": "{{t}}" } }"#, ["x-key"]),
      (#""auth": { "bearer": { "token": "{{t}}" } }"#, ["authorization"]),
    ] as [(String, Set<String>)])
  func headersThatUseASecretAreCredentials(_ members: String, _ names: Set<String>) async throws {
    let prepared = try await Around.secrets(["t": "hidden"]).prepare("{ \"url\": \"h\", \(members) }")
    #expect(prepared.credentialHeaders == names)
  }

  @Test(arguments: [
    ("http://user:pw@h/x", "http://••••••@h/x"),
    ("see http://tok@h:80 and https://a:b@c@d/e@f", "see http://••••••@h:80 and https://••••••@d/e@f"),
    ("mail me@h.example", "mail me@h.example"), ("http://h/x?y=a@b", "http://h/x?y=a@b"),
  ])
  func userInformationInURLsIsMasked(_ text: String, _ masked: String) {
    #expect(SecretMask([]).masked(text) == masked)
  }

  /// Each mark forms one `Character` with the delimiter before it.
  @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}"])
  func aCombiningMarkAfterADelimiterRevealsNoCredential(_ mark: String) {
    #expect(SecretMask([]).masked("http://\(mark)user:pw@\(mark)h/") == "http://••••••@\(mark)h/")
    let line = WireLine(time: .zero, kind: .sentHead, text: "Authorization:\(mark)Basic abc", byteCount: 9)
    let hop = Timeline.Hop(attempt: 1, method: "GET", url: "http://h/", start: .zero, wire: WireLog([line]))
    #expect(SecretMask([]).masked(Timeline(hops: [hop])).hops[0].wire.map(\.text) == ["Authorization: ••••••"])
  }

  @Test func proxyCredentialsInTransportNotesAreMasked() {
    let notes = [
      "Uses proxy env variable http_proxy == 'http://user:pw@127.0.0.1:1'",
      "Uses proxy env variable http_proxy == 'user:pw@127.0.0.1:1'", "Connected to h (127.0.0.1) port 80 (#0)",
    ]
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://h/", start: .zero,
      wire: WireLog(notes.map { WireLine(time: .zero, kind: .note, text: $0, byteCount: 9) }))
    #expect(
      SecretMask([]).masked(Timeline(hops: [hop])).hops[0].wire.map(\.text) == [
        "Uses proxy env variable http_proxy == 'http://••••••@127.0.0.1:1'",
        "Uses proxy env variable http_proxy == '••••••@127.0.0.1:1'", notes[2],
      ])
  }

  @Test func reasonPhrasesAndHeaderNamesAreMasked() {
    let response = Response(
      status: 200, reason: "OK s3cret-value", httpVersion: "HTTP/1.1", headers: [Header("x-S3CRET-VALUE", "y")])
    let masked = SecretMask(["s3cret-value"]).masked(response)
    #expect(masked.reason == "OK ••••••" && masked.headers == [Header("x-••••••", "y")])
  }

  @Test func preparationFailuresMaskSecrets() async throws {
    let around = Around.secrets(["t": "hidden-value"])
    let request = try SavedRequest(json: #"{ "url": "h", "body": { "file": "{{t}}.json" } }"#)
    let events = await SendEngine(client: Session()) { _, _ in }.events(request, around)
    let sentence = try #require(events.exchange?.outcome.failure?.sentence)
    #expect(sentence.contains("••••••.json") && !sentence.contains("hidden"))
  }
}
