import Synchronization

/// Writes notes on parts of other programs' files that were left out or changed, each sentence once per command.
final class RunNotes: Sendable {
  private let written = Mutex<Set<InterchangeNote>>([])

  /// Writes the new notes. Notes with the same text share a line.
  func write(_ notes: [InterchangeNote]) {
    let new = written.withLock { written in notes.filter { written.insert($0).inserted } }
    StandardError.write(lines: new.lines)
  }
}
