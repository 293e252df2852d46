import RequestModel
import TerminalUI

/// The results of the request's checks. Only exchanges with checks have this tab.
package struct ChecksTab: ResponseTab {
  package static let id = "checks"
  package static let title = "Checks"
  package static let letter: Character? = "k"

  package var view = RowsView()
  private var built = Derived<[LogEvent.Check], ResponseRows>(.fixed([]))

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func isShown(for live: LiveExchange?) -> Bool { !checks(of: live).isEmpty }

  /// How many failed, or how many there are.
  package static func badge(for live: LiveExchange) -> String {
    let checks = checks(of: live)
    let failed = checks.count { !$0.isPassed }
    return failed > 0 ? "✗\(failed)" : String(checks.count)
  }

  package static func placeholder(for live: LiveExchange) -> String { "No checks in this request" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let checks = Self.checks(of: live)
    built.update(for: checks) { .fixed(checks.flatMap(Self.rows)) }
    return []
  }

  package static let commands: [TabCommand<ChecksTab>] = [
    TabCommand(
      .whileShown,
      PaneCommand(
        "response.editCheck", "Edit check", "Show the check in the form of the request.", keys: [.character("e")],
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

  private static func rows(of check: LogEvent.Check) -> [[Span]] {
    let mark = check.isPassed ? Span("✓ ", .success) : Span("✗ ", .error)
    let name = [mark, Span(check.name)]
    return check.detail.isEmpty ? [name] : [name, [Span("  " + check.detail, .hint)]]
  }
}
