internal import Foundation

/// Work that may run the caller's code, and take its time.
package typealias Errand = @Sendable () -> Void

/// Where the caller's code runs that names no queue.
enum CallerPool {
  /// Hundreds of handlers may wait at once; the limit is there for those that never return.
  private static let threads = CallbackThreads(
    width: max(2, ProcessInfo.processInfo.activeProcessorCount), limit: 1024)

  static func run(_ errand: @escaping Errand) { threads.run(errand) }
}
