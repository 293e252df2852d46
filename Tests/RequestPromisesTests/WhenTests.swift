import Foundation
import RequestClient
import RequestPromises
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WhenTests {
  @Test func valuesAreInTheOrderOfThePromises() async throws {
    let pending = (0..<20).map { _ in Promise<Int>.pending() }
    let all = when(fulfilled: pending.map(\.promise))
    for number in (0..<20).shuffled() { pending[number].resolver.fulfill(number) }
    #expect(try await all.value == Array(0..<20))
  }

  @Test func theFirstErrorRejectsAtOnceAndTheOthersGoOn() async throws {
    let (first, firstResolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    let all = when(fulfilled: [first, second])
    secondResolver.reject(Sample(2))
    #expect(all.error?.sample == 2)
    #expect(first.isPending)
    firstResolver.fulfill(1)
    #expect(try await first.value == 1)
  }

  @Test func anEmptyListIsFulfilledAtOnce() {
    #expect(when(fulfilled: [Promise<Int>]()).fulfilledValue == [])
    #expect(when(resolved: [Promise<Int>]()).fulfilledValue?.count == 0)
    #expect(when(guarantees: [Guarantee<Int>]()).fulfilledValue == [])
  }

  @Test func promisesMayBeOfDifferentTypes() async throws {
    let two = try await when(fulfilled: Promise.value(1), Guarantee.value("a")).value
    #expect(two == (1, "a"))
    let five = when(
      fulfilled: Promise.value(1), Promise.value("b"), Promise.value(true), Promise.value(2.5), Promise.value([1]))
    let (number, text, flag, fraction, list) = try await five.value
    #expect((number, text, flag, fraction) == (1, "b", true, 2.5))
    #expect(list == [1])
  }

  @Test func oneErrorAmongDifferentTypesRejects() async {
    let (pending, resolver) = Promise<Int>.pending()
    let both = when(fulfilled: pending, Promise<String>(error: Sample(3)))
    #expect(await both.awaitedError()?.sample == 3)
    resolver.fulfill(1)
  }

  @Test func allResultsAreInOrder() async {
    let promises = [Promise.value(1), Promise(error: Sample(2)), Promise.value(3)]
    let results = await when(resolved: promises).value
    #expect(results.map { try? $0.get() } == [1, nil, 3])
    #expect(await when(resolved: promises[0], promises[1]).value.count == 2)
  }

  @Test func guaranteesAreGathered() async {
    #expect(await when(guarantees: [.value(1), Guarantee { $0(2) }]).value == [1, 2])
  }

  @Test(arguments: [1, 3, 8]) func noMoreAreUnderWayThanAllowed(_ limit: Int) async throws {
    let flights = Flights()
    let makers = (0..<40).map { number in
      { @Sendable () throws -> Promise<Int> in
        flights.begin()
        return Promise {
          for _ in 0..<number % 5 { await Task.yield() }
          flights.end()
          return number
        }
      }
    }
    #expect(try await when(fulfilled: makers, concurrently: limit).value == Array(0..<40))
    #expect(flights.most <= limit)
  }

  @Test func concurrencyReachesItsLimit() async throws {
    let (made, pending) = (Recorder<Int>(), (0..<5).map { _ in Promise<Int>.pending() })
    let makers = pending.enumerated().map { number, pair in
      { @Sendable () throws -> Promise<Int> in
        made.record(number)
        return pair.promise
      }
    }
    let all = when(fulfilled: makers, concurrently: 2)
    #expect(await made.values(count: 2) == [0, 1])
    pending[1].resolver.fulfill(1)
    #expect(await made.values(count: 3) == [0, 1, 2])
    for number in [0, 4, 3, 2] { pending[number].resolver.fulfill(number) }
    #expect(try await all.value == [0, 1, 2, 3, 4])
  }

  @Test func noPromiseStartsAfterAnError() async {
    let made = Recorder<Int>()
    let makers = (0..<10).map { number in
      { @Sendable () throws -> Promise<Int> in
        made.record(number)
        return number == 3 ? Promise(error: Sample(3)) : .value(number)
      }
    }
    #expect(await when(fulfilled: makers, concurrently: 1).awaitedError()?.sample == 3)
    #expect(made.values == [0, 1, 2, 3])
  }

  @Test func aMakerThatThrowsRejects() async {
    let makers: [@Sendable () throws -> Promise<Int>] = [{ .value(1) }, { throw Sample(2) }]
    #expect(await when(fulfilled: makers, concurrently: 1).awaitedError()?.sample == 2)
  }

  @Test func aConcurrencyOfZeroIsBadInput() async {
    let makers: [@Sendable () throws -> Promise<Int>] = [{ .value(1) }]
    for limit in [0, -1] {
      guard
        case PromiseError.badInput(.concurrency(limit))? = await when(fulfilled: makers, concurrently: limit)
          .awaitedError()
      else {
        Issue.record("\(limit) at a time")
        return
      }
    }
  }

  @Test func anEmptySequenceOfMakersIsFulfilled() async throws {
    let makers: [@Sendable () throws -> Promise<Int>] = []
    #expect(try await when(fulfilled: makers, concurrently: 2).value == [])
  }

  @Test func iteratorsMakeTheirPromisesWhenThereIsRoom() async throws {
    struct Counter: IteratorProtocol, Sendable {
      var number = 0
      mutating func next() -> Promise<Int>? {
        number += 1
        return number > 1_000 ? nil : .value(number)
      }
    }
    #expect(try await when(fulfilled: Counter(), concurrently: 4).value == Array(1...1_000))
  }

  @Test func cancellingItCancelsWhatIsPending() {
    let (one, resolver) = Promise<Int>.pending()
    when(fulfilled: [Promise.value(1), one]).cancel()
    #expect(one.error?.isCancelled == true)
    resolver.fulfill(1)
  }

  @Test(arguments: [true, false]) func cancellingStartsNoFurtherPromises(_ heeds: Bool) async {
    let (made, resolvers) = (Recorder<Int>(), Recorder<Resolver<Int>>())
    let makers = (0..<3).map { number in
      { @Sendable () throws -> Promise<Int> in
        made.record(number)
        return Promise { resolver in
          resolver.onCancel { heeds ? resolver.reject(CancellationError()) : resolver.fulfill(number) }
          resolvers.record(resolver)
        }
      }
    }
    let all = when(fulfilled: makers, concurrently: 1)
    _ = await resolvers.values(count: 1)
    all.cancel()
    #expect(await all.awaitedError()?.isCancelled == true)
    #expect(made.values == [0])
  }
}
