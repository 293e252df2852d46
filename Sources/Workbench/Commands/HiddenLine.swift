import Dispatch
import Foundation
import Glibc

/// Reads a line from the terminal without echo.
///
/// Restores the echo if the program is stopped or killed by a signal meanwhile.
struct HiddenLine {
  private let prompt: String
  private let shown: termios

  init(prompt: String) {
    self.prompt = prompt
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    shown = modes
  }

  func read() throws -> [UInt8] {
    let sources = watchSignals()
    hide()
    defer {
      show()
      for source in sources { source.cancel() }
    }
    let line = readLine()
    StandardError.write("")
    guard !hasMoreInput else {
      tcflush(STDIN_FILENO, TCIFLUSH)
      throw CommandExit.usageError("More than one line was pasted — pass it from a file: workbench secret set … <FILE")
    }
    return line
  }

  /// Reads byte by byte, because the terminal's line editing cuts lines at 4,095 bytes.
  private func hide() {
    var modes = shown
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    StandardError.write(prompt)
  }

  private func show() {
    var modes = shown
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  private func readLine() -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), Control.endOfInput: return line
      case Control.backspace, Control.delete: Self.removeLastScalar(&line)
      case Control.killLine: line.removeAll()
      default: line.append(byte)
      }
    }
  }

  private enum Control {
    static let endOfInput: UInt8 = 0x04
    static let backspace: UInt8 = 0x08
    static let killLine: UInt8 = 0x15
    static let delete: UInt8 = 0x7F
  }

  private static func removeLastScalar(_ line: inout [UInt8]) {
    while let byte = line.popLast(), byte & 0xC0 == 0x80 {}
  }

  /// Discards the rest of a multi-line paste, so that it does not reach the shell.
  private var hasMoreInput: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 50) > 0
  }

  /// Returns when no signal can be lost any more: one that arrives before its source is registered would be ignored.
  private func watchSignals() -> [any DispatchSourceSignal] {
    let registrations = DispatchGroup()
    defer { registrations.wait() }
    let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      watch(number, registrations) {
        show()
        StandardError.write("")
        exit(CommandExit.interrupted.rawValue)
      }
    }
    let stop = watch(SIGTSTP, registrations) {
      show()
      // Signal this thread, not the process: with `kill`, another thread might take the signal and this one continue.
      raise(SIGSTOP)
      hide()
    }
    return ends + [stop]
  }

  private func watch(
    _ number: Int32, _ registrations: DispatchGroup, _ act: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    registrations.enter()
    let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "workbench.hidden-line"))
    source.setEventHandler(handler: act)
    source.setRegistrationHandler { registrations.leave() }
    source.resume()
    return source
  }
}
