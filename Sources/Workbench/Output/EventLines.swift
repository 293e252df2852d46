import Foundation
import RequestModel
import Synchronization

/// A stream of events on a terminal: its lines as they come. Whoever sends for one does not want to wait for its end.
final class EventLines: Sendable {
  private let written = Mutex(0)

  /// Whether lines were written, so that only what follows them is missing.
  var hasBegun: Bool { written.withLock { $0 > 0 } }

  /// Writes the whole lines that the body of a beginning has beyond those that were written; nothing of other bodies.
  func write(_ answer: Answer) {
    let type = answer.headers.first("Content-Type")?.lowercased() ?? ""
    guard type.hasPrefix("text/event-stream") else { return }
    // The last line may be half a character, or half a secret that is not known for one yet.
    write(answer.body, to: (answer.body.lastIndex(of: 0x0A) ?? answer.body.startIndex - 1) + 1)
  }

  /// Writes what is left.
  func finish(_ body: Data) { write(body, to: body.endIndex) }

  private func write(_ body: Data, to end: Int) {
    written.withLock { written in
      guard body.startIndex + written < end else { return }
      let text = String(decoding: body[(body.startIndex + written)..<end], as: UTF8.self)
      FileHandle.standardOutput.write(Data(TerminalText.safe(text).utf8))
      written = end - body.startIndex
    }
  }
}
