import RequestModel
import Synchronization

/// Writes what was left out or changed of the files of other programs, each sentence once for all runs of a command.
final class RunNotes: Sendable {
  private let written = Mutex<Set<InterchangeNote>>([])

  /// Writes the notes that are new. Those of one text are one line.
  func write(_ notes: [InterchangeNote]) {
    let new = written.withLock { written in notes.filter { written.insert($0).inserted } }
    StandardError.write(lines: Self.lines(new))
  }

  static func lines(_ notes: [InterchangeNote]) -> [String] {
    var places: [InterchangeNote: Int] = [:]
    var lines: [(note: InterchangeNote, count: Int)] = []
    for note in notes {
      let key = InterchangeNote(note.kind, [], note.text)
      if let place = places[key] {
        lines[place].count += 1
      } else {
        places[key] = lines.count
        lines.append((note, 1))
      }
    }
    return lines.map { $0.note.line + ($0.count > 1 ? " (and \($0.count - 1) more)" : "") }
  }
}
