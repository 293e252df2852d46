import Foundation
@testable import RequestClient
import RequestPromises
import TestSupport
import Testing

/// Predicates of errors, for every case.
struct ErrorPredicateTests {
  private struct Mine: Error {}

  private static let predicates: [(name: String, holds: @Sendable (RequestError) -> Bool)] = [
    ("isTimeout", { $0.isTimeout }), ("isConnectionLost", { $0.isConnectionLost }), ("isOffline", { $0.isOffline }),
    ("isConnectionRefused", { $0.isConnectionRefused }), ("isTLSFailure", { $0.isTLSFailure }),
    ("isInvalidURL", { $0.isInvalidURL }),
    ("isParameterEncodingFailure", { $0.isParameterEncodingFailure }),
    ("isRequestAdaptationFailure", { $0.isRequestAdaptationFailure }),
    ("isResponseValidationFailure", { $0.isResponseValidationFailure }),
    ("isResponseSerializationFailure", { $0.isResponseSerializationFailure }),
    ("isSessionDeinitialized", { $0.isSessionDeinitialized }),
    ("isExplicitlyCancelled", { $0.isExplicitlyCancelled }), ("isCancelled", { $0.isCancelled }),
    ("isRetryFailure", { $0.isRetryFailure }),
  ]

  /// Every case with its true predicates.
  private static let cases: [(error: RequestError, truths: Set<String>)] = [
    (.invalidURL("", .empty), ["isInvalidURL"]),
    (.invalidHeader(HTTPHeader("", ""), .emptyName), []),
    (.createRequestFailed(Mine()), []),
    (.parameterEncodingFailed(.bodyAlreadySet), ["isParameterEncodingFailure"]),
    (.parameterEncoderFailed(.encoderFailed(Mine())), ["isParameterEncodingFailure"]),
    (.requestAdaptationFailed(Mine()), ["isRequestAdaptationFailure"]),
    (.invalidResumeData(Mine()), []),
    (.invalidProxy(""), []),
    (.unreadableCertificateAuthorities(file: ""), []),
    (.unusableClientCertificate(file: "", detail: ""), []),
    (.unsupported(""), []),
    (.explicitlyCancelled, ["isExplicitlyCancelled", "isCancelled"]),
    (.sessionDeinitialized, ["isSessionDeinitialized"]),
    (.timedOut(.connect, host: "", limit: .zero), ["isTimeout"]),
    (.timedOut(.read, host: "", limit: .zero), ["isTimeout"]),
    (.timedOut(.total, host: "", limit: .zero), ["isTimeout"]),
    (.bodyTooLarge(limit: 1), []),
    (.headTooLarge(limit: 1), []),
    (.bodyFailed(.notReplayable), []),
    (.unresolvableHost(""), ["isOffline"]), (.noAddress(host: "", .v6), ["isOffline"]),
    (.proxyFailed(""), []),
    (.refused(host: "", port: 1), ["isConnectionRefused"]),
    (.unreachable(host: "", port: 1, reason: ""), ["isOffline"]),
    (.connectionLost(host: "", bytesReceived: 0), ["isConnectionLost"]),
    (.tls(.expired, host: ""), ["isTLSFailure"]),
    (.protocolError(""), []),
    (.undecodableBody(""), []),
    (.transportFailed(code: 1, detail: ""), []),
    (.tooManyRedirects(limit: 1), []),
    (.redirectRefused(location: "", .empty), []),
    (.downloadNotWritten(URL(filePath: "/"), reason: ""), []),
    (.downloadedFileMoveFailed(error: Mine(), source: URL(filePath: "/"), destination: URL(filePath: "/")), []),
    (.streamSerializationFailed(Mine()), ["isResponseSerializationFailure"]),
    (.streamHandlerFailed(Mine()), []),
    (.webSocket(.lost(host: "")), ["isConnectionLost"]),
    (.webSocket(.noPong(host: "", limit: .zero)), ["isConnectionLost"]),
    (.webSocket(.refused(status: 403)), []),
    (.responseValidationFailed(.unacceptableStatusCode(500)), ["isResponseValidationFailure"]),
    (.responseSerializationFailed(.inputDataNilOrZeroLength), ["isResponseSerializationFailure"]),
  ]

  private func truths(_ error: RequestError) -> Set<String> {
    Set(Self.predicates.filter { $0.holds(error) }.map(\.name))
  }

  @Test func eachPredicateIsTrueOnlyForItsCases() {
    for (error, expected) in Self.cases { #expect(truths(error) == expected, "\(error)") }
  }

  @Test func aFailedRetryIsClassifiedByItsOriginalError() {
    let expected: [String] = ["isTimeout", "isRetryFailure"]
    let timeout = RequestError.timedOut(.total, host: "", limit: .zero)
    let failure = RequestError.requestRetryFailed(retryError: Mine(), originalError: timeout)
    #expect(truths(failure) == Set(expected))
    #expect(failure.networkFault == .timedOut)
    #expect(!failure.isPassing(wasOpen: true))
  }

  @Test func anUntypedErrorCanBeClassified() {
    let errors: [any Error] = [
      RequestError.timedOut(.read, host: "", limit: .zero), RequestError.connectionLost(host: "", bytesReceived: 1),
      RequestError.unresolvableHost("a"), RequestError.refused(host: "a", port: 1),
      RequestError.tls(.revoked, host: ""),
      RequestError.explicitlyCancelled, CancellationError(), Mine(),
      JSONResponseError.lostConnection(.connectionLost(host: "", bytesReceived: 1)),
      JSONResponseError.unknownError(status: nil, body: nil, .explicitlyCancelled),
    ]
    #expect(errors.indices.filter { errors[$0].asRequestError?.isTimeout == true } == [0])
    #expect(errors.indices.filter { errors[$0].asRequestError?.isConnectionLost == true } == [1, 8])
    #expect(errors.indices.filter { errors[$0].isExplicitlyCancelled } == [5, 6, 9])
    #expect(errors.indices.filter { errors[$0].isCancelled } == [5, 6, 9])
  }

  @Test func aTaskGroupReportsTheCancellation() async {
    let session = Session.stubbed(StubTransport(.waiting(for: Gate())))
    do {
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<3 { group.addTask { try await session.request("http://stub/").serializingString().value } }
        group.cancelAll()
        for try await value in group { Issue.record("\(value)") }
      }
      Issue.record("no error")
    } catch {
      #expect(error.isExplicitlyCancelled)
      #expect(error.isCancelled)
    }
  }
}
