import Foundation
import Glibc
import TerminalUI

/// Text for a terminal outside of curses.
enum TerminalText {
  static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  static let usesColour =
    outputIsTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// The text with marks in the place of everything that would act on the terminal; line ends and tabs stay.
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isActing) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isActing($0) ? mark($0) : $0 }))
  }

  private static func isActing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20
      ? Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}" : scalar.value == 0x7F ? "\u{2421}" : "\u{FFFD}"
  }

  /// The text in one of the terminal's colours, or as it is where there are none.
  static func coloured(_ text: String, _ code: Int) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
