import Foundation
import RequestModel
import Testing

@testable import RequestRunner

struct MaskTests {
  private let mask = SecretMask(["p@ss \"w/rd+", "abc"])

  @Test(arguments: [
    ("x p@ss \"w/rd+ y", "x •••••• y"), ("p%40ss%20%22w%2Frd%2B", "••••••"), ("p%40ss+%22w%2Frd%2B", "••••••"),
    (#""p@ss \"w/rd+""#, #""••••••""#), ("p@ss", "p@ss"), ("abc", "abc"),
  ])
  func everyFormOfASecretIsMasked(_ text: String, _ masked: String) { #expect(mask.masked(text) == masked) }

  @Test func bytesKeepTheirCount() {
    let body = Data("{\"a\":\"p@ss \\\"w/rd+\"}".utf8) + Data([0xFF])
    let masked = mask.masked(body)
    #expect(masked.count == body.count && masked.last == 0xFF)
    #expect(masked.dropLast() == Data("{\"a\":\"************\"}".utf8))
    #expect(mask.masked(body.dropFirst(3)).count == body.count - 3)
  }

  @Test func aSecretInsideALongerOneDoesNotUncoverIt() {
    #expect(SecretMask(["token", "token-long"]).masked("token-long token") == "•••••• ••••••")
  }

  @Test(arguments: [
    (Header("Authorization", "Bearer anything"), "Bearer ••••••"), (Header("proxy-authorization", "x"), "••••••"),
    (Header("Authorization", ""), ""), (Header("X-Other", "p@ss \"w/rd+"), "••••••"),
    (Header("X-Other", "Bearer x"), "Bearer x"),
  ])
  func credentialsNeverShow(_ header: Header, _ value: String) { #expect(mask.masked(header).value == value) }

  @Test func theTimelineAndItsWireLogAreMasked() {
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://h/p%40ss%20%22w%2Frd%2B", start: .zero,
      requestHeaders: [Header("Authorization", "Basic x")],
      responseHeaders: [Header("Location", "/p%40ss%20%22w%2Frd%2B")],
      failure: "no p@ss \"w/rd+",
      wire: [
        WireLine(time: .zero, kind: .sentHead, text: "authorization: Basic eHg=", byteCount: 25),
        WireLine(time: .zero, kind: .sentHead, text: "GET /p%40ss%20%22w%2Frd%2B HTTP/1.1", byteCount: 9),
        WireLine(time: .zero, kind: .note, text: "p@ss \"w/rd+", byteCount: 9),
      ])
    let masked = mask.masked(Timeline(hops: [hop])).hops[0]
    #expect(masked.url == "http://h/••••••" && masked.failure == "no ••••••")
    #expect(masked.requestHeaders[0].value == "Basic ••••••" && masked.responseHeaders[0].value == "/••••••")
    #expect(masked.wire.map(\.text) == ["authorization: Basic ••••••", "GET /•••••• HTTP/1.1", "••••••"])
  }

  // MARK: What counts as a secret

  @Test(
    arguments: [
      (#""auth": { "basic": { "username": "u", "password": "{{t}}" } }"#, ["hidden", "dTpoaWRkZW4="]),
      (#""auth": { "bearer": { "token": "x-{{t}}" } }"#, ["hidden"]),
      (#""auth": { "header": { "name": "X", "value": "plain" } }"#, []),
      (#""headers": [{ "name": "X", "value": "{{t}}" }]"#, ["hidden"]), (#""docs": "{{t}}""#, []),
    ] as [(String, Set<String>)])
  func whatIsUsedOfSecretsAndCredentialsIsMasked(_ members: String, _ secrets: Set<String>) throws {
    #expect(try Around.secrets(["t": "hidden"]).prepare("{ \"url\": \"h\", \(members) }").secrets == secrets)
  }

  @Test func theHeaderOfAnAPIKeyIsMaskedByItsName() throws {
    let prepared = try Around.secrets([:]).prepare(
      #"{ "url": "h", "auth": { "header": { "name": "X-Key", "value": "plain" } } }"#)
    #expect(prepared.credentialHeaders == ["x-key"])
    let mask = SecretMask(prepared.secrets, credentialHeaders: prepared.credentialHeaders)
    #expect(mask.masked(prepared.sent).headers == [Header("X-Key", "••••••")])
  }

  @Test func aSecretsValueFromTheCommandLineIsASecretToo() throws {
    var around = Around.secrets(["t": "kept"])
    around.overrides = ["t": "typed"]
    #expect(try around.prepare(#"{ "url": "h/{{t}}" }"#).secrets == ["typed"])
  }

  @Test func theSentenceOfARequestThatCannotBePreparedHidesThem() throws {
    let problem = try Around.secrets(["t": "hidden"]).problem(#"{ "url": "h", "body": { "file": "{{t}}.json" } }"#)
    #expect(problem.contains("••••••.json") && !problem.contains("hidden"))
  }
}
