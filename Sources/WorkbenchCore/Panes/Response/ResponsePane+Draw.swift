import Foundation

extension ResponsePane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let border = Style(context.isFocused ? .focusedBorder : .border)
    canvas.box(Rect(canvas.size), title: title(context), trailing: trailing(context), style: border)
    let inside = Rect(canvas.size).inset(columns: 2, rows: 1)
    guard let live = context.workspace.exchange else {
      for (row, line) in hint(context.workspace).enumerated() where row < inside.rows {
        canvas.write(line, column: inside.column, row: inside.row + row, limit: inside.columns)
      }
      return
    }
    let (bar, rest) = inside.splitTop(1)
    canvas.draw(in: bar) { TabBar.draw(titles(live), selected: selectedIndex, into: &$0) }
    canvas.draw(in: rest) { tab.draw(into: &$0, of: live, in: context) }
    drawPosition(into: &canvas, border, context)
  }

  private func hint(_ workspace: Workspace) -> [[Span]] {
    guard workspace.request != nil else { return [] }
    let send = workspace.keys.name(of: "request.send")
    let verb = workspace.verbOfSending()
    guard let last = workspace.lastExchange else {
      let isNew = workspace.shownRequest?.isScratch == true
      if isNew {
        return FirstSteps.next(workspace.keys, verb, isFirst: workspace.isWithoutFiles)
      }
      return [[Span("\(FirstSteps.notYet(verb)): press \(send)", .hint)]]
    }
    let (result, role): (String, Style.Role) =
      switch last.result {
      case .cancelled: ("Cancelled", .warning)
      case .failed(let kind): (kind.title, .error)
      case .status: last.result.label
      }
    let sent = last.result == .failed(.unprepared) ? "Last tried" : "Last sent"
    let size = last.result == .cancelled && last.bodySize == 0 ? "" : " · \(Formatting.bytes(last.bodySize))"
    // A request that was not sent took no time.
    let facts = last.duration > .zero ? " · \(Formatting.duration(last.duration))\(size)" : ""
    return [
      [Span("\(sent) \(workspace.clock.fullText(last.startedAt))", .hint)],
      [Span(result, Style(role, bold: true)), Span(facts, .label)], [],
      [
        Span(workspace.keys.name(of: "response.last"), .key), Span(" shows it, ", .hint), Span(send, .key),
        Span(verb == "send" ? " sends it again" : " \(verb)s again", .hint),
      ],
    ]
  }

  private func title(_ context: PaneContext) -> [Span] {
    context.workspace.exchange.map { Self.summary($0, now: context.workspace.now) }
      ?? [Span("Response", Style(.title, bold: context.isFocused))]
  }

  /// The response in one line: status, time, size and HTTP version.
  static func summary(_ live: LiveExchange, now: Date) -> [Span] {
    let (status, facts) = (status(live), facts(live, now))
    return line(status, facts)
  }

  /// The same in as many columns. Facts are left out from the end, and the status is the last one.
  static func summary(_ live: LiveExchange, now: Date, columns: Int) -> [Span] {
    let (status, facts) = (status(live), facts(live, now))
    let lines = (0...facts.count).reversed().map { line(status, Array(facts.prefix($0))) }
    return lines.first { !$0.isEmpty && $0.columns <= columns } ?? line(status, facts).truncated(to: columns)
  }

  private static func line(_ status: [Span], _ facts: [String]) -> [Span] {
    if facts.isEmpty { return status }
    return status + [Span((status.isEmpty ? "" : " · ") + facts.joined(separator: " · "), .label)]
  }

  private static func status(_ live: LiveExchange) -> [Span] {
    var spans: [Span] = []
    if live.isConversation {
      if let state = live.conversationState {
        spans.append(Span(state, Style(live.isRunning ? .success : .warning, bold: true)))
      }
    } else if let response = live.response {
      spans.append(Span(response.statusText, Style(.status(response.status), bold: true)))
    }
    guard case .ended(let exchange) = live.stage else { return spans }
    let outcome = outcome(exchange)
    return spans + (spans.isEmpty || outcome.isEmpty ? [] : [Span(" · ", .label)]) + outcome
  }

  private static func facts(_ live: LiveExchange, _ now: Date) -> [String] {
    switch live.stage {
    case .preparing: return ["Preparing…"]
    case .sending(let since):
      return live.upload?.text(live.rate).map { [$0, elapsed(since, now)] } ?? ["Waiting " + elapsed(since, now)]
    case .receiving(_, let since, _, _) where live.isConversation:
      return live.conversationFacts + [elapsed(since, now)]
    case .receiving(_, let since, let received, let expected):
      return live.rate.facts(bytes: received, of: expected) + [elapsed(since, now)]
    case .ended(let exchange):
      return live.isConversation
        ? live.conversationFacts + [Formatting.duration(exchange.duration)] : ended(exchange)
    }
  }

  private static func outcome(_ exchange: Exchange) -> [Span] {
    switch exchange.outcome {
    case .completed: []
    case .failed(let failure, _): [Span(failure.kind.title, Style(.error, bold: true))]
    case .cancelled: [Span("Cancelled", Style(.warning, bold: true))]
    }
  }

  private static func ended(_ exchange: Exchange) -> [String] {
    // A request that was not sent took no time.
    var facts = exchange.duration > .zero ? [Formatting.duration(exchange.duration)] : []
    if let response = exchange.response {
      facts.append(Formatting.bytes(response.bodySize))
      if let omission = response.omission { facts.append("last \(Formatting.bytes(omission.byteCount)) not stored") }
      facts.append(response.httpVersion)
    }
    return facts
  }

  private static func elapsed(_ since: Date, _ now: Date) -> String {
    let tenths = max(0, Int(now.timeIntervalSince(since) * 10))
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private func trailing(_ context: PaneContext) -> [Span] {
    let workspace = context.workspace
    if let title = context.pinnedTitle { return [Span("pinned · \(title)", .hint)] }
    guard let live = workspace.exchange else { return [] }
    if live.isPaused, live.isRunning {
      return [Span("PAUSED · \(workspace.keys.name(of: "response.pause")) resumes", Style(.warning, bold: true))]
    }
    // A narrow title has room only for the progress. The row of the URL shows the key, too.
    if live.isRunning {
      let way = live.isConversation ? "\(workspace.keys.name(of: "response.close")) closes" : "Ctrl+C cancels"
      return context.size.columns < 80 ? [] : [Span(way, .hint)]
    }
    let isSecure = ["https:", "wss:"].contains { live.exchange?.sent?.url.lowercased().hasPrefix($0) == true }
    if isSecure, live.exchange?.request.options.verifiesTLS == false {
      return [Span("TLS NOT VERIFIED", Style(.error, bold: true))]
    }
    if case .past = workspace.subject, let exchange = live.exchange {
      return [Span(workspace.clock.fullText(exchange.startedAt), .hint)]
    }
    return []
  }

  /// Draws the selected row's path and number into the lower border.
  private func drawPosition(into canvas: inout Canvas, _ style: Style, _ context: PaneContext) {
    let (view, rows) = (tab.view, tab.rows)
    guard rows.count > 0, canvas.size.columns > 24 else { return }
    let bottom = canvas.size.rows - 1
    var facts: [String] = []
    if view.anchor != nil { facts.append(Formatting.count(view.selectedRows.count, "row") + " selected") }
    facts += tab.facts(in: context)
    facts.append("\(Formatting.number(view.window.selected + 1))/\(Formatting.number(rows.count))")
    let trailing = [Span(" ", style), Span(facts.joined(separator: " · "), .hint), Span(" ", style)]
    let start = canvas.writeTrailing(trailing, endingAt: canvas.size.columns - 1, row: bottom)
    guard let path = tab.path(in: context), !path.isEmpty, start > 8 else { return }
    canvas.write(
      [Span(" ", style), Span(path.truncatedAtFront(to: start - 5), .hint), Span(" ", style)], column: 1, row: bottom)
  }
}

extension Failure.Kind {
  /// A short title. The tabs show the full message.
  var title: String {
    switch self {
    case .unprepared: "Not sent"
    case .unresolvableHost: "Unknown host"
    case .refused: "Connection refused"
    case .timedOut: "Timed out"
    case .connectionLost: "Connection lost"
    case .tls: "TLS failed"
    case .tooManyRedirects: "Too many redirects"
    case .redirectRefused: "Redirect not followed"
    case .protocolError: "Protocol error"
    case .tooLarge: "Too large"
    case .other: "Failed"
    case .interrupted: "Interrupted"
    }
  }
}
