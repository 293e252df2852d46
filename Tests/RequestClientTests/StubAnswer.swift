import RequestClient
import TestSupport

/// What a `StubTransport` answers to one hop.
struct StubAnswer: Sendable {
  var status = 200
  var headers: HTTPHeaders = []
  var chunks: [String] = []
  /// How the hop fails after its chunks.
  var error: RequestError?
  /// Whether a head comes at all.
  var hasHead = true
  /// The hop begins when it is opened.
  var gate: Gate?

  static func ok(_ chunks: String...) -> StubAnswer { StubAnswer(chunks: chunks) }

  static func status(_ status: Int, _ chunks: String...) -> StubAnswer { StubAnswer(status: status, chunks: chunks) }

  static func redirect(to location: String, _ chunks: String...) -> StubAnswer {
    StubAnswer(status: 302, headers: [HTTPHeader("Location", location)], chunks: chunks)
  }

  static func failure(_ error: RequestError, after chunks: String...) -> StubAnswer {
    StubAnswer(chunks: chunks, error: error, hasHead: !chunks.isEmpty)
  }

  static func failure() -> StubAnswer { failure(.refused(host: "stub", port: 80)) }

  /// Nothing comes before `gate` is opened.
  static func waiting(for gate: Gate, _ chunks: String...) -> StubAnswer { StubAnswer(chunks: chunks, gate: gate) }
}
