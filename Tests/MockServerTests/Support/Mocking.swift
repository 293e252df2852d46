import Foundation
import MockServer
import RequestModel
import TestSupport
import Testing

/// A digest that names what it is made of.
struct NoDigests: TemplateDigests {
  func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
  func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
}

/// Requests from JSON texts, as a responder.
func responder(
  _ files: String..., variables: [String: String] = [:], crossOrigin: CrossOrigin = .anyOrigin
) throws -> MockResponder {
  let operations = try files.enumerated().map { index, file in
    let document = try #require(JSONText(file).value.object)
    var scope = VariableScope(builtIn: variables)
    scope.environment = "local"
    return MockOperation(name: "request \(index + 1)", request: try SavedRequest(document: document), scope: scope)
  }
  return MockResponder(operations, crossOrigin: crossOrigin, digests: NoDigests())
}

extension MockResponder {
  func get(_ target: String, _ headers: [Header] = []) -> MockReply {
    reply(to: MockRequest(method: "GET", target: target, headers: headers))
  }

  func post(_ target: String, _ body: String, type: String = "application/json") -> MockReply {
    reply(
      to: MockRequest(
        method: "POST", target: target, headers: [Header("Content-Type", type)], body: Array(body.utf8)))
  }
}

extension MockReply {
  var text: String {
    switch body {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .file(let path, _): "file \(path)"
    case .pieces: "pieces"
    }
  }
}
