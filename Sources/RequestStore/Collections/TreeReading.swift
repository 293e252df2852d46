internal import Synchronization

/// The progress of reading folders, and a way to cancel it.
package final class TreeReading: Sendable {
  private let folderCount = Atomic(0)
  private let fileCount = Atomic(0)
  private let isOver = Atomic(false)

  package init() {}

  /// Folders listed so far.
  package var folders: Int { folderCount.load(ordering: .relaxed) }
  /// Files read so far.
  package var files: Int { fileCount.load(ordering: .relaxed) }
  package var isCancelled: Bool { isOver.load(ordering: .relaxed) }

  /// Cancels reading, which then throws `StoreError.cancelled`.
  package func cancel() { isOver.store(true, ordering: .relaxed) }

  func countFolder() { folderCount.add(1, ordering: .relaxed) }
  func countFile() { fileCount.add(1, ordering: .relaxed) }

  func checkCancelled() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }
}
