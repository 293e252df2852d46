import Foundation
import RequestClient
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// Requests with credentials in history.
struct KeptRequestTests {
  private static let hidden = "{{masked secret}}"

  @Test(arguments: [
    (#""url": "http://u:pa55word@h/""#, #""url": "http://u:\#(hidden)@h/""#),
    (#""url": "http://u:{{t}}@h/""#, #""url": "http://u:{{t}}@h/""#),
    (#""headers": [{ "name": "Authorization", "value": "Bearer X" }]"#, #""value": "Bearer \#(hidden)""#),
    (#""headers": [{ "name": "Authorization", "value": "Bearer {{t}}" }]"#, #""value": "Bearer {{t}}""#),
    (#""headers": [{ "name": "X-Api-Key", "value": "k" }]"#, #""value": "\#(hidden)""#),
    (#""headers": [{ "name": "Accept", "value": "k" }]"#, #""value": "k""#),
    (#""auth": { "basic": { "username": "u", "password": "x" } }"#, #""password": "\#(hidden)""#),
    (#""auth": { "bearer": { "token": "x" } }"#, #""token": "\#(hidden)""#),
    (#""body": { "json": { "a": "s3cret-value" } }"#, #""a": "\#(hidden)""#),
    (#""body": { "text": "a czNjcmV0LXZhbHVl b" }"#, #""text": "a \#(hidden) b""#),
  ])
  func historyStoresNoCredentials(_ members: String, _ kept: String) throws {
    let members = members.contains("\"url\"") ? members : #""url": "h", "# + members
    let request = try SavedRequest(json: "{ \(members) }")
    let masked = KeptRequest(mask: SecretMask(["s3cret-value"])).masking(request)
    #expect(JSONValue.object(masked.document).rendered().contains(kept))
    #expect(KeptRequest.isMasked(masked) == kept.contains(Self.hidden))
  }

  /// Their ends are more than half of the secret.
  @Test func historyKeepsWordsLikeTheBeginningOfASecret() throws {
    let request = try SavedRequest(
      json: #"{ "name": "6 Use the token", "url": "http://h/token", "body": { "text": "a token" } }"#)
    #expect(KeptRequest(mask: SecretMask(["token-708"])).masking(request) == request)
  }

  @Test func historyKeepsNoOperationsOfDocuments() throws {
    let kept = KeptRequest(mask: SecretMask([]))
    let request = try SavedRequest(
      json: #"{ "url": "h", "docs": "Long", "x-openapi": { "at": "/paths/~1/get", "operation": {} }, "x-own": 1 }"#)
    let plain = try SavedRequest(json: #"{ "url": "h", "docs": "Long", "x-own": 1 }"#)
    #expect(kept.masking(request) == plain)
    #expect(kept.masking(plain) == plain)
  }

  @Test func aCredentialTypedSinceIsAChange() throws {
    func request(_ key: String, _ password: String) throws -> SavedRequest {
      try SavedRequest(
        json: """
          { "url": "h", "headers": [{ "name": "X-Api-Key", "value": "\(key)" }],
            "auth": { "basic": { "username": "u", "password": "\(password)" } } }
          """)
    }
    let (kept, file) = (KeptRequest(mask: SecretMask([])), try request("k", "x"))
    #expect(kept.isUnchanged(try request(Self.hidden, Self.hidden), since: file))
    #expect(!kept.isUnchanged(try request("new", Self.hidden), since: file))
  }

  private let store: HistoryStore
  private let heads = Recorder<String>()
  private let server: RawServer

  init() throws {
    store = try HistoryStore.inMemory()
    server = try RawServer { [heads] connection in
      heads.record(try connection.readHead())
      try connection.respond()
    }
  }

  private func send(_ request: SavedRequest, file: SavedRequest? = nil) async throws -> Exchange {
    let job = SendEngine.Job(request: request) { _ in
      var inputs = Around.secrets(["t": "s3cret-value"]).inputs
      inputs.fileRequest = { file }
      return inputs
    }
    _ = await SendEngine(client: Session()) { [store] exchange, _ in try store.record(exchange) }.events(job)
    return try #require(try store.exchange(job.id))
  }

  private func authorized() throws -> SavedRequest {
    try SavedRequest(
      json: #"{ "url": "\#(server.url)/", "headers": [{ "name": "Authorization", "value": "Bearer literal-key" }] }"#)
  }

  @Test func aRequestFromHistoryIsResentWithTheCredentialsOfItsFile() async throws {
    let file = try authorized()
    let kept = try await send(file).request
    #expect(kept.headers.map(\.value) == ["Bearer \(Self.hidden)"])
    #expect(try await send(kept, file: file).outcome.response?.status == 200)
    #expect(await heads.values(count: 2).allSatisfy { $0.contains("Authorization: Bearer literal-key\r\n") })
  }

  @Test func withoutAMatchingFileItIsNotSent() async throws {
    var file = try authorized()
    let kept = try await send(file).request
    file.method = "DELETE"
    for file in [nil, file] {
      #expect(
        try await send(kept, file: file).outcome.failure?.sentence
          == "History does not store credentials — retype the masked ones, or send the request from its file")
    }
    #expect(heads.values.count == 1)
  }
}
