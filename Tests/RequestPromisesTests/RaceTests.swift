import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RaceTests {
  @Test func theFirstToEndWins() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let winner = race(pending.map(\.promise))
    pending[1].resolver.fulfill(1)
    pending[0].resolver.fulfill(0)
    #expect(winner.fulfilledValue == 1)
    pending[2].resolver.fulfill(2)
  }

  @Test func evenWithAnError() {
    let (slow, resolver) = Promise<Int>.pending()
    #expect(race(slow, Promise(error: Sample(1))).error?.sample == 1)
    resolver.fulfill(1)
  }

  @Test func theFirstInOrderWinsARaceOfResolvedPromises() {
    #expect(race(Promise.value(1), Promise.value(2)).fulfilledValue == 1)
    let winner: Guarantee<Int> = race(Guarantee.value(1), Guarantee.value(2))
    #expect(winner.fulfilledValue == 1)
  }

  @Test func theFirstFulfilmentWinsARaceForIt() {
    let (slow, resolver) = Promise<Int>.pending()
    let winner = race(fulfilled: Promise(error: Sample(1)), slow)
    #expect(winner.isPending)
    resolver.fulfill(2)
    #expect(winner.fulfilledValue == 2)
  }

  @Test func aRaceForFulfilmentWithoutAWinnerReportsAllErrors() {
    let winner = race(fulfilled: [Promise<Int>(error: Sample(1)), Promise(error: Sample(2))])
    guard case PromiseError.noWinner(let errors)? = winner.error else {
      Issue.record("there is a winner")
      return
    }
    #expect(errors.map(\.sample) == [1, 2])
  }

  @Test func anEmptyRaceIsBadInput() {
    for winner in [race([Promise<Int>]()), race(fulfilled: [Promise<Int>]())] {
      guard case PromiseError.badInput(.nothingToRace)? = winner.error else {
        Issue.record("a race of none")
        return
      }
    }
  }

  @Test func threadsThatRaceHaveOneWinner() async throws {
    let pending = (0..<100).map { _ in Promise<Int>.pending() }
    let winners = Recorder<Int>()
    let winner = race(pending.map(\.promise)).get(on: nil) { winners.record($0) }
    await onThreads(100) { pending[$0].resolver.fulfill($0) }
    #expect(winners.values == [try await winner.value])
  }

  @Test func aTimerMakesATimeout() async {
    let (never, resolver) = Promise<Int>.pending()
    let timeout = after(.milliseconds(1)).then { () throws -> Promise<Int> in throw Sample(9) }
    #expect(await race(never, timeout).awaitedError()?.sample == 9)
    resolver.fulfill(1)
  }

  @Test func timersEndInTheOrderOfTheirTimes() async {
    let order = Recorder<Int>()
    let started = ContinuousClock.now
    let slow = after(.milliseconds(20)).done { order.record(20) }
    let fast = after(.milliseconds(-5)).done { order.record(0) }
    await fast.value
    await slow.value
    #expect(order.values == [0, 20])
    #expect(started.duration(to: .now) >= .milliseconds(20))
  }

  @Test func aTimerMayBeAsLongAsADurationCan() {
    #expect(after(.seconds(Int64.max)).isPending)
  }

  @Test func firstlyRunsAtOnce() async throws {
    let seen = Recorder<Int>()
    let promise = firstly { () throws -> Promise<Int> in
      seen.record(1)
      return .value(1)
    }
    #expect(seen.values == [1])
    #expect(try await promise.value == 1)
    #expect(firstly { () throws -> Promise<Int> in throw Sample(2) }.error?.sample == 2)
    #expect(await firstly { Guarantee.value(3) }.map { $0 + 1 }.value == 4)
  }
}
