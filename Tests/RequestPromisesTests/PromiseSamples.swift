import Foundation
import RequestClient
import RequestPromises
import Synchronization
import TestSupport

/// An error identified by a number.
struct Sample: Error, Equatable {
  var number = 0

  init(_ number: Int = 0) { self.number = number }
}

extension Error {
  var sample: Int? { (self as? Sample)?.number }
}

extension Promise {
  /// The error, or `nil` for a value.
  func awaitedError() async -> (any Error)? {
    do {
      _ = try await value
      return nil
    } catch {
      return error
    }
  }
}

/// A queue that detects whether code runs on it.
struct MarkedQueue: Sendable {
  let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  init(_ queue: DispatchQueue = DispatchQueue(label: "marked")) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// The current and the maximum number of running operations.
final class Flights: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var most: Int { counts.withLock(\.most) }

  func begin() {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
  }

  func end() { counts.withLock { $0.now -= 1 } }
}

/// Calls `body` with 0..<count, each on its own thread, all started at once.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let (start, done) = (Gate(), Recorder<Int>())
  for number in 0..<count {
    Thread.detachNewThread {
      start.waitOnThread()
      body(number)
      done.record(number)
    }
  }
  start.open()
  _ = await done.values(count: count)
}
