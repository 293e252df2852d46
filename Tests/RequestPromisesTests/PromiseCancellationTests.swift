import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PromiseCancellationTests {
  @Test func aPromiseWithoutASourceIsRejectedWhenCancelled() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    guard case PromiseError.cancelled? = promise.error else {
      Issue.record("it goes on")
      return
    }
    resolver.fulfill(1)
    #expect(promise.isRejected)
  }

  @Test func theSourceOfAChainIsCancelledOnceAndDecides() async {
    let asked = Recorder<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { asked.record(1) }
    let end = promise.map { $0 }.then { Promise.value($0) }.done { _ in }
    await onThreads(100) { _ in end.cancel() }
    #expect(asked.values == [1])
    #expect(end.isPending)
    resolver.reject(Sample(8))
    #expect(await end.awaitedError()?.sample == 8)
  }

  @Test func aSourceAddedLateIsCancelledAtOnce() {
    let asked = Recorder<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { asked.record("first") }
    promise.cancel()
    resolver.onCancel { asked.record("late") }
    #expect(asked.values == ["first", "late"])
    resolver.fulfill(1)
  }

  @Test func aSourceIsNotCancelledAfterTheEnd() {
    let asked = Recorder<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { asked.record(1) }
    resolver.fulfill(1)
    promise.cancel()
    #expect(asked.values.isEmpty)
    #expect(promise.fulfilledValue == 1)
  }

  @Test func thePromiseThatABodyReturnedIsCancelled() {
    let (inner, resolver) = Promise<Int>.pending()
    let promise = Promise.value(1).then(on: nil) { _ in inner }
    promise.cancel()
    #expect(inner.error?.isCancelled == true)
    #expect(promise.error?.isCancelled == true)
    resolver.fulfill(1)
  }

  @Test func evenWhereItIsReturnedAfterwards() async {
    let (inner, resolver) = Promise<Int>.pending()
    let (began, end) = (Gate(), Gate())
    let promise = Promise.value(1).then { _ in
      began.open()
      end.waitOnThread()
      return inner
    }
    await began.wait()
    promise.cancel()
    end.open()
    #expect(await inner.awaitedError()?.isCancelled == true)
    #expect(await promise.awaitedError()?.isCancelled == true)
    resolver.fulfill(1)
  }

  @Test func aCancelledBodyForValuesDoesNotRun() async {
    let (busy, seen) = (Gate(), Recorder<Int>())
    let trunk = Promise.value(1)
    trunk.done { _ in busy.waitOnThread() }.cauterize()
    let branch = trunk.map { seen.record($0) }
    branch.cancel()
    busy.open()
    #expect(await branch.awaitedError()?.isCancelled == true)
    await trunk.done { _ in }.recover { _ in }.value
    #expect(seen.values.isEmpty)
  }

  @Test func bodiesOfEnsureRunBeforeWhatFollows() async {
    let order = Recorder<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.ensure { order.record("ensure") }.map { $0 }
    end.catch(policy: .allErrors) { _ in order.record("catch") }.finally { order.record("finally") }
    end.cancel()
    #expect(await order.values(count: 3) == ["ensure", "catch", "finally"])
    resolver.fulfill(1)
  }

  @Test func ensureThenWaitsDespiteCancellation() async {
    let (end, finish) = Guarantee<Void>.pending()
    let began = Gate()
    let promise = Promise.value(1).ensureThen {
      began.open()
      return end
    }
    await began.wait()
    promise.cancel()
    #expect(promise.isPending)
    finish(())
    #expect((try? await promise.value) == 1)
  }

  @Test func branchesOfAResolvedPromiseAreNotCancelledTogether() async throws {
    let (busy, trunk) = (Gate(), Promise.value(1))
    trunk.done { _ in busy.waitOnThread() }.cauterize()
    let (one, other) = (trunk.map { $0 + 1 }, trunk.map { $0 + 2 })
    one.cancel()
    busy.open()
    #expect(try await other.value == 3)
    #expect(one.isRejected)
  }

  @Test func cancellingAChainDoesNotWaitForATimer() async {
    let promise = after(.seconds(600)).then { Promise.value(1) }
    promise.cancel()
    #expect(await promise.awaitedError()?.isCancelled == true)
  }

  @Test func cancellingARaceCancelsItsRunners() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    race(pending.map(\.promise)).cancel()
    #expect(pending.allSatisfy { $0.promise.error?.isCancelled == true })
  }
}
