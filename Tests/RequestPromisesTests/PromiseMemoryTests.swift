import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PromiseMemoryTests {
  private final class Tracked: Sendable {}

  /// Chains too long for a recursive implementation.
  private func chain(
    _ promise: Promise<Int>, depth: Int = 20_000, _ link: (Promise<Int>) -> Promise<Int>
  ) -> Promise<Int> {
    (0..<depth).reduce(promise) { promise, _ in link(promise) }
  }

  @Test func aLongChainIsFulfilledWithoutRecursion() async throws {
    let (root, resolver) = Promise<Int>.pending()
    let end = chain(root, depth: 100_000) { $0.map(on: nil) { $0 + 1 } }
    resolver.fulfill(0)
    #expect(end.fulfilledValue == 100_000)
  }

  @Test func norOnAQueue() async throws {
    let (root, resolver) = Promise<Int>.pending()
    let end = chain(root) { $0.map { $0 + 1 } }
    resolver.fulfill(0)
    #expect(try await end.value == 20_000)
  }

  @Test func norToReject() {
    let (root, resolver) = Promise<Int>.pending()
    let end = chain(root) { $0.then { Promise.value($0) } }
    resolver.reject(Sample(1))
    #expect(end.error?.sample == 1)
  }

  @Test func norToCancel() {
    let (root, resolver) = Promise<Int>.pending()
    let end = chain(root) { $0.map { $0 } }
    end.cancel()
    #expect(end.error?.isCancelled == true)
    resolver.fulfill(1)
  }

  @Test func norToBeDropped() {
    var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
    weak let end = pending.map { pending in chain(pending.promise, depth: 100_000) { $0.map(on: nil) { $0 } } }
    #expect(end != nil)
    pending = nil
    #expect(end == nil)
  }

  @Test func norWhereItIsAGuarantee() {
    var pending: (guarantee: Guarantee<Int>, resolve: @Sendable (Int) -> Void)? = Guarantee<Int>.pending()
    weak let end = pending.map { pending in
      (0..<20_000).reduce(pending.guarantee) { guarantee, _ in guarantee.map(on: nil) { $0 } }
    }
    #expect(end != nil)
    pending = nil
    #expect(end == nil)
  }

  @Test func promisesWithinPromisesTakeNoStack() async throws {
    @Sendable func countDown(_ number: Int) -> Promise<Int> {
      Promise.value(number).then { $0 == 0 ? .value(0) : countDown($0 - 1) }
    }
    #expect(try await countDown(10_000).value == 0)
  }

  @Test func bodiesAreReleasedAfterRunning() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    var tracked: Tracked? = Tracked()
    weak let released = tracked
    let ends = [
      promise.map(on: nil) { [tracked] _ in withExtendedLifetime(tracked) {} },
      promise.recover(on: nil) { [tracked] _ in Promise.value(tracked == nil ? 1 : 2) }.asVoid(),
      promise.ensure(on: nil) { [tracked] in withExtendedLifetime(tracked) {} }.asVoid(),
    ]
    resolver.onCancel { [tracked] in withExtendedLifetime(tracked) {} }
    tracked = nil
    #expect(released != nil)
    resolver.fulfill(1)
    #expect(released == nil)
    withExtendedLifetime((promise, ends)) {}
  }

  @Test func aChainThatRanIsFreed() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let inner = Promise<Int>.pending()
    weak let adopting = promise.then(on: nil) { _ in inner.promise }
    weak let end = adopting?.map(on: nil) { $0 }
    resolver.fulfill(1)
    #expect(end != nil)
    inner.resolver.fulfill(2)
    #expect(adopting == nil)
    #expect(end == nil)
  }

  @Test func gatheredPromisesAreFreed() {
    let first = Promise<Int>.pending()
    weak let all = when(fulfilled: [first.promise, Promise.value(1)])
    weak let winner = race([first.promise, Promise<Int>.pending().promise])
    #expect(all != nil)
    #expect(winner != nil)
    first.resolver.fulfill(1)
    #expect(all == nil)
    #expect(winner == nil)
  }

  @Test func aReleasedPromiseStillCallsItsBodies() async {
    let seen = Recorder<Int>()
    let resolver = { () -> Resolver<Int> in
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { seen.record($0) }.cauterize()
      return resolver
    }()
    resolver.fulfill(4)
    #expect(await seen.values(count: 1) == [4])
  }
}
