import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Credentials of a redirect that leaves its origin, wherever in the message they are.
struct LeavingOriginTests {
  private static let secrets = ["k3y-of-ada-1234", "s3cret-of-ada-5678"]

  private static let auths = [
    #"{ "apikey": { "key": "X-Key", "value": "k3y-of-ada-1234" } }"#,
    #"{ "apikey": { "key": "key", "value": "k3y-of-ada-1234", "in": "query" } }"#,
    #"{ "apikey": { "key": "key", "value": "k3y-of-ada-1234", "in": "cookie" } }"#,
    #"{ "wsse": { "username": "k3y-of-ada-1234", "password": "p" } }"#,
    #"{ "oauth1": { "consumerKey": "a", "consumerSecret": "k3y-of-ada-1234", "signatureMethod": "PLAINTEXT", "in": "body" } }"#,
    #"{ "oauth1": { "consumerKey": "a", "consumerSecret": "k3y-of-ada-1234", "signatureMethod": "PLAINTEXT" } }"#,
    #"{ "awsv4": { "accessKey": "a", "sessionToken": "s3cret-of-ada-5678", "region": "r", "service": "s3" } }"#,
  ]

  /// A server that reads requests with their bodies and answers with the head that `answer` gives for one.
  private static func serve(_ answer: @escaping @Sendable (String) -> [String]) throws -> RawServer {
    try RawServer { connection in
      let head = try connection.readHead()
      let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
      try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
      let location = answer(head)
      try connection.respond(location.isEmpty ? "200 OK" : "307 Elsewhere", headers: location)
    }
  }

  /// The messages at the origin, then at another one that a redirect leads to, and at the origin again, where that one
  /// redirects back.
  private func send(_ auth: String, options: String = "{}") async throws -> (near: [String], far: [String]) {
    let home = Recorder<String>()
    let far = try Self.serve { _ in ["Location: \(home.values[0])/end"] }
    let near = try Self.serve { $0.hasPrefix("POST /end") ? [] : ["Location: \(far.url)/far"] }
    home.record(near.url)
    _ = await SendEngine(client: Session()) { _, _ in }.events(
      try SavedRequest(
        json: #"""
          { "method": "POST", "url": "\#(near.url)/", "auth": \#(auth), "options": \#(options),
            "body": { "form": [{ "name": "a", "value": "b" }] } }
          """#))
    return (near.received, far.received)
  }

  @Test(arguments: auths) func anotherOriginGetsNoneAndNeitherDoesTheOneThatItLeadsBackTo(_ auth: String) async throws {
    let sent = try await send(auth)
    #expect(sent.near.count == 4 && sent.far.count == 2 && sent.far[1] == "a=b" && sent.near[3] == "a=b")
    #expect(Self.secrets.contains { sent.near[0].contains($0) || sent.near[1].contains($0) })
    for text in sent.far + sent.near[2...] {
      for part in Self.secrets + ["oauth_", "Amz"] { #expect(!text.contains(part), "\(text)") }
    }
  }

  @Test(arguments: auths) func anotherOriginGetsThemWhereTheRequestSaysSo(_ auth: String) async throws {
    let sent = try await send(auth, options: #"{ "followAuthorization": true }"#)
    #expect(sent.far.count == 2 && Self.secrets.contains { sent.far.joined().contains($0) }, "\(sent.far)")
  }
}
