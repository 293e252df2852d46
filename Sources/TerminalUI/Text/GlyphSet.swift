/// The characters that a terminal can show.
package enum GlyphSet: Equatable, Sendable {
  case unicode
  /// The Linux console, whose fonts have lines and letters, but neither rounded corners nor most symbols.
  case console
  /// A locale other than UTF-8, or a terminal without Unicode.
  case ascii

  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let terminal = environment["TERM"] ?? ""
    let isASCII = locale.map { !Self.isUTF8($0) } ?? false
    if isASCII || Self.oldTerminals.contains(where: terminal.hasPrefix) {
      self = .ascii
    } else {
      self = terminal.hasPrefix("linux") ? .console : .unicode
    }
  }

  private static func isUTF8(_ locale: String) -> Bool {
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  private static let oldTerminals = ["vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "cons25", "wy", "sun"]

  /// The frame in characters of the set. A symbol without a similar character becomes a word, if its row has room.
  package func spelling(_ frame: Frame) -> Frame {
    switch self {
    case .unicode: frame
    case .console: frame.spelled(Self.words).replacingCharacters { Self.squares[$0] ?? Self.consoleSymbols[$0] }
    case .ascii: frame.spelled(Self.words).replacingCharacters(with: Self.ascii)
    }
  }

  /// Symbols for keys, and the word for each.
  private static let words: [String: String] = ["⏎": "Enter", "⌫": "Backspace"]

  private static let squares: [String: String] = ["╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"]
  private static let consoleSymbols: [String: String] = [
    "▾": "v", "▸": ">", "●": "*", "‹": "<", "›": ">", "✓": "+", "✗": "-", "–": "-", "—": "-", "⚠": "!",
    "…": "~",
  ]

  private static let asciiSymbols: [String: String] = {
    var table = consoleSymbols
    for (characters, standIn) in [
      ("─━═╌┄", "-"), ("│┃║┆┊", "|"), ("╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪", "+"), ("█▓▉▊▋▌▍▎▏▐▀▄■▇▆▅▃▂▁", "#"), ("▒░", ":"),
      ("▼", "v"), ("▶►", ">"), ("◀◄←", "<"), ("→", ">"), ("↑▲", "^"), ("↓", "v"), ("•○◦◉", "*"), ("·", "."), ("×", "x"),
      ("µ", "u"), ("“”", "\""), ("‘’", "'"), ("\u{A0}", " "),
    ] {
      for character in characters { table[String(character)] = standIn }
    }
    return table
  }()

  private static func ascii(_ text: String) -> String? {
    if text.utf8.count == 1 { return nil }
    return asciiSymbols[text] ?? "?"
  }
}
