import Foundation
import RequestModel
import RequestRunner
import Testing

/// Credentials of a client are in no recording, however the server repeats them.
struct RecordedResponseTests {
  @Test(arguments: [
    Header("Authorization", "Bearer hunter2-token"), Header("Authorization", "Basic YWRhOmh1bnRlcjItdG9rZW4="),
    Header("Proxy-Authorization", "Basic YWRhOmh1bnRlcjItdG9rZW4="),
    Header("Authorization", #"Digest username="ada", response="hunter2-token""#),
    Header("Authorization", "AWS4-HMAC-SHA256 Credential=a, Signature=hunter2-token"),
    Header("Authorization", "hunter2-token"), Header("Cookie", "theme=dark; session=hunter2-token"),
    Header("X-Api-Key", "hunter2-token"), Header("X-Token", "hunter2-token"), Header("PRIVATE-TOKEN", "hunter2-token"),
  ]) func credentialsInHeaders(sent: Header) {
    let body = #"{"echo": "\#(sent.value)", "plain": "hunter2-token", "kept": "value"}"#
    check(sent: [sent], url: "http://x.test/a", body: body)
  }

  @Test(arguments: [
    "http://x.test/a?api_key=hunter2-token", "http://x.test/a?b=1&sig=hunter2-token",
    "http://ada:hunter2-token@x.test/", "http://x.test/a?password=hunter2-token",
  ]) func credentialsInURLs(url: String) {
    check(sent: [], url: url, body: #"{"url": "\#(url)", "again": "hunter2-token", "kept": "value"}"#)
  }

  @Test(arguments: [
    ("application/json", #"{"login": {"password": "hunter2-token"}}"#),
    ("application/x-www-form-urlencoded", "name=ada&password=hunter2-token"),
  ]) func credentialsInBodies(type: String, sent: String) {
    check(
      sent: [Header("Content-Type", type)], url: "http://x.test/", sentBody: Array(sent.utf8),
      body: #"{"you": "hunter2-token", "kept": "value"}"#)
  }

  @Test func whatTheServerHandsOut() {
    let response = Response(
      status: 302, reason: "Found", httpVersion: "HTTP/1.1",
      headers: [
        Header("Location", "https://y.test/cb?jwt=hunter2-token&state=1"), Header("X-Api-Key", "hunter2-token"),
      ], body: Data(#"{"access_token": "hunter2-token", "token_type": "bearer"}"#.utf8))
    let masked = RecordedResponse.masked(response, sent: [], url: "http://x.test/")
    #expect(
      masked.headers == [
        Header("Location", "https://y.test/cb?jwt=••••••&state=1"), Header("X-Api-Key", "••••••"),
      ])
    #expect(String(decoding: masked.body, as: UTF8.self) == #"{"access_token": "••••••", "token_type": "bearer"}"#)
  }

  /// `{"access_token":"hunter2-token","kept":"hunter2-other"}`, sent to a server with `{"password":"hunter2-other"}`.
  @Test func credentialsInCBOR() {
    let type = [Header("Content-Type", "application/cbor")]
    func text(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + Array(text.utf8) }
    func body(_ token: String, _ other: String) -> Data {
      Data([[0xA2], text("access_token"), text(token), text("kept"), text(other)].joined())
    }
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: type, body: body("hunter2-token", "hunter2-other"))
    let masked = RecordedResponse.masked(
      response, sent: type, url: "http://x.test/", sentBody: [0xA1] + text("password") + text("hunter2-other"))
    let stars = String(repeating: "*", count: 13)
    #expect(masked.body == body(stars, stars))
  }

  private func check(
    sent: [Header], url: String, sentBody: [UInt8] = [], body: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("X-Echo", body)], body: Data(body.utf8))
    let masked = RecordedResponse.masked(response, sent: sent, url: url, sentBody: sentBody)
    let texts = masked.headers.map(\.value) + [String(decoding: masked.body, as: UTF8.self)]
    for text in texts {
      #expect(!text.contains("hunter2") && !text.contains("aHVudGVyMi"), sourceLocation: sourceLocation)
      #expect(text.contains(#""kept": "value""#), sourceLocation: sourceLocation)
    }
  }
}
