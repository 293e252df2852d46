import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

/// The log is global, so these tests are serialized and check only their own events.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct PromiseLogTests {
  private struct Marked: Sendable {}

  private func withLog(
    _ body: (Recorder<PromiseConfiguration.LogEvent>) async throws -> Void
  ) async rethrows {
    let log = Recorder<PromiseConfiguration.LogEvent>()
    PromiseConfiguration.logHandler = { event in
      switch event {
      case .pendingPromiseDropped(type: "Marked"), .waitedOnMain: log.record(event)
      case .cauterized(let error) where error is Sample: log.record(event)
      default: break
      }
    }
    defer { PromiseConfiguration.logHandler = nil }
    try await body(log)
  }

  @Test func aDroppedResolverIsLoggedOnceAndBreaksThePromise() async throws {
    await withLog { log in
      let promise = Promise<Marked>.pending().promise
      let end = promise.map { $0 }.map { $0 }
      guard case PromiseError.brokenPromise(type: "Marked")? = await end.awaitedError() else {
        Issue.record("it is \(String(describing: end.result))")
        return
      }
      #expect(log.values.count == 1)
    }
  }

  @Test func aResolvedPromiseIsNotLogged() async {
    await withLog { log in
      _ = Promise<Marked> { $0.fulfill(Marked()) }
      _ = Promise<Marked> { _ in throw Sample() }
      _ = Guarantee<Marked> { $0(Marked()) }
      let cancelled = Promise<Marked>.pending()
      cancelled.promise.cancel()
      #expect(log.values.isEmpty)
    }
  }

  @Test func aDroppedGuaranteeIsLoggedOnce() async {
    await withLog { log in
      let guarantee = Guarantee<Marked>.pending().guarantee.map { $0 }
      #expect(guarantee.isPending)
      #expect(log.values.count == 1)
    }
  }

  @Test func aCauterizedErrorIsLoggedAndACancellationIsNot() async {
    await withLog { log in
      Promise<Int>(error: Sample(5)).cauterize()
      let done = Gate()
      Promise<Int>(error: CancellationError()).cauterize().finally { done.open() }
      await done.wait()
      let events = await log.values(count: 1)
      guard case .cauterized(let error)? = events.first, events.count == 1 else {
        Issue.record("\(events)")
        return
      }
      #expect(error.sample == 5)
    }
  }

  @Test func onlyAWaitOnTheMainQueueIsLogged() async {
    await withLog { log in
      let waited = Gate()
      DispatchQueue.global().async {
        after(.milliseconds(1)).wait()
        waited.open()
      }
      await waited.wait()
      #expect(log.values.isEmpty)
      DispatchQueue.main.async { after(.milliseconds(1)).wait() }
      guard case .waitedOnMain? = await log.values(count: 1).first else {
        Issue.record("\(log.values)")
        return
      }
    }
  }

  @Test func aReleasedLogHandlerMayLog() async {
    let seen = Recorder<Int>()
    PromiseConfiguration.logHandler = Self.handler(holding: Promise<Marked>.pending().resolver)
    PromiseConfiguration.logHandler = { event in
      if case .pendingPromiseDropped(type: "Marked") = event { seen.record(1) }
    }
    PromiseConfiguration.logHandler = nil
    #expect(seen.values == [1])
  }

  private static func handler(
    holding resolver: Resolver<Marked>
  ) -> @Sendable (PromiseConfiguration.LogEvent) -> Void {
    { _ in withExtendedLifetime(resolver) {} }
  }

  @Test func aLogHandlerMayUsePromises() async {
    let seen = Recorder<Int>()
    PromiseConfiguration.logHandler = { event in
      guard case .pendingPromiseDropped(type: "Marked") = event else { return }
      PromiseConfiguration.logHandler = nil
      Promise.value(1).done { seen.record($0) }.cauterize()
    }
    _ = Promise<Marked>.pending()
    #expect(await seen.values(count: 1) == [1])
  }
}
