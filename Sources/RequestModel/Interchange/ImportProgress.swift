internal import Synchronization

/// How far an import is, and a way to cancel it.
package final class ImportProgress: Sendable {
  package enum Step: Equatable, Sendable {
    /// Taking files out of an archive.
    case unpacking
    case reading
    /// Comparing with existing files.
    case planning
    case writing
    /// Moving the written files to their places. This phase cannot be cancelled.
    case placing
  }

  package struct State: Equatable, Sendable {
    package var step = Step.reading
    /// The files that the step is done with.
    package var files = 0
    /// `nil` if unknown.
    package var total: Int?

    package init(step: Step = .reading, files: Int = 0, total: Int? = nil) {
      (self.step, self.files, self.total) = (step, files, total)
    }
  }

  private let current = Mutex(State())
  private let isOver = Atomic(false)

  package init() {}

  package var state: State { current.withLock { $0 } }
  package var isCancelled: Bool { isOver.load(ordering: .relaxed) }

  /// Cancels the import. Files that are being placed are placed.
  package func cancel() { isOver.store(true, ordering: .relaxed) }

  package func begin(_ step: Step, of total: Int? = nil) {
    current.withLock { $0 = State(step: step, total: total) }
  }

  package func countFile() { current.withLock { $0.files += 1 } }
}
