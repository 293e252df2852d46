import Foundation
import Glibc

/// Coloured text outside of curses.
enum TerminalText {
  static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  static let usesColour =
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// The text in a terminal colour, or unchanged without colour.
  static func coloured(_ text: String, _ code: Int) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
