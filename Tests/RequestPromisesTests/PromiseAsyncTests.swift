import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PromiseAsyncTests {
  @Test func aPromiseIsMadeOfAnAsyncClosure() async throws {
    let promise = Promise { () async throws -> Int in
      await Task.yield()
      return 4
    }
    #expect(try await promise.value == 4)
    #expect(await Promise<Int> { () async throws in throw Sample(5) }.awaitedError()?.sample == 5)
    #expect(await Guarantee { () async -> Int in 6 }.value == 6)
  }

  @Test func cancellingThePromiseCancelsItsTask() async {
    let began = Gate()
    let promise = Promise<Int> { () async throws in
      began.open()
      try await Task.sleep(for: .seconds(600))
      return 1
    }
    await began.wait()
    promise.map { $0 + 1 }.asVoid().cancel()
    #expect(await promise.awaitedError() is CancellationError)
  }

  @Test func aTaskThatIgnoresItMayStillFulfil() async throws {
    let (began, end) = (Gate(), Gate())
    let promise = Promise<Int> { () async throws in
      began.open()
      await end.wait()
      return 1
    }
    await began.wait()
    promise.cancel()
    end.open()
    #expect(try await promise.value == 1)
  }

  @Test func manyTasksAwaitOnePromise() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { (try? await promise.value) ?? 0 } }
      group.addTask {
        resolver.fulfill(1)
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 100)
  }

  @Test func aCancelledWaitDoesNotAffectThePromise() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isPending)
    resolver.fulfill(1)
    #expect(try await promise.value == 1)
  }

  @Test func aCancelledTaskStillGetsAnExistingValue() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Promise.value(1).value
    }
    #expect(try await task.value == 1)
  }

  @Test func aCancelledWaitCancelsThePromiseOnRequest() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { resolver.reject(Sample(7)) }
    let task = Task { try await promise.value(automaticallyCancelling: true) }
    task.cancel()
    await #expect(throws: Sample(7)) { try await task.value }
    let (other, otherResolver) = Promise<Int>.pending()
    otherResolver.fulfill(1)
    #expect(try await other.value(automaticallyCancelling: false) == 1)
  }

  @Test func aThreadWaitsForAValueOrAnError() async {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Recorder<Int?>()
    Thread.detachNewThread {
      seen.record(try? promise.wait())
      do { _ = try Promise<Int>(error: Sample(2)).wait() } catch { seen.record(error.sample) }
    }
    resolver.fulfill(1)
    #expect(await seen.values(count: 2) == [1, 2])
  }
}
