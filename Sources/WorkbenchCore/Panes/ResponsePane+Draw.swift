import BodyDocument
import Foundation
import Pictures
import RequestModel
package import TerminalUI

extension ResponsePane {
  package func draw(into canvas: inout Canvas, workspace: Workspace, isFocused: Bool) {
    let border = Style(isFocused ? .focusedBorder : .border)
    canvas.box(
      Rect(canvas.size), title: title(workspace, isFocused), trailing: trailing(workspace), style: border)
    let inside = Rect(canvas.size).inset(columns: 2, rows: 1)
    guard workspace.exchange != nil else {
      for (row, line) in hint(workspace).enumerated() where row < inside.rows {
        canvas.write(line, column: inside.column, row: inside.row + row, limit: inside.columns)
      }
      return
    }
    let (tabs, rest) = inside.splitTop(1)
    canvas.draw(in: tabs) { TabBar.draw(titles(workspace), selected: tab.rawValue, into: &$0) }
    var content = rest
    for draw in fields(workspace) {
      let (top, below) = content.splitTop(1)
      canvas.draw(in: top, draw)
      content = below
    }
    canvas.draw(in: content) { drawRows(into: &$0, workspace, isFocused) }
    drawPlace(into: &canvas, workspace, border)
  }

  /// The rows inside the box above those of the answer: tabs, filter, search and what must be known of the body.
  func headRows(_ workspace: Workspace, columns: Int, rows: Int) -> Int {
    guard workspace.exchange != nil else { return 1 }
    let fields = fields(workspace).count
    let header = ResponseRows(workspace, tab: tab).header(columns: 0..<0) == nil ? 0 : 1
    return 1 + fields + noticeLines(workspace, columns: columns, rows: rows - 1 - fields).count + header
  }

  /// The columns left of the rows, where they are numbered.
  func gutter(_ rows: ResponseRows) -> Int {
    showsNumbers ? Formatting.number(max(1, rows.count)).count + 1 : 0
  }

  private func fields(_ workspace: Workspace) -> [(inout Canvas) -> Void] {
    var fields: [(inout Canvas) -> Void] = []
    if tab == .body, let comparison = workspace.exchange?.comparison {
      fields.append { FilterField.draw(comparison, into: &$0) }
    } else if tab == .body, let filter {
      fields.append { FilterField.draw(filter, remark: workspace.exchange?.filtered?.remark, into: &$0) }
    } else if tab == .body, let filtered = workspace.exchange?.filtered {
      fields.append { FilterField.draw(filtered, into: &$0) }
    }
    if let search, search.isOpen || !search.editor.text.isEmpty {
      let rows = ResponseRows(workspace, tab: tab)
      fields.append { FilterField.draw(search, row: rows.places(ofRow: window.selected), into: &$0) }
    }
    return fields
  }

  private func noticeLines(_ workspace: Workspace, columns: Int, rows: Int) -> [String] {
    guard let notice = headNotice(workspace) else { return [] }
    return Array(notice.text.wrapped(to: columns).prefix(max(1, rows - 1)))
  }

  private func hint(_ workspace: Workspace) -> [[Span]] {
    guard workspace.request != nil else { return [] }
    guard let last = workspace.lastExchange else { return [[Span("Not sent yet: press F5", .hint)]] }
    let (result, role) = last.result.label
    let facts = " · \(Formatting.duration(last.duration)) · \(Formatting.bytes(last.bodySize))"
    return [
      [Span("Last sent \(workspace.clock.fullText(last.startedAt))", .hint)],
      [Span(result, Style(role, bold: true)), Span(facts, .label)], [],
      [Span("L", .key), Span(" shows it, ", .hint), Span("F5", .key), Span(" sends it again", .hint)],
    ]
  }

  private func title(_ workspace: Workspace, _ isFocused: Bool) -> [Span] {
    workspace.exchange.map { summary($0, workspace) } ?? [Span("Response", Style(.title, bold: isFocused))]
  }

  /// Status, time, size and version: the answer in one line.
  func summary(_ live: LiveExchange, _ workspace: Workspace) -> [Span] {
    var spans: [Span] = []
    if let answer = live.answer {
      let reason = answer.reason.isEmpty ? "" : " " + answer.reason
      spans.append(Span("\(answer.status)\(reason)", Style(.status(answer.status), bold: true)))
    }
    let facts: [String]
    switch live.stage {
    case .preparing: facts = ["Preparing …"]
    case .sending(let since): facts = [(live.upload?.text ?? "Waiting") + " " + elapsed(since, workspace)]
    case .receiving(_, let since, let received, let expected):
      let total = expected.map { " of " + Formatting.bytes($0) } ?? ""
      facts = ["receiving " + elapsed(since, workspace), Formatting.bytes(received) + total]
    case .ended(let exchange):
      let outcome = outcome(exchange)
      spans += (spans.isEmpty || outcome.isEmpty ? [] : [Span(" · ", .label)]) + outcome
      facts = ended(exchange)
    }
    let separator = spans.isEmpty ? "" : " · "
    return spans + [Span(separator + facts.joined(separator: " · "), .label)]
  }

