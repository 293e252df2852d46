import RequestClient
import RequestBasics
import TestSupport

/// A random request, its responses, and the calls made meanwhile.
struct SchedulePlan: Sendable {
  enum Kind: CaseIterable { case data, download, stream }

  enum Step {
    case resume, suspend, cancel, cancelAll, releaseSession, openGate, yield(Int)
    case add(Handler)
  }

  struct Handler {
    enum Serializer: CaseIterable { case plain, slow, failing, failingOnce, adding }

    var serializer = Serializer.plain
    var addsAnother = false
    var hasQueue = false
  }

  enum Adapting: CaseIterable { case never, atOnce, late, failingOnce }
  enum Retrying: CaseIterable { case atOnce, afterDelay, late, no, noWithError }
  enum Head: CaseIterable { case ignored, allowedAtOnce, allowedLate, cancelled }
  enum Redirecting: CaseIterable { case follow, doNotFollow, same, none }

  let kind: Kind
  let adapting: Adapting
  /// Results of the retrier, in order.
  let retrying: [Retrying]
  let retriesFailedSerialization: Bool
  let head: Head
  let redirecting: Redirecting
  let validates: Bool
  let responses: [StubResponse]
  let steps: [Step]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    kind = .random(&random)
    adapting = .random(&random)
    retrying = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(&random) }
    retriesFailedSerialization = .random(using: &random)
    head = Int.random(in: 0..<3, using: &random) > 0 ? .ignored : .random(&random)
    redirecting = .random(&random)
    validates = .random(using: &random)
    responses = (0..<8).map { Self.response($0, &random) }
    steps = (0..<Int.random(in: 1...14, using: &random)).map { _ in Self.step(&random) }
  }

  /// The response to the hop with this number.
  func response(_ number: Int) -> StubResponse { responses[min(number, responses.count - 1)] }

  private static func response(_ number: Int, _ random: inout SplitMix64) -> StubResponse {
    let chunks = (0..<Int.random(in: 0...5, using: &random)).map { "\(number).\($0) " }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .failure()
    case 1: return StubResponse(chunks: chunks, error: .connectionLost(host: "stub", bytesReceived: 0))
    case 2: return StubResponse(status: 503, chunks: chunks)
    case 3, 4: return StubResponse(status: 302, headers: [HTTPHeader("Location", "/\(number + 1)")], chunks: chunks)
    default: return StubResponse(chunks: chunks)
    }
  }

  private static func step(_ random: inout SplitMix64) -> Step {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<5: .resume
    case 5..<8: .suspend
    case 8: .cancel
    case 9: Bool.random(using: &random) ? .cancelAll : .releaseSession
    case 10, 11: .openGate
    case 12..<19:
      .add(
        Handler(
          serializer: .random(&random), addsAnother: Int.random(in: 0..<4, using: &random) == 0,
          hasQueue: Int.random(in: 0..<3, using: &random) == 0))
    default: .yield(Int.random(in: 1...20, using: &random))
    }
  }
}

extension CaseIterable {
  fileprivate static func random(_ random: inout SplitMix64) -> Self { allCases.randomElement(using: &random)! }
}
