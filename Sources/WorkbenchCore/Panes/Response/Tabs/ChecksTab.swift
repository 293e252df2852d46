import RequestModel
import TerminalUI

/// The results of the request's checks, then what its scripts wrote. Only exchanges with either have this tab.
package struct ChecksTab: ResponseTab {
  package static let id = "checks"
  package static let title = "Checks"
  package static let letter: Character? = "k"

  package var view = RowsView()
  private var built = Derived<[LogEvent], ResponseRows>(.fixed([]))

  /// Reasons are sentences, which are read whole.
  package init() { view.isWrapped = true }

  package var rows: ResponseRows { built.value }

  package static func isShown(for live: LiveExchange?) -> Bool {
    !checks(of: live).isEmpty || !console(of: live).isEmpty
  }

  /// How many failed, or how many there are.
  package static func badge(for live: LiveExchange) -> String {
    let checks = checks(of: live)
    let failed = checks.count { !$0.isPassed }
    return failed > 0 ? "✗\(failed)" : checks.isEmpty ? "" : String(checks.count)
  }

  package static func placeholder(for live: LiveExchange) -> String { "No checks in this request" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let (checks, console) = (Self.checks(of: live), Self.console(of: live))
    built.update(for: live?.exchange?.log.events ?? []) {
      .fixed(checks.flatMap(Self.rows) + Self.rows(of: console, belowChecks: !checks.isEmpty))
    }
    return []
  }

  package static let commands: [TabCommand<ChecksTab>] = [
    TabCommand(
      .whileShown,
      PaneCommand(
        "response.editCheck", "Edit check", "Show the check in the form of the request.", keys: [.character("e")],
        footer: "edit check",
        whyUnavailable: { tab, _ in tab.rows.count == 0 ? "This tab is empty" : nil },
        run: { tab, context in tab.editCheck(in: context) }))
  ]

  private func editCheck(in context: PaneContext) -> [PaneOutput] {
    let names = Self.checks(of: context.workspace.exchange).flatMap { check in
      Self.rows(of: check).map { _ in check.name }
    }
    guard names.indices.contains(view.window.selected) else { return [] }
    return [.focus(.request), .request(.check(names[view.window.selected]))]
  }

  private static func checks(of live: LiveExchange?) -> [LogEvent.Check] { live?.exchange?.log.checks ?? [] }

  private static func console(of live: LiveExchange?) -> [LogEvent.ConsoleLine] { live?.exchange?.log.console ?? [] }

  private static func rows(of console: [LogEvent.ConsoleLine], belowChecks: Bool) -> [[Span]] {
    guard !console.isEmpty else { return [] }
    let heading = [[Span("Console", Style(.label, bold: true))]]
    let lines = console.flatMap { line in
      line.text.split(separator: "\n", omittingEmptySubsequences: false).map { text in
        line.level == "log" ? [Span(String(text))] : [Span(line.level + ": ", role(line.level)), Span(String(text))]
      }
    }
    return (belowChecks ? [[]] : []) + heading + lines
  }

  private static func role(_ level: String) -> Style.Role {
    switch level {
    case "error": .error
    case "warn": .warning
    default: .hint
    }
  }

  private static func rows(of check: LogEvent.Check) -> [[Span]] {
    let mark = check.isPassed ? Span("✓ ", .success) : Span("✗ ", .error)
    let name = [mark, Span(check.name)]
    return check.detail.isEmpty ? [name] : [name, [Span("  " + check.detail, .hint)]]
  }
}