  private func outcome(_ exchange: Exchange) -> [Span] {
    switch exchange.outcome {
    case .answered: []
    case .failed(let failure, _): [Span(failure.kind.title, Style(.error, bold: true))]
    case .cancelled: [Span("Cancelled", Style(.warning, bold: true))]
    }
  }

  private func ended(_ exchange: Exchange) -> [String] {
    var facts = [Formatting.duration(exchange.duration)]
    if let answer = exchange.outcome.answer {
      facts.append(Formatting.bytes(answer.bodySize))
      if let omission = answer.omission { facts.append("last \(Formatting.bytes(omission.byteCount)) not kept") }
      facts.append(answer.httpVersion)
    }
    return facts
  }

  private func elapsed(_ since: Date, _ workspace: Workspace) -> String {
    let tenths = max(0, Int(workspace.now.timeIntervalSince(since) * 10))
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private func trailing(_ workspace: Workspace) -> [Span] {
    guard let live = workspace.exchange else { return [] }
    if live.isPaused, live.isRunning { return [Span("PAUSED · S goes on", Style(.warning, bold: true))] }
    if live.isRunning { return [Span("Ctrl+C cancels", .hint)] }
    if live.exchange?.request.options.verifiesTLS == false {
      return [Span("TLS NOT VERIFIED", Style(.error, bold: true))]
    }
    if case .past = workspace.subject, let exchange = live.exchange {
      return [Span(workspace.clock.fullText(exchange.startedAt), .hint)]
    }
    return []
  }

  func titles(_ workspace: Workspace) -> [(title: String, badge: String)] {
    let headers = workspace.exchange?.answer?.headers ?? []
    let cookies = headers.count { $0.name.lowercased() == "set-cookie" }
    return ResponseTab.allCases.map { tab in
      switch tab {
      case .headers where !headers.isEmpty: (tab.title, String(headers.count))
      case .cookies where cookies > 0: (tab.title, String(cookies))
      case .timeline:
        (
          tab.title,
          workspace.exchange?.exchange.map { $0.timeline.hops.count }.flatMap { $0 > 1 ? String($0) : nil } ?? ""
        )
      default: (tab.title, "")
      }
    }
  }

  private func drawRows(into canvas: inout Canvas, _ workspace: Workspace, _ isFocused: Bool) {
    var part = Rect(canvas.size)
    let style = Style(headNotice(workspace)?.kind == .failure ? .error : .warning)
    for line in noticeLines(workspace, columns: part.columns, rows: part.rows) {
      let (top, rest) = part.splitTop(1)
      canvas.write(line, column: 0, row: top.row, style: style)
      part = rest
    }
    if tab == .body, let live = workspace.exchange, live.comparison == nil, live.shownBody?.view == .picture,
      let picture = live.picture
    {
      let (top, rest) = part.splitTop(1)
      canvas.write(picture.picture.caption, column: 0, row: top.row, style: Style(.hint))
      return canvas.draw(in: rest) { picture.draw(into: &$0) }
    }
    let rows = ResponseRows(workspace, tab: tab)
    if let header = rows.header(columns: skippedColumns..<skippedColumns + part.columns) {
      let (top, rest) = part.splitTop(1)
      canvas.write(header, column: gutter(rows), row: top.row)
      part = rest
    }
    guard rows.count > 0 else { return drawEmpty(into: &canvas, part, workspace) }
    canvas.draw(in: part) { drawLines(of: rows, into: &$0, isFocused) }
  }

  private func drawLines(of rows: ResponseRows, into canvas: inout Canvas, _ isFocused: Bool) {
    let gutter = gutter(rows)
    let search = search?.search
    var line = 0
    for index in window.visible(of: rows.count, height: canvas.size.rows) where line < canvas.size.rows {
      let surface: Style.Surface? = isFocused && selectedRows.contains(index) ? .selected : nil
      let skipped = isWrapped && index == window.first ? skippedLines : 0
      let room = Size(columns: max(1, canvas.size.columns - gutter), rows: canvas.size.rows - line)
      for (number, spans) in lines(of: index, rows, from: skipped, room, marking: search).enumerated() {
        if let surface {
          canvas.fill(Rect(column: 0, row: line, columns: canvas.size.columns, rows: 1), Style(on: surface))
        }
        if gutter > 0, number + skipped == 0 {
          let name = [Span(Formatting.number(index + 1), .hint)]
          canvas.writeTrailing(name, endingAt: gutter - 1, row: line, on: surface)
        }
        canvas.write(spans, column: gutter, row: line, on: surface)
        line += 1
      }
    }
  }

  /// Of a character of one column, without marks on it: Thai and others.
  private static let mostBytesInAColumn = 3

  /// What of a row fits: its lines where rows are wrapped, else what is not scrolled away of it.
  private func lines(
    of row: Int, _ rows: ResponseRows, from first: Int, _ room: Size, marking search: BodySearch?
  ) -> [[Span]] {
    guard isWrapped else {
      // Rows count bytes: what is more than fits is cut where it is drawn.
      let bytes = room.columns * Self.mostBytesInAColumn
      return [rows.row(row, columns: skippedColumns..<skippedColumns + bytes, marking: search)]
    }
    return rows.lines(of: row, from: first, count: room.rows, columns: room.columns) {
      rows.row(row, columns: $0, marking: search)
    }
  }

  /// In the lower edge of the box: where the selected row stands, and how far down it is.
  private func drawPlace(into canvas: inout Canvas, _ workspace: Workspace, _ style: Style) {
    let rows = ResponseRows(workspace, tab: tab)
    guard rows.count > 0, canvas.size.columns > 24 else { return }
    let bottom = canvas.size.rows - 1
    var facts = ["\(Formatting.number(window.selected + 1))/\(Formatting.number(rows.count))"]
    if tab == .body, let body = workspace.exchange?.shownBody {
      if body.view != body.views.first { facts.insert("\(body.view)", at: 0) }
      if let foldLevel { facts.insert("open to level \(foldLevel)", at: 0) }
    }
    if tab == .body, let live = workspace.exchange, !live.secrets.isEmpty, live.comparison == nil {
      facts.insert(live.revealed == nil ? live.secrets.remark : "secrets shown", at: 0)
    }
    if isWrapped { facts.insert("wrapped", at: 0) }
    if followsEnd, workspace.exchange?.isRunning == true { facts.insert("follows the end", at: 0) }
    if anchor != nil { facts.insert(Formatting.count(selectedRows.count, "row") + " selected", at: 0) }
    let trailing = [Span(" ", style), Span(facts.joined(separator: " · "), .hint), Span(" ", style)]
    let start = canvas.writeTrailing(trailing, endingAt: canvas.size.columns - 1, row: bottom)
    guard tab == .body, let live = workspace.exchange, let body = live.shownBody else { return }
    let line = min(window.selected + body.headerLines, body.lineCount - 1)
    let path = live.comparison?.diff.path(at: window.selected) ?? body.path(at: line)
    guard !path.isEmpty, start > 8 else { return }
    canvas.write(
      [Span(" ", style), Span(path.truncatedAtFront(to: start - 5), .hint), Span(" ", style)], column: 1, row: bottom)
  }

  /// What must be known first: in every tab why it failed, and of a body why it is not shown as its type says.
  private func headNotice(_ workspace: Workspace) -> Notice? {
    guard let live = workspace.exchange else { return nil }
    if let failure = live.exchange?.outcome.failure { return Notice(.failure, failure.sentence) }
    if tab == .body, let diff = live.comparison?.diff { return diff.notice.map { Notice(.information, $0) } }
    if tab == .body, case .failed(let sentence) = filter?.state { return Notice(.information, sentence) }
    if tab == .body, filter == nil, let remark = live.filtered?.remark { return Notice(.information, remark) }
    return tab == .body ? live.shownBody?.notice.map { Notice(.information, $0) } : nil
  }

  private func drawEmpty(into canvas: inout Canvas, _ part: Rect, _ workspace: Workspace) {
    guard let live = workspace.exchange else { return }
    let text: String =
      switch (tab, live.stage) {
      case (_, .preparing), (_, .sending): live.upload?.text ?? "Waiting for the first byte"
      case (.body, .receiving): "Receiving"
      case (.timeline, .receiving), (.sent, .receiving): "Shown when the answer is complete"
      case (_, .ended(let exchange)) where live.answer == nil:
        exchange.sent == nil ? "Nothing was sent" : "There was no answer"
      case (.cookies, _): "The answer sets no cookies"
      case (.headers, _): "The answer has no headers"
      case (.body, .ended), (.timeline, .ended), (.sent, .ended): ""
      }
    canvas.write(text, column: 0, row: part.row, style: Style(.hint))
  }
}

extension Failure.Kind {
  /// Two words for the title; the sentence stands in the body.
  var title: String {
    switch self {
    case .unprepared: "Not sent"
    case .unresolvableHost: "Unknown host"
    case .refused: "Connection refused"
    case .timedOut: "Timed out"
    case .connectionLost: "Connection lost"
    case .tls: "TLS failed"
    case .tooManyRedirects: "Too many redirects"
    case .protocolError: "Protocol error"
    case .tooLarge: "Too large"
    case .other: "Failed"
    }
  }
}
