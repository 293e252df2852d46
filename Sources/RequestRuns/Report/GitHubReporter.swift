/// Workflow commands that mark the failures in the files of the requests, for GitHub Actions.
package struct GitHubReporter: RunReporter {
  /// The maximum number of annotations. GitHub shows few per step; more only make the log long.
  static let annotationLimit = 50

  private var count = 0
  private var iterationCount = 1

  package mutating func begin(_ run: RunFacts) -> String {
    iterationCount = run.iterationCount
    return ""
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let iteration = iterationCount > 1 ? " (iteration \(result.iteration + 1))" : ""
    let title = (result.title + iteration).property
    if !result.isFailure, let reason = result.note {
      return "::notice file=\(result.file.property),line=1,title=\(title)::Skipped: \(reason.data)\n"
    }
    guard result.isFailure else { return "" }
    let messages =
      (result.problem.map { [$0] } ?? [])
      + result.failedChecks.map { $0.name + ($0.detail.isEmpty ? "" : ": \($0.detail)") }
    var text = ""
    for message in messages {
      count += 1
      guard count <= Self.annotationLimit else { continue }
      text +=
        "::error file=\(result.file.property),line=1,title=\(title)::\(message.data)\n"
    }
    return text
  }

  package mutating func end(_ totals: RunTotals) -> String {
    var text = ""
    let rest = count - Self.annotationLimit
    if rest > 0 { text += "::notice::… and \(Formatting.count(rest, "more failure", plural: "more failures"))\n" }
    if let ending = totals.ending { text += "::error::\(ending.sentence.data)\n" }
    return text
  }
}

/// The summary of a step of GitHub Actions, in Markdown.
package struct GitHubSummary: RunReporter {
  static let rowLimit = 200

  private var run: RunFacts?
  private var rows = ""
  private var count = 0

  package init() {}

  package mutating func begin(_ run: RunFacts) -> String {
    self.run = run
    return ""
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let skipped = result.note.map { ["Skipped: \($0)"] } ?? []
    guard result.isFailure || !skipped.isEmpty else { return "" }
    count += 1
    guard count <= Self.rowLimit else { return "" }
    let messages =
      skipped + (result.problem.map { [$0] } ?? []) + result.failedChecks.map { "\($0.name): \($0.detail)" }
    rows +=
      "| \(result.address.path.cell) | \(result.iteration + 1) | \(messages.map(\.cell).joined(separator: "<br>")) |\n"
    return ""
  }

  package mutating func end(_ totals: RunTotals) -> String {
    var text = "### \(totals.isSuccess ? "✅" : "❌") \((run?.name ?? "run").cell)\n\n"
    text += "\(Formatting.count(totals.requests, "request")) (\(Formatting.number(totals.failedRequests)) failed), "
    let skipped = totals.skippedChecks > 0 ? ", \(Formatting.number(totals.skippedChecks)) skipped" : ""
    let failed = "\(Formatting.number(totals.failedChecks)) failed"
    text += "\(Formatting.count(totals.checks, "check")) (\(failed)\(skipped)), "
    if totals.scriptErrors > 0 { text += Formatting.count(totals.scriptErrors, "script error") + ", " }
    text += "\(Formatting.duration(totals.duration))\n"
    if let ending = totals.ending { text += "\n\(ending.sentence.cell)\n" }
    if !rows.isEmpty { text += "\n| Request | Iteration | Problem |\n|---|---|---|\n" + rows }
    if count > Self.rowLimit { text += "\n… and \(Formatting.number(count - Self.rowLimit)) more\n" }
    return text
  }
}

extension String {
  /// The message of a workflow command.
  fileprivate var data: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar).visibleLine
      }
    }.joined()
  }

  /// A property of a workflow command.
  fileprivate var property: String {
    data.replacingExactly(":", with: "%3A").replacingExactly(",", with: "%2C")
  }

  /// A cell of a table in Markdown, without markup.
  fileprivate var cell: String {
    visibleLine.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "|", "\\", "`", "*", "_", "[", "]", "#", "!", "@": "\\\(scalar)"
      default: String(scalar)
      }
    }.joined()
  }
}
