import CNcurses
import Dispatch
import Synchronization

/// A progress line on standard error, for long work on a terminal.
struct ProgressLine {
  private let timer: any DispatchSourceTimer
  private let line = Line()

  /// - Parameter text: Returns the text; `nil` shows no line. Called every 100 ms, first after half a second.
  init(_ text: @escaping @Sendable () -> String?) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "workbench.progress"))
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(100))
    timer.setEventHandler { [line] in
      if let text = text() { line.write(text) } else { line.erase() }
    }
    timer.resume()
  }

  /// Erases the line while `body` writes. The line reappears with the next text.
  func interrupted(by body: () -> Void) { line.interrupted(by: body) }

  /// Removes the line and stops updating it.
  func clear() {
    timer.cancel()
    line.clear()
  }

  /// The current width of the terminal in columns.
  static var terminalWidth: Int {
    var (width, height) = (Int32(80), Int32(24))
    cn_window_size(&width, &height)
    return Int(width)
  }
}

private final class Line: Sendable {
  private enum State { case unwritten, written, over }

  private static let eraseToEnd = "\u{1B}[K"
  private let state = Mutex(State.unwritten)

  func write(_ text: String) {
    state.withLock { state in
      guard state != .over else { return }
      state = .written
      // A wrapped line could not be erased completely.
      let line = text.safeLine.truncated(to: max(1, ProgressLine.terminalWidth - 1))
      StandardError.write(sequence: "\r" + line + Self.eraseToEnd)
    }
  }

  func erase() { leave(.unwritten) }

  /// Erases the line while `body` writes.
  func interrupted(by body: () -> Void) { leave(.unwritten, body) }

  func clear() { leave(.over) }

  private func leave(_ next: State, _ body: () -> Void = {}) {
    state.withLock { state in
      if state == .written { StandardError.write(sequence: "\r" + Self.eraseToEnd) }
      if state != .over { state = next }
      body()
    }
  }
}
