import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Invariants that hold whatever is called in whatever order.
@Suite(.timeLimit(.minutes(1)))
struct ScheduleTests {
  enum Step: CaseIterable { case resume, suspend, cancel, addHandler, addNestedHandler, yield }

  @Test func everyHandlerRunsOnceAndInOrderUnderRandomSchedules() async {
    for seed in UInt64(1)...400 { await run(seed: seed) }
  }

  private func run(seed: UInt64) async {
    var random = SplitMix64(seed)
    let transport = StubTransport(pieces: (0..<Int.random(in: 0...6, using: &random)).map { "piece \($0) " })
    let session = Session(configuration: .default, transport: transport)
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    let (order, nested) = (Recorder<Int>(), Recorder<Int>())
    var (handlers, nestedHandlers) = (0, 0)
    var suspendedSize: Int?
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      switch Step.allCases.randomElement(using: &random) ?? .yield {
      case .resume:
        if let suspendedSize { #expect(request.data?.count ?? 0 == suspendedSize, "seed \(seed)") }
        suspendedSize = nil
        request.resume()
      case .suspend:
        request.suspend()
        if request.state == .suspended { suspendedSize = suspendedSize ?? request.data?.count ?? 0 }
      case .cancel where Int.random(in: 0..<3, using: &random) > 0: break
      case .cancel:
        suspendedSize = nil
        request.cancel()
      case .addHandler:
        let number = handlers
        handlers += 1
        request.response { _ in order.record(number) }
      case .addNestedHandler:
        let (number, inner) = (handlers, nestedHandlers)
        handlers += 1
        nestedHandlers += 1
        request.response { _ in
          order.record(number)
          request.response { _ in nested.record(inner) }
        }
      case .yield: await Task.yield()
      }
    }
    request.resume()
    let response = await request.serializingResponse().response
    #expect(await order.values(count: handlers) == Array(0..<handlers), "seed \(seed)")
    #expect(await nested.values(count: nestedHandlers).sorted() == Array(0..<nestedHandlers), "seed \(seed)")
    #expect(transport.startCount <= 1, "seed \(seed)")
    #expect(session.active.isEmpty, "seed \(seed)")
    switch request.state {
    case .finished:
      let body = transport.pieces.joined()
      #expect(response.data.map { String(decoding: $0, as: UTF8.self) } ?? "" == body, "seed \(seed)")
      #expect(response.error == nil, "seed \(seed)")
    case .cancelled: #expect(response.error?.isExplicitlyCancelled == true, "seed \(seed)")
    default: Issue.record("seed \(seed) ended \(request.state)")
    }
  }
}

/// The same numbers for the same seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
