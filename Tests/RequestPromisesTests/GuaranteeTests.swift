import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GuaranteeTests {
  @Test func theFirstResolutionWins() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    #expect(guarantee.isPending)
    let seen = Recorder<Int>()
    guarantee.done(on: nil) { seen.record($0) }
    await onThreads(100) { resolve($0) }
    #expect(seen.values == [guarantee.fulfilledValue])
  }

  @Test func theBodyRunsInsideInit() {
    #expect(Guarantee { $0(1) }.fulfilledValue == 1)
    #expect(Guarantee().isResolved)
  }

  @Test func linksThatCannotThrowKeepItAGuarantee() async {
    let seen = Recorder<Int>()
    let guarantee: Guarantee<String> = Guarantee.value(1)
      .map { $0 + 1 }
      .get { seen.record($0) }
      .then { number in Guarantee { $0(number + 1) } }
      .map { "\($0)" }
    #expect(await guarantee.value == "3")
    #expect(seen.values == [2])
    await guarantee.asVoid().value
    let numbers = Guarantee.value([1, 2]).mapValues { (number: Int) in number + 1 }
    let doubled = numbers.thenMap { (number: Int) in Guarantee.value(number * 2) }
    #expect(await doubled.value == [4, 6])
  }

  @Test func linksThatThrowMakeAPromise() async throws {
    let promise: Promise<Int> = Guarantee.value(1).map { throw Sample($0) }
    #expect(await promise.awaitedError()?.sample == 1)
    #expect(try await Guarantee.value(1).then { Promise.value($0 + 1) }.value == 2)
    #expect(try await Guarantee.value(2).asPromise().value == 2)
  }

  @Test func bodiesRunLaterAndInOrder() async {
    let order = Recorder<Int>()
    let guarantee = Guarantee.value(1)
    let returned = Gate()
    guarantee.done { _ in returned.waitOnThread() }
    for number in 0..<20 { guarantee.done { _ in order.record(number) } }
    returned.open()
    #expect(await order.values(count: 20) == Array(0..<20))
  }

  @Test func aPromiseOfADroppedGuaranteeIsBroken() async {
    let promise = Guarantee<Int>.pending().guarantee.map { $0 + 1 }.then { Promise.value($0) }
    guard case PromiseError.brokenPromise(type: "Int")? = await promise.awaitedError() else {
      Issue.record("it is \(String(describing: promise.result))")
      return
    }
  }

  @Test func aGuaranteeThatWaitsForItselfIsAbandoned() async {
    let (itself, kept) = (Recorder<Guarantee<Int>>(), Gate())
    let guarantee = Guarantee.value(1).then { _ -> Guarantee<Int> in
      kept.waitOnThread()
      return itself.values[0]
    }
    itself.record(guarantee)
    kept.open()
    guard case PromiseError.brokenPromise? = await guarantee.asPromise().awaitedError() else {
      Issue.record("it waits for itself")
      return
    }
  }

  @Test func aThreadWaitsForIt() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let seen = Recorder<Int>()
    Thread.detachNewThread { seen.record(guarantee.wait()) }
    resolve(3)
    #expect(await seen.values(count: 1) == [3])
  }
}
