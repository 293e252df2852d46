internal import Foundation
internal import Synchronization

/// The lines of a program that the engine runs: the answer to the call, further pages of a list, and standard error.
final class ProgramLog: Sendable {
  /// A part of what is exchanged with it.
  enum Part {
    case session, call
    /// Further pages of a list, which are messages of the exchange.
    case pages
  }

  private struct State {
    var part = Part.session
    var answer = Data()
    var failure: Failure?
    /// The line of standard error without its end so far, and the number of its bytes that are not kept.
    var rest: [UInt8] = []
    var omitted = 0
    var errors = 0
    var lastError: String?
    /// Whether standard error was read. What the program has started may still write to it.
    var isOver = false

    mutating func takeLine() -> (bytes: [UInt8], omitted: Int) {
      defer { (rest, omitted) = ([], 0) }
      return (rest, omitted)
    }
  }

  private let run: RunContext
  private let state = Mutex(State())

  /// The number of lines of standard error that are kept, and the most bytes of one that are shown.
  private static let (mostErrors, longestError) = (1_000, 4_096)
  /// The most bytes of a line that are kept. A secret at the end of those that are shown is whole in them, and masked.
  private static let longestKept = 64 << 10

  init(_ run: RunContext) { self.run = run }

  // MARK: Messages

  /// The line of the answer; empty for a notification, which has none.
  var answer: Data { state.withLock(\.answer) }

  func begin(_ part: Part) { state.withLock { $0.part = part } }

  func add(_ line: [UInt8], _ direction: LogEvent.Message.Direction) {
    let part = state.withLock { state in
      if state.part == .call, direction == .received { state.answer = Data(line) }
      return state.part
    }
    if part == .pages { run.logPage(direction, Data(line)) }
  }

  // MARK: Failures

  /// Keeps a failure until the program has ended.
  func fail(_ result: Result<Data, Failure>) {
    guard case .failure(let failure) = result else { return }
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  /// The failure. If the program has ended by itself, the last line of standard error may say why.
  var failure: Failure? {
    let (failure, last) = state.withLock { ($0.failure, $0.lastError) }
    guard let failure, failure.kind == .connectionLost else { return failure }
    return Failure(.connectionLost, failure.sentence + (last.map { ": " + $0 } ?? " — check its command line"))
  }

  // MARK: Standard error

  /// Adds the whole lines to the console of the exchange.
  func addErrors(_ piece: ArraySlice<UInt8>) {
    let lines = state.withLock { state in
      var lines: [(bytes: [UInt8], omitted: Int)] = []
      if state.isOver { return lines }
      for byte in piece {
        if byte == 0x0A {
          lines.append(state.takeLine())
        } else if state.rest.count < Self.longestKept {
          state.rest.append(byte)
        } else {
          state.omitted += 1
        }
      }
      return lines
    }
    for line in lines { show(line.bytes, omitted: line.omitted) }
  }

  /// Adds the last line, which may have no end. Later ones are left out.
  func finishErrors() {
    let last = state.withLock { state in
      state.isOver = true
      return state.takeLine()
    }
    show(last.bytes, omitted: last.omitted)
  }

  private func show(_ line: [UInt8], omitted: Int) {
    let whole = String(decoding: line, as: UTF8.self).trimmingWhitespace
    guard !whole.isEmpty else { return }
    let text = run.truncated(whole, to: Self.longestError, omitted: omitted)
    let count = state.withLock { state in
      state.errors += 1
      state.lastError = text
      return state.errors
    }
    if count <= Self.mostErrors { run.log(.console(LogEvent.ConsoleLine("log", "Program: \(text)"))) }
    if count == Self.mostErrors + 1 { run.warn("Program: the rest of its standard error is left out") }
  }
}
