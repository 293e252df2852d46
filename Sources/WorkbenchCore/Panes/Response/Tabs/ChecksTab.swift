/// The results of the request's checks, the captured variables, then the output of its scripts. Only exchanges with any
/// of these have this tab.
package struct ChecksTab: ResponseTab {
  package static let id = "checks"
  package static let title = "Checks"
  package static let keywords = "tests assertions results captures script"
  package static let letter: Character? = "k"

  package var view = RowsView()
  private var built = Derived<[LogEvent], ResponseRows>(.fixed([]))

  /// Wrap the reasons, which are whole sentences.
  package init() { view.isWrapped = true }

  package var rows: ResponseRows { built.value }

  package static func isShown(for live: LiveExchange?) -> Bool {
    !checks(of: live).isEmpty || !captures(of: live).isEmpty || !console(of: live).isEmpty
  }

  /// The number of failed checks, or of all checks if none failed.
  package static func badge(for live: LiveExchange) -> String {
    let checks = checks(of: live)
    let failed = checks.count { !$0.isPassed }
    return failed > 0 ? "✗\(failed)" : checks.isEmpty ? "" : String(checks.count)
  }

  package static func placeholder(for live: LiveExchange) -> String { "No checks in this request" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let (checks, console) = (Self.checks(of: live), Self.console(of: live))
    let builds = built.builds
    built.update(for: live?.log.events ?? []) {
      let results = checks.flatMap(Self.rows) + Self.captures(of: live).map(Self.row)
      return .fixed(results + Self.rows(of: console, belowChecks: !results.isEmpty))
    }
    // Selects the first failure.
    if built.builds > builds, view.window.selected == 0, let failure = checks.firstIndex(where: { !$0.isPassed }) {
      // A hidden pane has no height to scroll for.
      view.window = ListWindow(selected: checks[..<failure].flatMap(Self.rows).count)
      if context.contentRows > 0 { select(row: view.window.selected, in: context) }
    }
    return []
  }

  /// The value of a capture.
  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    let live = context.workspace.exchange
    let index = view.window.selected - Self.checks(of: live).flatMap(Self.rows).count
    return Self.captures(of: live)[ifPresent: index]?.value.map { plainValue($0, in: context) }
  }

  package static let commands: [TabCommand<ChecksTab>] = [
    TabCommand(
      .whileShown,
      PaneCommand(
        "response.editCheck", "Edit check", "Open the value of the check, or the line of its script, in the form.",
        keywords: "test assertion failed script go",
        keys: [.character("e")],
        footer: "edit check",
        whyUnavailable: { tab, _ in tab.rows.count == 0 ? "This tab is empty" : nil },
        run: { tab, context in tab.editCheck(in: context) }))
  ]

  private func editCheck(in context: PaneContext) -> [PaneOutput] {
    let live = context.workspace.exchange
    let names = Self.checks(of: live).flatMap { check in Self.rows(of: check).map { _ in check.name } }
    let captures = Self.captures(of: live).map { CheckName.capture($0.name, of: $0.source) }
    guard let name = (names + captures)[ifPresent: view.window.selected] else {
      return [.information("This line comes from a script")]
    }
    guard let address = context.workspace.exampleFile else {
      return [.information("This exchange has no request file here")]
    }
    // The response may be of a run, or of history.
    let reveal: [PaneOutput] = context.workspace.subject == .request(address) ? [] : [.reveal(address)]
    guard let file = context.workspace.items[address].draft?.current else {
      return reveal + [.focus(.request), .information("\(name) is in the Checks or Scripts tab of this request")]
    }
    guard
      file.request?.hasRow(named: name) == true || ScriptLine(ofTest: name, in: file) != nil
    else { return [.information(Self.reasonForMissingLine(in: file))] }
    return reveal + [.focus(.request), .request(.check(name))]
  }

  /// Why no line of a request has the name of a check.
  private static func reasonForMissingLine(in file: SavedFile) -> String {
    guard file.request?.document["scripts"] != nil else {
      return "This check is not in the request: it is in a folder or a script file"
    }
    return "This name is not in the request: a script computes it, or it is in a folder or a script file"
  }

  private static func checks(of live: LiveExchange?) -> [LogEvent.Check] { live?.log.checks ?? [] }

  private static func captures(of live: LiveExchange?) -> [LogEvent.Capture] { live?.log.captures ?? [] }

  private static func console(of live: LiveExchange?) -> [LogEvent.ConsoleLine] { live?.log.console ?? [] }

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

  private static func row(of capture: LogEvent.Capture) -> [Span] {
    [
      Span("✓ ", .success), Span("\(capture.name) = ", .key), Span(capture.value ?? PlacedField.mask),
      Span("  from \(capture.source)", .hint),
    ]
  }

  private static func rows(of check: LogEvent.Check) -> [[Span]] {
    let mark =
      check.isSkipped ? Span("- ", .hint) : check.isPassed ? Span("✓ ", .success) : Span("✗ ", .error)
    let name = [mark, Span(check.name)]
    return check.detail.isEmpty ? [name] : [name, [Span("  " + check.detail, .hint)]]
  }
}

extension SavedRequest {
  /// Whether a check, a capture or a step in the request's own tables has this name as a result.
  fileprivate func hasRow(named name: String) -> Bool {
    checks.contains { CheckName.of($0).isExactly(name) }
      || captures.contains { CheckName.ofCapture($0).isExactly(name) } || steps.contains { $0.name.isExactly(name) }
  }
}
