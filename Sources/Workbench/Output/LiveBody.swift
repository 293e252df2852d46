import Foundation
import RequestModel
import Synchronization
import TerminalUI

/// A body on standard output while it comes: a pipe gets its bytes, a terminal the lines of a stream of events. Another
/// body is laid out on a terminal, for which it must be whole.
final class LiveBody: Sendable {
  private struct State {
    var written = 0
    var isFinished = false
    var problem: OutputProblem?
  }

  private let state = Mutex(State())

  /// Writes what a beginning has beyond what was written before.
  ///
  /// - Returns: Whether somebody still reads. Where only the disk is full, the rest is worth having: history keeps it.
  func write(_ answer: Answer, rawBody: Data) -> Bool {
    state.withLock { state in
      guard !state.isFinished else { return true }
      if !TerminalText.outputIsTerminal {
        Self.write(rawBody, to: rawBody.endIndex, &state)
      } else if answer.isEventStream {
        // The last line may be half a character, or half a secret that is not known for one yet.
        let end = answer.body.lastIndex(of: 0x0A).map { $0 + 1 } ?? answer.body.startIndex
        Self.write(answer.body, to: end, &state)
      }
      return state.problem?.isReaderGone != true
    }
  }

  /// Writes what is left of a body that is whole. Beginnings that are told of late write nothing more.
  ///
  /// - Returns: Whether it is written; `false` where a terminal has nothing of it yet.
  func finish(_ body: Data) throws(OutputProblem) -> Bool {
    let (isWritten, problem) = state.withLock { state in
      state.isFinished = true
      guard !TerminalText.outputIsTerminal || state.written > 0 else { return (false, OutputProblem?.none) }
      Self.write(body, to: body.endIndex, &state)
      return (true, state.problem)
    }
    if let problem { throw problem }
    return isWritten
  }

  private static func write(_ body: Data, to end: Int, _ state: inout State) {
    let start = body.startIndex + state.written
    guard state.problem == nil, start < end else { return }
    do {
      try StandardOutput.write(TerminalText.outputIsTerminal ? safe(body[start..<end]) : body[start..<end])
      state.written = end - body.startIndex
    } catch {
      state.problem = error
    }
  }

  private static func safe(_ lines: Data) -> Data {
    Data(String(decoding: lines, as: UTF8.self).safeLines.utf8)
  }
}

extension Answer {
  fileprivate var isEventStream: Bool {
    headers.first("Content-Type")?.lowercased().hasPrefix("text/event-stream") == true
  }
}
