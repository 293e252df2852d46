import BodyDocument
import Foundation
import RequestModel
package import TerminalUI

extension ResponsePane {
  package func draw(into canvas: inout Canvas, library: Library, isFocused: Bool) {
    let border = Style(isFocused ? .focusedBorder : .border)
    canvas.box(
      Rect(canvas.size), title: title(library, isFocused), trailing: trailing(library), style: border)
    let inside = Rect(canvas.size).inset(columns: 2, rows: 1)
    guard library.exchange != nil else {
      canvas.write(hint(library), column: inside.column, row: inside.row, style: Style(.hint), limit: inside.columns)
      return
    }
    let (tabs, rest) = inside.splitTop(1)
    canvas.draw(in: tabs) { TabBar.draw(titles(library), selected: tab.rawValue, into: &$0) }
    var content = rest
    if isSearching || !(search?.text.isEmpty ?? true), let search {
      let (top, below) = rest.splitTop(1)
      FilterField.draw(search, isOpen: isSearching, into: &canvas, top)
      content = below
    }
    canvas.draw(in: content) { drawRows(into: &$0, library, isFocused) }
  }

  /// The rows inside the box above those of the answer: tabs, search and what must be known of the body.
  func headRows(_ library: Library, columns: Int, rows: Int) -> Int {
    guard library.exchange != nil else { return 1 }
    let search = isSearching || !(search?.text.isEmpty ?? true) ? 1 : 0
    return 1 + search + noticeLines(library, columns: columns, rows: rows - 1 - search).count
  }

  private func noticeLines(_ library: Library, columns: Int, rows: Int) -> [String] {
    guard let notice = headNotice(library) else { return [] }
    return Array(notice.text.wrapped(to: columns).prefix(max(1, rows - 1)))
  }

  private func hint(_ library: Library) -> String {
    library.request == nil ? "" : "Not sent yet: press F5"
  }

  /// Status, time, size and version: the answer in one line.
  private func title(_ library: Library, _ isFocused: Bool) -> [Span] {
    guard let live = library.exchange else { return [Span("Response", Style(.title, bold: isFocused))] }
    var spans: [Span] = []
    if let answer = live.answer {
      let reason = answer.reason.isEmpty ? "" : " " + answer.reason
      spans.append(Span("\(answer.status)\(reason)", Style(.status(answer.status), bold: true)))
    }
    let facts: [String]
    switch live.stage {
    case .preparing: facts = ["Preparing …"]
    case .sending(let since): facts = ["Waiting " + elapsed(since, library)]
    case .receiving(_, let since, let received, let expected):
      let total = expected.map { " of " + Formatting.bytes($0) } ?? ""
      facts = ["receiving " + elapsed(since, library), Formatting.bytes(received) + total]
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
      facts.append(Formatting.bytes(answer.body.count))
      facts.append(answer.httpVersion)
    }
    return facts
  }

  private func elapsed(_ since: Date, _ library: Library) -> String {
    let tenths = max(0, Int(library.now.timeIntervalSince(since) * 10))
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private func trailing(_ library: Library) -> [Span] {
    guard let live = library.exchange else { return [] }
    if live.isRunning { return [Span("Ctrl+C cancels", .hint)] }
    if live.exchange?.request.options.verifiesTLS == false {
      return [Span("TLS NOT VERIFIED", Style(.error, bold: true))]
    }
    if case .past = library.subject, let exchange = live.exchange {
      return [Span(library.clock.fullText(exchange.startedAt), .hint)]
    }
    return []
  }

  func titles(_ library: Library) -> [(title: String, badge: String)] {
    let headers = library.exchange?.answer?.headers ?? []
    let cookies = headers.count { $0.name.lowercased() == "set-cookie" }
    return ResponseTab.allCases.map { tab in
      switch tab {
      case .headers where !headers.isEmpty: (tab.title, String(headers.count))
      case .cookies where cookies > 0: (tab.title, String(cookies))
      case .timeline:
        (
          tab.title,
          library.exchange?.exchange.map { $0.timeline.hops.count }.flatMap { $0 > 1 ? String($0) : nil } ?? ""
        )
      default: (tab.title, "")
      }
    }
  }

  private func drawRows(into canvas: inout Canvas, _ library: Library, _ isFocused: Bool) {
    var part = Rect(canvas.size)
    let style = Style(headNotice(library)?.kind == .failure ? .error : .warning)
    for line in noticeLines(library, columns: part.columns, rows: part.rows) {
      let (top, rest) = part.splitTop(1)
      canvas.write(line, column: 0, row: top.row, style: style)
      part = rest
    }
    let rows = ResponseRows(library, tab: tab)
    guard rows.count > 0 else { return drawEmpty(into: &canvas, part, library) }
    canvas.draw(in: part) { canvas in
      let columns = skippedColumns..<(skippedColumns + canvas.size.columns)
      for (line, index) in window.visible(of: rows.count, height: canvas.size.rows).enumerated() {
        let surface: Style.Surface? = index == window.selected && isFocused ? .selected : nil
        if let surface {
          canvas.fill(Rect(column: 0, row: line, columns: canvas.size.columns, rows: 1), Style(on: surface))
        }
        canvas.write(rows.row(index, columns: columns), column: 0, row: line, on: surface)
      }
    }
  }

  /// What must be known first: in every tab why it failed, and of a body why it is not shown as its type says.
  private func headNotice(_ library: Library) -> Notice? {
    guard let live = library.exchange else { return nil }
    if let failure = live.exchange?.outcome.failure { return Notice(.failure, failure.sentence) }
    return tab == .body ? live.body?.notice.map { Notice(.information, $0) } : nil
  }

  private func drawEmpty(into canvas: inout Canvas, _ part: Rect, _ library: Library) {
    guard let live = library.exchange else { return }
    let text: String =
      switch (tab, live.stage) {
      case (_, .preparing), (_, .sending): "Waiting for the first byte"
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
