import Foundation
import Glibc

/// Text for a terminal outside of curses.
enum TerminalText {
  static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  static let usesColour =
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// The text in one of the terminal's colours, or as it is where there are none.
  static func coloured(_ text: String, _ code: Int) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
