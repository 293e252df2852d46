import RequestClient
import TestSupport

/// What a `StubTransport` answers to one hop.
struct StubAnswer: Sendable {
  var status = 200
  var headers: HTTPHeaders = []
  var pieces: [String] = []
  /// How the hop fails after its pieces.
  var error: RequestError?
  /// Whether a head comes at all.
  var hasHead = true
  /// The hop begins when it is opened.
  var gate: Gate?

  static func ok(_ pieces: String...) -> StubAnswer { StubAnswer(pieces: pieces) }

  static func status(_ status: Int, _ pieces: String...) -> StubAnswer { StubAnswer(status: status, pieces: pieces) }

  static func redirect(to location: String, _ pieces: String...) -> StubAnswer {
    StubAnswer(status: 302, headers: [HTTPHeader("Location", location)], pieces: pieces)
  }

  static func failure(_ error: RequestError, after pieces: String...) -> StubAnswer {
    StubAnswer(pieces: pieces, error: error, hasHead: !pieces.isEmpty)
  }

  static func failure() -> StubAnswer { failure(.refused(host: "stub", port: 80)) }

  /// Nothing comes before `gate` is opened.
  static func waiting(for gate: Gate, _ pieces: String...) -> StubAnswer { StubAnswer(pieces: pieces, gate: gate) }
}
