import RequestClient
import TestSupport

/// The response of a `StubTransport` to one hop.
struct StubResponse: Sendable {
  var status = 200
  var headers: HTTPHeaders = []
  var chunks: [String] = []
  /// How the hop fails after its chunks.
  var error: RequestError?
  /// Whether there is a head.
  var hasHead = true
  /// The hop begins when it is opened.
  var gate: Gate?

  static func ok(_ chunks: String...) -> StubResponse { StubResponse(chunks: chunks) }

  static func status(_ status: Int, _ chunks: String...) -> StubResponse {
    StubResponse(status: status, chunks: chunks)
  }

  static func redirect(to location: String, _ chunks: String...) -> StubResponse {
    StubResponse(status: 302, headers: [HTTPHeader("Location", location)], chunks: chunks)
  }

  static func failure(_ error: RequestError, after chunks: String...) -> StubResponse {
    StubResponse(chunks: chunks, error: error, hasHead: !chunks.isEmpty)
  }

  static func failure() -> StubResponse { failure(.refused(host: "stub", port: 80)) }

  /// Waits until `gate` is opened.
  static func waiting(for gate: Gate, _ chunks: String...) -> StubResponse { StubResponse(chunks: chunks, gate: gate) }
}
