internal import Foundation

/// Work that may run the caller's code, and take its time.
package typealias Errand = @Sendable () -> Void

/// Where the caller's code runs that names no queue.
enum CallerPool {
  private static let queue = DispatchQueue.global()

  static func run(_ errand: @escaping Errand) { queue.async(execute: errand) }
}
