import RequestClient
import RequestPromises
import TestSupport
import Testing

/// The rules of Promises/A+ by number, except those enforced by the type system.
@Suite(.timeLimit(.minutes(1)))
struct PromiseRulesTests {
  @Test("2.1.1 A pending promise may go to either state") func pendingMayEndEitherWay() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isResolved && promise.result == nil)
    resolver.fulfill(1)
    #expect(promise.isFulfilled && promise.isResolved)
    let (other, otherResolver) = Promise<Int>.pending()
    otherResolver.reject(Sample())
    #expect(other.isRejected && other.isResolved)
  }

  @Test("2.1.2 A fulfilled promise keeps its state and value") func fulfilledStays() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    resolver.fulfill(2)
    resolver.reject(Sample())
    #expect(promise.fulfilledValue == 1)
    #expect(promise.error == nil)
  }

  @Test("2.1.3 A rejected promise keeps its state and reason") func rejectedStays() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(Sample(1))
    resolver.reject(Sample(2))
    resolver.fulfill(3)
    #expect(promise.error?.sample == 1)
    #expect(promise.fulfilledValue == nil)
  }

  @Test("2.2.2 A body for values runs after the value came, with it, once") func valueBodies() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Recorder<Int>()
    let next = promise.done(on: nil) { seen.record($0) }
    #expect(seen.values.isEmpty)
    resolver.fulfill(7)
    resolver.fulfill(8)
    try await next.value
    #expect(seen.values == [7])
  }

  @Test("2.2.2 A body for values is not for errors") func valueBodiesAreNotForErrors() async {
    let seen = Recorder<Int>()
    let next = Promise<Int>(error: Sample(1)).done { seen.record($0) }
    #expect(await next.awaitedError()?.sample == 1)
    #expect(seen.values.isEmpty)
  }

  @Test("2.2.3 A body for errors runs after the error came, with it, once") func errorBodies() async {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Recorder<Int?>()
    promise.catch(on: nil) { seen.record($0.sample) }
    #expect(seen.values.isEmpty)
    resolver.reject(Sample(7))
    resolver.reject(Sample(8))
    #expect(await seen.values(count: 1) == [7])
  }

  @Test("2.2.3 A body for errors is not for values") func errorBodiesAreNotForValues() async {
    let seen = Recorder<String>()
    Promise.value(1).catch { _ in seen.record("catch") }.finally { seen.record("finally") }
    #expect(await seen.values(count: 1) == ["finally"])
  }

  @Test("2.2.4 No body runs before the call that gave it has returned") func bodiesRunLater() async throws {
    for promise in [Promise.value(1), Promise(error: Sample())] {
      let returned = Gate()
      let end = promise.tap { _ in returned.waitOnThread() }.asVoid().recover { _ in }
      returned.open()
      await end.value
    }
  }

  @Test("2.2.4 Nor does one that is given inside another body") func nestedBodiesRunLater() async throws {
    let order = Recorder<String>()
    let promise = Promise.value(1)
    let first = promise.done { _ in
      promise.done { _ in order.record("inner") }.cauterize()
      order.record("outer")
    }
    try await first.value
    #expect(await order.values(count: 2) == ["outer", "inner"])
  }

  @Test("2.2.6 Bodies on one fulfilled promise run in the order they were given") func valueOrder() async {
    let order = Recorder<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    for number in 0..<50 { promise.done { order.record(number) }.cauterize() }
    resolver.fulfill()
    for number in 50..<100 { promise.done { order.record(number) }.cauterize() }
    #expect(await order.values(count: 100) == Array(0..<100))
  }

  @Test("2.2.6 Bodies on one rejected promise run in the order they were given") func errorOrder() async {
    let order = Recorder<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    for number in 0..<50 { promise.catch { _ in order.record(number) } }
    resolver.reject(Sample())
    for number in 50..<100 { promise.catch { _ in order.record(number) } }
    #expect(await order.values(count: 100) == Array(0..<100))
  }

  @Test("2.2.6 Even where it is resolved while they are being given") func orderUnderARace() async {
    for _ in 0..<20 {
      let order = Recorder<Int>()
      let (promise, resolver) = Promise<Void>.pending()
      await onThreads(2) { thread in
        if thread == 0 { return resolver.fulfill() }
        for number in 0..<100 { promise.done { order.record(number) }.cauterize() }
      }
      #expect(await order.values(count: 100) == Array(0..<100))
    }
  }

  @Test("2.2.7.1 What a body returns resolves the next promise") func returnedValues() async throws {
    #expect(try await Promise.value(1).map { $0 + 1 }.value == 2)
    #expect(try await Promise.value(1).then { Promise.value("\($0)") }.value == "1")
    let recovered = Promise<Int>(error: Sample(3)).recover { .value($0.sample ?? 0) }
    #expect(await recovered.value == 3)
  }

  @Test("2.2.7.2 What a body throws rejects the next promise") func thrownErrors() async {
    let one = Promise.value(1)
    #expect(await one.map { throw Sample($0) }.asVoid().awaitedError()?.sample == 1)
    #expect(await one.then { _ -> Promise<Int> in throw Sample(2) }.awaitedError()?.sample == 2)
    #expect(await one.done { _ in throw Sample(3) }.awaitedError()?.sample == 3)
    #expect(await one.get { _ in throw Sample(4) }.awaitedError()?.sample == 4)
    #expect(await one.compactMap { _ -> Int? in throw Sample(5) }.awaitedError()?.sample == 5)
    let failed = Promise<Int>(error: Sample())
    #expect(await failed.recover { _ -> Promise<Int> in throw Sample(6) }.awaitedError()?.sample == 6)
  }

  @Test("2.2.7.3 A value goes past bodies for errors") func valuesPassThrough() async throws {
    let seen = Recorder<Int>()
    let promise = Promise.value(1).recover { _ -> Promise<Int> in
      seen.record(1)
      return .value(2)
    }
    #expect(try await promise.value == 1)
    #expect(seen.values.isEmpty)
  }

  @Test("2.2.7.4 An error goes past bodies for values") func errorsPassThrough() async {
    let seen = Recorder<Int>()
    let promise = Promise<Int>(error: Sample(1))
      .map { seen.record($0) }.then { Promise.value($0) }.done { seen.record(2) }
    #expect(await promise.awaitedError()?.sample == 1)
    #expect(seen.values.isEmpty)
  }

  @Test("2.3.1 A promise that is to wait for itself is rejected") func returnedSelf() async {
    let itself = Recorder<Promise<Int>>()
    let kept = Gate()
    let promise = Promise.value(1).then { _ -> Promise<Int> in
      kept.waitOnThread()
      return itself.values[0]
    }
    itself.record(promise)
    kept.open()
    guard case PromiseError.returnedSelf? = await promise.awaitedError() else {
      Issue.record("it waits for itself")
      return
    }
  }

  @Test("2.3.1 So is one that is to recover with itself") func recoveredWithSelf() async {
    let (failing, resolver) = Promise<Int>.pending()
    let itself = Recorder<Promise<Int>>()
    let promise = failing.recover { _ in itself.values[0] }
    itself.record(promise)
    resolver.reject(Sample())
    guard case PromiseError.returnedSelf? = await promise.awaitedError() else {
      Issue.record("it waits for itself")
      return
    }
  }

  @Test("2.3.2.1 A promise waits while the returned one is pending") func adoptionWaits() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let returned = Gate()
    let promise = Promise.value(1).then { _ in
      defer { returned.open() }
      return inner
    }
    await returned.wait()
    #expect(promise.isPending)
    resolver.fulfill(5)
    #expect(try await promise.value == 5)
  }

  @Test("2.3.2.2, 2.3.2.3 A promise takes over the state of the returned one") func adoptionTakesOver() async throws {
    let one = Promise.value(1)
    #expect(try await one.then { _ in Promise.value(2) }.value == 2)
    #expect(await one.then { _ in Promise<Int>(error: Sample(3)) }.awaitedError()?.sample == 3)
  }

  @Test("2.3.4 A value that is no promise fulfils") func plainValues() async throws {
    #expect(try await Promise.value(1).map { _ in [1, 2] }.value == [1, 2])
  }
}
