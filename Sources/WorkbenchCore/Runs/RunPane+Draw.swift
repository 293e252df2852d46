extension RunPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let name = run.map { "Run \($0.recorded.name)" } ?? "Run"
    let title = comparison == nil ? name : "\(name), compared"
    canvas.pane(
      [Span(title, Style(.title, bold: context.isFocused))], trailing: heading(columns: canvas.size.columns),
      isFocused: context.isFocused)
    canvas.draw(in: Rect(canvas.size).inset(columns: 2, rows: 1)) { canvas in
      guard let run else {
        canvas.write("Nothing has been run yet", column: 0, row: 0, style: Style(.hint))
        return
      }
      if run.load != nil, !run.isFailed {
        return run.drawLoad(into: &canvas, context.workspace, from: firstLine)
      }
      let (head, rest) = Rect(canvas.size).splitTop(headRows(in: context))
      canvas.draw(in: head) { drawHead(run, into: &$0, context.workspace) }
      let (list, detail) = rest.splitTop(max(0, rest.rows - detailRows(in: context)))
      canvas.draw(in: list) { drawList(run, into: &$0, context) }
      canvas.draw(in: detail) { drawDetail(into: &$0, context.workspace.keys) }
    }
  }

  /// The environment and the filter, at the right of the title.
  private func heading(columns: Int) -> [Span] {
    guard let run else { return [] }
    let environment = Span(run.recorded.environment.map { "env \($0)" } ?? "no environment", .hint)
    guard showsFailuresOnly else { return [environment] }
    let filter = Span(comparison == nil ? "failed only" : "changes only", .warning)
    return columns < 60 ? [filter] : [filter, Span(" · ", .hint), environment]
  }

  // MARK: The head

  private func drawHead(_ run: ShownRun, into canvas: inout Canvas, _ workspace: Workspace) {
    let width = canvas.size.columns
    if let comparison {
      canvas.write(summary(of: comparison, workspace.clock).truncated(to: width), column: 0, row: 0)
      canvas.write(counts(of: comparison.changes).truncated(to: width), column: 0, row: 1)
      return
    }
    let progress = run.progress(now: workspace.now)
    let state = run.waitingState(workspace.keys) ?? run.state(progress, workspace.clock)
    let end = canvas.write(state.truncated(to: width), column: 0, row: 0)
    drawBar(run, progress, from: end + 2, into: &canvas)
    canvas.write(run.counts(progress).truncated(to: width), column: 0, row: 1)
  }

  /// A bar of the progress with its percentage, if there is room.
  private func drawBar(_ run: ShownRun, _ progress: ShownRun.Progress, from column: Int, into canvas: inout Canvas) {
    guard let expected = run.expected, expected > 0, run.isRunning else { return }
    let percent = " \(min(100, progress.done * 100 / expected)) %"
    let room = canvas.size.columns - column - percent.columns
    guard room >= 8 else { return }
    let done = min(room, room * progress.done / expected)
    let bar = [
      Span(String(repeating: "━", count: done), .success), Span(String(repeating: "─", count: room - done), .border),
      Span(percent, .label),
    ]
    canvas.write(bar, column: column, row: 0)
  }

  private func summary(of comparison: Comparison, _ clock: Clock) -> [Span] {
    let other = comparison.other
    return [
      Span("Since the run of ", .hint), Span(clock.fullText(other.startedAt)),
      Span(other.environment.map { ", env \($0)" } ?? "", .hint),
    ]
  }

  private func counts(of changes: RunComparison) -> [Span] {
    let parts = RunComparison.Change.allCases.compactMap { change in
      changes.counts[change].map { Span("\(Formatting.number($0)) \(change.title)", change.role) }
    }
    return Array(parts.map { [$0] }.joined(separator: [Span(" · ", .hint)]))
  }

  // MARK: The list

  private func drawList(_ run: ShownRun, into canvas: inout Canvas, _ context: PaneContext) {
    guard count > 0 else { return drawEmpty(run, into: &canvas) }
    // The screen may be shorter than when the list was scrolled.
    var window = window
    window.fit(count: count, height: canvas.size.rows)
    canvas.drawRows(window, of: count, selected: window.selected, isFocused: context.isFocused) {
      position, surface, line in
      guard let row = self.row(at: position) else { return }
      RunRowLayout(columns: line.size.columns, run).draw(row, on: surface, into: &line)
    }
  }

  private func drawEmpty(_ run: ShownRun, into canvas: inout Canvas) {
    let (text, role): (String, Style.Role) =
      switch run.stage {
      case .preparing: ("Reading the requests…", .hint)
      case .reading: ("Reading the results from history…", .hint)
      case .failed(let problem): (problem.sentence, .error)
      case .running, .stopping: (showsFailuresOnly ? "Nothing failed so far" : "Sending the first request…", .hint)
      case .ended:
        comparison != nil
          ? ("Nothing has changed", .hint) : (showsFailuresOnly ? "Nothing failed" : "Nothing was sent", .hint)
      }
    canvas.write(lines: text.wrapped(to: canvas.size.columns), column: 0, row: 0, style: Style(role))
  }
}

