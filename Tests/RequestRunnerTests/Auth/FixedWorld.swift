import Foundation
import RequestClient
import RequestModel

@testable import RequestRunner

/// The runner's cryptography at a fixed time, with random bytes that are not.
struct FixedWorld: KindContext {
  var now = Date(timeIntervalSince1970: 1_440_938_160)
  var randomByte: UInt8 = 7
  private let kinds: RunKinds

  init(body: HTTPBody? = nil, now: Date = Date(timeIntervalSince1970: 1_440_938_160)) {
    let engine = SendEngine(client: Session()) { _, _ in }
    let job = SendEngine.Job(request: SavedRequest(url: "http://localhost/")) { _ in RunInputs(baseFolder: "/") }
    let context = RunContext(job, services: engine.services, session: engine.session, another: engine.run) { _ in }
    kinds = RunKinds(run: context, body: body)
    self.now = now
  }

  func random(_ count: Int) -> Data { Data(repeating: randomByte, count: count) }
  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    try kinds.hash(data, with: algorithm)
  }
  func authenticationCode(of data: Data, key: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    try kinds.authenticationCode(of: data, key: key, with: algorithm)
  }
  func signature(of data: Data, key: String, with algorithm: SignatureAlgorithm) throws(Failure) -> Data {
    try kinds.signature(of: data, key: key, with: algorithm)
  }
  func bodyHash(_ range: HashedBody) async throws(Failure) -> Data { try kinds.bodyHash(range) }
  func mask(_ secret: String) {}
  func send(_ message: OutgoingMessage) throws(Failure) -> Response { throw Failure(.refused, message.url) }
}

extension AuthKind {
  /// The message with the credentials of this kind, whose fields are as in a file.
  func added(to message: OutgoingMessage, _ fields: JSONObject) async throws -> OutgoingMessage {
    var content = RequestAuth(self)
    for member in fields.members { content[member.key.value] = member.value }
    var values: [String: JSONValue] = [:]
    for field in self.fields { values[field.name] = content[field.name] }
    var message = message
    let body = message.body.map(HTTPBody.data)
    try await authenticate(FieldValues(values), &message, FixedWorld(body: body))
    return message
  }
}
