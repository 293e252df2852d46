import Foundation
import Synchronization

/// Writes an event stream to a terminal line by line. Other bodies are formatted once they are complete.
final class LiveBody: Sendable {
  private struct State {
    var written = 0
    var isFinished = false
    var problem: OutputProblem?
  }

  private let state = Mutex(State())

  /// Writes new lines.
  ///
  /// - Returns: Whether the output can still be written.
  func write(_ answer: Response) -> Bool {
    state.withLock { state in
      guard !state.isFinished, answer.isEventStream else { return true }
      // The last line may end inside a character. The mask holds back partial secrets.
      let end = answer.body.lastIndex(of: 0x0A).map { $0 + 1 } ?? answer.body.startIndex
      Self.write(answer.body, to: end, &state)
      return state.problem == nil
    }
  }

  /// Writes the rest of the complete body. Later partial bodies write nothing.
  ///
  /// - Returns: `false` if nothing of the body was written live.
  func finish(_ body: Data) throws(OutputProblem) -> Bool {
    let (isWritten, problem) = state.withLock { state in
      state.isFinished = true
      guard state.written > 0 else { return (false, OutputProblem?.none) }
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
      try StandardOutput.write(Data(String(decoding: body[start..<end], as: UTF8.self).safeLines.utf8))
      state.written = end - body.startIndex
    } catch {
      state.problem = error
    }
  }
}

extension Response {
  fileprivate var isEventStream: Bool {
    headers.first("Content-Type")?.lowercased().hasPrefix("text/event-stream") == true
  }
}