extension ShownRun {
  /// The login that the run waits for, and the key that shows it again; `nil` without one.
  func waitingState(_ keys: KeyMap) -> [Span]? {
    pendingLogin.map { pending in
      [Span("Waiting for the login at \(pending.login.host): \(keys.name(of: "run.login")) shows it again", .warning)]
    }
  }

  /// The current state of the run, or its verdict.
  fileprivate func state(_ progress: Progress, _ clock: Clock) -> [Span] {
    let done = Formatting.count(progress.done, "request")
    switch stage {
    case .preparing: return [Span("Starting…", .title)]
    case .reading: return [Span("Run of \(clock.fullText(recorded.startedAt))", .title)]
    case .failed: return [Span("Not run", .error)]
    case .stopping: return [Span("Stopping…", .warning), Span("  \(done)", .hint)]
    case .running:
      let whole = expected.map { " of \(Formatting.number($0))" } ?? ""
      return [Span("\(Formatting.number(progress.done))\(whole) requests", .title)]
    case .ended:
      let (word, role) = verdict
      let failed = list.totals.failedRequests
      let part = failed > 0 && word == "Failed" ? "\(Formatting.number(failed)) of " : ""
      let iterations = list.totals.iterations > 1 ? " in \(Formatting.count(list.totals.iterations, "iteration"))" : ""
      let leftOut = list.totals.leftOutRequests
      let rest = leftOut > 0 ? "\(Formatting.number(leftOut)) left out after a failure" : nil
      let reason = [rest, ending].compactMap(\.self).map { Span("  \($0)", .warning) }
      return [Span(word, Style(role, bold: true)), Span("  \(part)\(done)\(iterations)")] + reason
    }
  }

  private var verdict: (String, Style.Role) {
    if list.totals.ending == .interrupted { return ("Stopped", .warning) }
    if list.totals.failedRequests > 0 { return ("Failed", .error) }
    return ending == nil ? ("Passed", .success) : ("Ended", .warning)
  }

  /// Why the run ended early, unless the verdict says so.
  private var ending: String? {
    list.totals.ending == .interrupted ? nil : list.totals.ending?.sentence.visibleLine
  }

  /// Passed, failed and times.
  fileprivate func counts(_ progress: Progress) -> [Span] {
    let totals = list.totals
    var parts = [Span("\(Formatting.number(progress.passed)) passed", progress.passed > 0 ? .success : .hint)]
    parts.append(Span("\(Formatting.number(totals.failedRequests)) failed", totals.failedRequests > 0 ? .error : .hint))
    if totals.cancelledRequests > 0 {
      parts.append(Span("\(Formatting.number(totals.cancelledRequests)) stopped", .warning))
    }
    if totals.skippedRequests > 0 { parts.append(Span("\(Formatting.number(totals.skippedRequests)) skipped", .hint)) }
    if let left = progress.left { parts.append(Span("\(Self.clock(left)) left", .label)) }
    if let rate = progress.rate { parts.append(Span(Self.rate(rate), .label)) }
    if progress.elapsed > .zero {
      parts.append(Span(Self.clock(progress.elapsed) + (isRunning ? " so far" : ""), .label))
    }
    if totals.checks > 0, !isRunning {
      let failed = totals.failedChecks > 0 ? ", \(Formatting.number(totals.failedChecks)) failed" : ""
      let skipped = totals.skippedChecks > 0 ? ", \(Formatting.number(totals.skippedChecks)) skipped" : ""
      parts.append(Span(Formatting.count(totals.checks, "check") + failed + skipped, .hint))
    }
    return Array(parts.map { [$0] }.joined(separator: [Span(" · ", .hint)]))
  }

  private static func rate(_ rate: Double) -> String {
    rate >= 10 ? "\(Formatting.number(Int(rate)))/s" : "\(Double(Int(rate * 10)) / 10)/s"
  }

  /// Whole seconds, in two units at most: `1 min 24 s`, `27 d`.
  static func clock(_ duration: Duration) -> String {
    let seconds = Int(min(duration / .seconds(1), 1e12))
    switch seconds {
    case ..<1: return Formatting.duration(duration)
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "")
    case ..<172_800: return "\(seconds / 3600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
    default: return "\(Formatting.number(seconds / 86_400)) d"
    }
  }
}
