import Foundation
@testable import RequestClient
import RequestPromises
import Synchronization
import TestSupport
import Testing

/// The caller's code may block without delaying anything else. Serialized, because together the tests would exceed the
/// limit of threads.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct CallbackThreadTests {
  private static let count = 200

  private let begun = Recorder<Int>()
  private let ended = Recorder<Int>()
  private let goOn = Gate()

  /// Blocks until all others are blocked too.
  private func block(_ number: Int) {
    begun.record(number)
    goOn.waitOnThread()
    ended.record(number)
  }

  private func expectAllBlockAtOnce() async {
    // Swift's threads are free meanwhile: sleeping tasks wake, and new ones start.
    await until { begun.values.count == Self.count }
    await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
    goOn.open()
    #expect(await ended.values(count: Self.count).sorted() == Array(0..<Self.count))
  }

  @Test func twoHundredBlockedHandlersLeaveTheProgramsTasksAlone() async {
    let session = Session.stubbed(StubTransport())
    for number in 0..<Self.count { session.request("http://stub/").response { _ in block(number) } }
    await expectAllBlockAtOnce()
  }

  @Test func handlersOfRealMessagesMayBlockToo() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(body: "x")
      }
    }
    let session = Session.plain()
    for number in 0..<Self.count { session.request(server.url).response { _ in block(number) } }
    await expectAllBlockAtOnce()
  }

  @Test func serializersMayBlock() async {
    let session = Session.stubbed(StubTransport())
    for number in 0..<Self.count {
      session.request("http://stub/").response(responseSerializer: Blocking { block(number) }) { _ in }
    }
    await expectAllBlockAtOnce()
  }

  @Test func validatorsMayBlock() async {
    let session = Session.stubbed(StubTransport())
    for number in 0..<Self.count {
      session.request("http://stub/").validate { _, _, _ in
        block(number)
        return .success(())
      }.response { _ in }
    }
    await expectAllBlockAtOnce()
  }

  @Test func modifiersMayBlock() async {
    let session = Session.stubbed(StubTransport())
    for number in 0..<Self.count { session.request("http://stub/") { _ in block(number) }.response { _ in } }
    await expectAllBlockAtOnce()
  }

  @Test func streamHandlersMayBlock() async {
    let session = Session.stubbed(StubTransport())
    for number in 0..<Self.count {
      session.streamRequest("http://stub/").responseStreamString { if $0.completion != nil { block(number) } }
    }
    await expectAllBlockAtOnce()
  }

  @Test func bodiesOfPromisesMayBlock() async {
    let promises = (0..<Self.count).map { number in Promise.value(number).done { block($0) } }
    await expectAllBlockAtOnce()
    for promise in promises { promise.cauterize() }
  }

  @Test func handlersMayWaitForOneAnotherHoweverManyThereAre() async {
    let session = Session.stubbed(StubTransport())
    let gates = (0..<Self.count).map { _ in Gate() }
    for number in 0..<Self.count {
      session.request("http://stub/").response { _ in
        if number > 0 { gates[number - 1].waitOnThread() }
        gates[number].open()
      }
    }
    await gates[Self.count - 1].wait()
  }

  // MARK: The threads themselves

  @Test func workThatDoesNotBlockGetsNoExtraThreads() async {
    let threads = CallbackThreads(width: 2, limit: 64)
    let now = Mutex(0)
    let most = Mutex(0)
    let done = Recorder<Int>()
    for number in 0..<20 {
      threads.run {
        let count = now.withLock { now in
          now += 1
          return now
        }
        most.withLock { $0 = max($0, count) }
        // Busy for longer than the check interval.
        let end = ContinuousClock.now + .milliseconds(5)
        while ContinuousClock.now < end {}
        now.withLock { $0 -= 1 }
        done.record(number)
      }
    }
    _ = await done.values(count: 20)
    // A thread can be seen while it waits for a lock or a page, and is replaced then.
    #expect(most.withLock(\.self) <= 5)
  }

  @Test func thereAreNeverMoreThreadsThanTheLimit() async {
    let threads = CallbackThreads(width: 2, limit: 10)
    let (begun, ended, goOn) = (Recorder<Int>(), Recorder<Int>(), Gate())
    for number in 0..<30 {
      threads.run {
        begun.record(number)
        goOn.waitOnThread()
        ended.record(number)
      }
    }
    _ = await begun.values(count: 10)
    #expect(threads.count == 10)
    goOn.open()
    #expect(await ended.values(count: 30).sorted() == Array(0..<30))
  }

  @Test func surplusThreadsExit() async {
    let threads = CallbackThreads(width: 2, limit: 64)
    let (begun, goOn) = (Recorder<Int>(), Gate())
    for number in 0..<20 {
      threads.run {
        begun.record(number)
        goOn.waitOnThread()
      }
    }
    _ = await begun.values(count: 20)
    // One more may have started for a piece of work that another one took.
    #expect(threads.count >= 20)
    goOn.open()
    await until { threads.count <= 2 }
    let isRun = Gate()
    threads.run { isRun.open() }
    await isRun.wait()
  }
}

/// A serializer that runs a closure.
private struct Blocking: ResponseSerializer {
  let block: @Sendable () -> Void

  init(_ block: @escaping @Sendable () -> Void) { self.block = block }

  func serialize(request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?) { block() }
}
