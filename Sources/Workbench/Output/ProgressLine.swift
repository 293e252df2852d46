import Dispatch
import Synchronization
import TerminalUI

/// A progress line on standard error, for long work on a terminal.
struct ProgressLine {
  private let timer: any DispatchSourceTimer
  private let line = Line()

  /// - Parameter text: Returns the text; `nil` for none. Called every 100 ms, first after half a second.
  init(_ text: @escaping @Sendable () -> String?) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "workbench.progress"))
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(100))
    timer.setEventHandler { [line] in
      if let text = text() { line.write(text) } else { line.erase() }
    }
    timer.resume()
  }

  /// Removes the line and stops updating it.
  func clear() {
    timer.cancel()
    line.clear()
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
      StandardError.write(sequence: "\r" + text.safeLine + Self.eraseToEnd)
    }
  }

  func erase() { leave(.unwritten) }

  func clear() { leave(.over) }

  private func leave(_ next: State) {
    state.withLock { state in
      guard state != .over else { return }
      if state == .written { StandardError.write(sequence: "\r" + Self.eraseToEnd) }
      state = next
    }
  }
}
