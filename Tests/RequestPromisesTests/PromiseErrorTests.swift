import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PromiseErrorTests {
  @Test func anErrorSkipsToTheNearestCatch() async {
    let seen = Recorder<String>()
    Promise<Int>(error: Sample(4))
      .then { value -> Promise<Int> in
        seen.record("first")
        return .value(value)
      }
      .map { _ in seen.record("second") }
      .done { seen.record("third") }
      .catch { seen.record("catch \($0.sample ?? 0)") }
    #expect(await seen.values(count: 1) == ["catch 4"])
  }

  @Test func aChainContinuesAfterRecovering() async throws {
    let failed = Promise<Int>(error: Sample(1))
    #expect(try await failed.recover { Promise.value(($0.sample ?? 0) + 1) }.map { $0 * 10 }.value == 20)
    #expect(await failed.recover { .value(($0.sample ?? 0) + 2) }.map { $0 * 10 }.value == 30)
    #expect(try await failed.recover(only: Sample.self) { Promise.value($0.number + 3) }.value == 4)
  }

  @Test func recoveryOfOneTypeLeavesOthers() async {
    let promise = Promise<Int>(error: Sample(1)).recover(only: PromiseError.self) { _ in Promise.value(1) }
    #expect(await promise.awaitedError()?.sample == 1)
  }

  @Test func aVoidPromiseRecoversWithoutAValue() async throws {
    let seen = Recorder<Int?>()
    let failed = Promise<Void>(error: Sample(1))
    let guarantee: Guarantee<Void> = failed.recover { seen.record($0.sample) }
    await guarantee.value
    let promise = failed.recover { error throws -> Void in throw Sample((error.sample ?? 0) + 1) }
    #expect(await promise.awaitedError()?.sample == 2)
    #expect(seen.values == [1])
  }

  @Test func ensureRunsForBothOutcomesAndBeforeWhatFollows() async throws {
    for isFulfilled in [true, false] {
      let order = Recorder<String>()
      let promise = isFulfilled ? Promise.value(1) : Promise(error: Sample())
      promise
        .ensure { order.record("ensure") }
        .tap { _ in order.record("tap") }
        .catch { _ in order.record("catch") }
        .finally { order.record("finally") }
      let expected = isFulfilled ? ["ensure", "tap", "finally"] : ["ensure", "tap", "catch", "finally"]
      #expect(await order.values(count: expected.count) == expected)
    }
  }

  @Test func ensurePassesTheResultOn() async throws {
    #expect(try await Promise.value(1).ensure {}.value == 1)
    #expect(await Promise<Int>(error: Sample(2)).ensure {}.awaitedError()?.sample == 2)
  }

  @Test func ensureThenWaitsForItsGuarantee() async throws {
    let (end, finish) = Guarantee<Void>.pending()
    let began = Gate()
    let promise = Promise.value(1).ensureThen {
      began.open()
      return end
    }
    await began.wait()
    #expect(promise.isPending)
    finish(())
    #expect(try await promise.value == 1)
    #expect(await Promise<Int>(error: Sample(2)).ensureThen { Guarantee() }.awaitedError()?.sample == 2)
  }

  @Test func finallyRunsOnceOnItsQueueAfterTheCatch() async {
    let order = Recorder<String>()
    let asked = MarkedQueue()
    Promise<Int>(error: Sample())
      .catch { _ in order.record("catch") }
      .finally(on: asked.queue) { order.record(asked.isCurrent ? "finally" : "elsewhere") }
    #expect(await order.values(count: 2) == ["catch", "finally"])
  }

  @Test func catchIgnoresCancellationsByDefault() async {
    let seen = Recorder<String>()
    Promise<Int>(error: CancellationError())
      .catch { _ in seen.record("catch") }
      .finally { seen.record("finally") }
    #expect(await seen.values(count: 1) == ["finally"])
    Promise<Int>(error: CancellationError()).catch(policy: .allErrors) { _ in seen.record("all") }
    #expect(await seen.values(count: 2) == ["finally", "all"])
  }

  @Test func recoverIgnoresCancellationsByDefault() async throws {
    let cancelled = Promise<Int>(error: CancellationError())
    #expect(await cancelled.recover { _ in Promise.value(1) }.awaitedError() is CancellationError)
    #expect(try await cancelled.recover(policy: .allErrors) { _ in Promise.value(1) }.value == 1)
    #expect(await cancelled.recover { _ in .value(2) }.value == 2)
  }

  @Test func manyErrorsAreCancellations() {
    struct Mine: CancellableError { let isCancelled: Bool }
    let cancellations: [any Error] = [
      CancellationError(), PromiseError.cancelled, RequestError.explicitlyCancelled, URLError(.cancelled),
      CocoaError(.userCancelled), Mine(isCancelled: true),
    ]
    for error in cancellations { #expect(error.isCancelled, "\(error)") }
    let others: [any Error] = [
      Sample(), PromiseError.emptySequence, RequestError.sessionDeinitialized, URLError(.timedOut),
      CocoaError(.fileNoSuchFile), Mine(isCancelled: false),
    ]
    for error in others { #expect(!error.isCancelled, "\(error)") }
  }

  @Test func errorsSayWhatToDo() {
    let sentences: [(PromiseError, String)] = [
      (.badInput(.nothingToRace), "A race of no promises has no winner — give at least one"),
      (.badInput(.concurrency(0)), "Promises cannot run 0 at a time — allow at least 1"),
      (.returnedSelf, "A body returned the promise that waits for it — return another one"),
      (.noWinner([RequestError.explicitlyCancelled]), "None of 1 promises was fulfilled: Cancelled"),
      (.compactMap("x", type: "Int"), "\"x\" makes no Int"),
      (.emptySequence, "There is no such value"),
      (
        .brokenPromise(type: "Int"),
        "A promise of Int was dropped before it was resolved — keep its resolver until it is"
      ),
      (.invalidCallingConvention, "A callback came with neither a value nor an error"),
      (.cancelled, "Cancelled"),
    ]
    for (error, sentence) in sentences {
      #expect(error.description == sentence)
      #expect(error.localizedDescription == sentence)
    }
  }
}
