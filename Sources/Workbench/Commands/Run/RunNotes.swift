import RequestModel
import Synchronization

/// Writes what was left out or changed of the files of other programs, each sentence once for all runs of a command.
final class RunNotes: Sendable {
  private let written = Mutex<Set<InterchangeNote>>([])

  /// Writes the notes that are new. Those of one text are one line.
  func write(_ notes: [InterchangeNote]) {
    let new = written.withLock { written in notes.filter { written.insert($0).inserted } }
    StandardError.write(lines: new.lines)
  }
}
