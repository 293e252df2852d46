/// Formats the report of a run while it runs: each step returns the next part of the text.
package protocol RunReporter: Sendable {
  mutating func begin(_ run: RunFacts) -> String
  /// - Parameter exchange: Masked; `nil` if nothing was sent.
  mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String
  mutating func end(_ totals: RunTotals) -> String
}

package enum RunReportFormat: String, CaseIterable, Sendable {
  case cli, json, junit, tap, html, github

  /// - Parameter usesColour: Whether the report goes to a terminal with colours.
  package func reporter(usesColour: Bool) -> any RunReporter {
    switch self {
    case .cli: LineReporter(usesColour: usesColour)
    case .json: JSONReporter()
    case .junit: JUnitReporter()
    case .tap: TAPReporter()
    case .html: HTMLReporter()
    case .github: GitHubReporter()
    }
  }
}

extension Duration {
  /// Seconds with six decimal places, for XML and JSON.
  var secondsText: String {
    let microseconds = Int(self / .microseconds(1))
    return "\(microseconds / 1_000_000)." + (microseconds % 1_000_000).padded(to: 6)
  }
}

extension RunTotals.Ending {
  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .interrupted: "Interrupted"
    case .bailed: "Stopped at the first failure"
    case .stopped: "Stopped by a script"
    case .failed(let sentence), .broken(let sentence): sentence
    }
  }
}

extension String {
  /// The text on one line, safe for a terminal or log: control characters as `\u{1B}`, line ends as `⏎`.
  package var visibleLine: String {
    guard unicodeScalars.contains(where: \.isUnsafe) else { return self }
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": line += "⏎"
      case "\r": break
      case "\t": line += " "
      case _ where scalar.isUnsafe: line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

extension Unicode.Scalar {
  /// Whether it may affect more of a terminal or a log than its own cell.
  fileprivate var isUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: value != 0x200D
    default: false
    }
  }
}
