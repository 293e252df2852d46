import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PromiseTests {
  @Test func oneOfAHundredResolvingThreadsWins() async {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Recorder<Int?>()
    promise.tap(on: nil) { seen.record((try? $0.get()) ?? -1) }.cauterize()
    await onThreads(100) { number in
      if number.isMultiple(of: 2) { resolver.fulfill(number) } else { resolver.reject(CancellationError()) }
    }
    #expect(seen.values == [promise.fulfilledValue ?? -1])
  }

  @Test func theResolverClosureRunsInsideInit() {
    let order = Recorder<String>()
    let promise = Promise<Int> { resolver in
      order.record("body")
      resolver.fulfill(1)
    }
    order.record("after")
    #expect(order.values == ["body", "after"])
    #expect(promise.fulfilledValue == 1)
  }

  @Test func anErrorThrownByTheResolverClosureRejects() {
    #expect(Promise<Int> { _ in throw Sample(1) }.error?.sample == 1)
  }

  @Test func errorsThrownAfterResolvingAreIgnored() {
    let promise = Promise<Int> { resolver in
      resolver.fulfill(1)
      throw Sample()
    }
    #expect(promise.fulfilledValue == 1)
  }

  @Test func resolversAcceptTheArgumentsOfCallbacks() {
    #expect(Promise<Int> { $0.resolve(.success(1)) }.fulfilledValue == 1)
    #expect(Promise<Int> { $0.resolve(2, nil) }.fulfilledValue == 2)
    #expect(Promise<Int> { $0.resolve(2, Sample(3)) }.error?.sample == 3)
    #expect(Promise<Void> { $0.resolve(nil) }.isFulfilled)
    #expect(Promise<Void> { $0.resolve(Sample(4)) }.error?.sample == 4)
    #expect(Promise().isFulfilled)
    guard case PromiseError.invalidCallingConvention? = (Promise<Int> { $0.resolve(nil, nil) }).error else {
      Issue.record("nothing was a value")
      return
    }
  }

  @Test func bodiesRunOnTheirQueue() async throws {
    let asked = MarkedQueue()
    let promise = Promise.value(1).map(on: asked.queue) { _ in asked.isCurrent }
    #expect(try await promise.value)
    let failed = Promise<Int>(error: Sample()).recover(on: asked.queue) { _ in .value(asked.isCurrent ? 1 : 0) }
    #expect(await failed.value == 1)
  }

  @Test func bodiesWithoutQueueRunOnTheLibrarysThreads() async throws {
    let name = try await Promise.value(1).map { _ in Thread.isMainThread ? "main" : Thread.current.name }.value
    #expect(name == "RequestCallback")
  }

  @Test func withoutAQueueBodiesRunOnTheThreadThatResolves() {
    let (promise, resolver) = Promise<Int>.pending()
    let threads = Recorder<ObjectIdentifier>()
    let end = promise.map(on: nil) { _ in threads.record(ObjectIdentifier(Thread.current)) }
    resolver.fulfill(1)
    #expect(end.isFulfilled)
    #expect(threads.values == [ObjectIdentifier(Thread.current)])
  }

  @Test func withoutAQueueBodiesOfAResolvedPromiseRunAtOnce() {
    #expect(Promise.value(1).map(on: nil) { $0 + 1 }.fulfilledValue == 2)
  }

  @Test func bodiesOfOneChainNeverRunConcurrently() async {
    let flights = Flights()
    let (promise, resolver) = Promise<Int>.pending()
    let ends = (0..<20).map { _ in
      promise.map { _ in
        flights.begin()
        sched_yield()
        flights.end()
      }
    }
    resolver.fulfill(1)
    _ = await when(resolved: ends).value
    #expect(flights.most == 1)
  }

  @Test func aBlockingBodyDoesNotDelayOtherChains() async throws {
    let gate = Gate()
    let slow = Promise.value(1).done { _ in gate.waitOnThread() }
    #expect(try await Promise.value(2).map { $0 }.value == 2)
    gate.open()
    try await slow.value
  }

  @Test func bodiesMayUseTheirOwnPromise() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.map(on: nil) { value -> Int in
      resolver.fulfill(9)
      return value + (promise.map(on: .promises) { $0 }.isPending ? 1 : 0) + (promise.fulfilledValue ?? 0)
    }
    resolver.fulfill(1)
    #expect(try await end.value == 3)
  }

  @Test func everyKindOfLinkTransformsTheResult() async throws {
    let seen = Recorder<String>()
    let one = Promise.value(1)
    #expect(try await one.get { seen.record("get \($0)") }.value == 1)
    #expect(try await one.compactMap { Int?($0 + 1) }.value == 2)
    #expect(try await one.tap { seen.record("tap \((try? $0.get()) ?? 0)") }.value == 1)
    try await one.done { seen.record("done \($0)") }.value
    try await one.asVoid().value
    #expect(seen.values == ["get 1", "tap 1", "done 1"])
  }

  @Test func aTapSeesTheErrorAndLeavesIt() async {
    let seen = Recorder<Bool>()
    let promise = Promise<Int>(error: Sample(1)).tap { if case .failure = $0 { seen.record(true) } }
    #expect(await promise.awaitedError()?.sample == 1)
    #expect(seen.values == [true])
  }

  @Test func aCompactMapToNilIsAnError() async {
    let error = await Promise.value("x").compactMap { Int($0) }.awaitedError()
    #expect((error as? PromiseError)?.description == "\"x\" makes no Int")
  }

  @Test func promisesOfManyValuesAreChainedByElement() async throws {
    let numbers = Promise.value([3, 1, 2])
    #expect(try await numbers.mapValues { $0 * 2 }.value == [6, 2, 4])
    #expect(try await numbers.flatMapValues { [$0, $0] }.value == [3, 3, 1, 1, 2, 2])
    #expect(try await numbers.compactMapValues { $0 > 1 ? "\($0)" : nil }.value == ["3", "2"])
    #expect(try await numbers.filterValues { $0 > 1 }.value == [3, 2])
    #expect(try await numbers.thenMap { Promise.value($0 + 1) }.value == [4, 2, 3])
    #expect(try await numbers.thenFlatMap { Promise.value([$0]) }.value == [3, 1, 2])
    #expect(try await numbers.sortedValues().value == [1, 2, 3])
    #expect(try await numbers.firstValue.value == 3)
    #expect(try await numbers.firstValue { $0 < 3 }.value == 1)
    #expect(try await numbers.lastValue.value == 2)
  }

  @Test func emptySequencesHaveNoFirstOrLastValue() async {
    let nothing = Promise<[Int]>.value([])
    for promise in [nothing.firstValue, nothing.lastValue, Promise.value([1]).firstValue { $0 > 1 }] {
      guard case PromiseError.emptySequence? = await promise.awaitedError() else {
        Issue.record("a value of nothing")
        return
      }
    }
  }

  @Test func customTypesCanBeChained() async throws {
    struct Later: Thenable {
      let number: Int
      func asPromise() -> Promise<Int> { .value(number) }
    }
    #expect(try await Later(number: 1).then { Later(number: $0 + 1) }.map { $0 + 1 }.value == 3)
  }
}
