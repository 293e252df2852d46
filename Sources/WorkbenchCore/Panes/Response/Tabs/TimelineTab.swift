import Foundation
package import RequestModel
import ResponseChecks

/// The timeline of an exchange: a waterfall for each hop and the wire log.
package struct TimelineTab: ResponseTab {
  package static let id = "timeline"
  package static let title = "Timeline"
  package static let keywords = "timing performance latency network trace wire log redirects tls certificate dns"
  package static let letter: Character? = "l"

  package var view = RowsView()
  private var built = Derived<Key, ResponseRows>(.fixed([]))

  private struct Key: Equatable {
    var exchange: ExchangeID?
    var columns: Int
  }

  package init() {}

  package var rows: ResponseRows { built.value }

  package static func badge(for live: LiveExchange) -> String {
    let hops = live.exchange?.timeline.hops.count ?? 0
    return hops > 1 ? String(hops) : ""
  }

  package static func placeholder(for live: LiveExchange) -> String { live.isRunning ? whenComplete : "" }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    build(live?.exchange, in: context)
    return []
  }

  package mutating func layOut(in context: PaneContext) { build(context.workspace.exchange?.exchange, in: context) }

  private mutating func build(_ exchange: Exchange?, in context: PaneContext) {
    // The border and a blank are on both sides.
    let columns = max(0, context.contentColumns - 2)
    built.update(for: Key(exchange: exchange?.id, columns: columns)) {
      exchange.map { .timeline(TimelineRows($0, columns: columns)) } ?? .fixed([])
    }
  }

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    guard let exchange = context.workspace.exchange?.exchange,
      let check = TimelineRows(exchange, columns: 0).check(view.window.selected)
    else { throw Refusal("Select the total time, a phase of the last message or a valid certificate") }
    return check
  }
}

/// The placeholder of tabs that need the complete exchange.
let whenComplete = "Shown when the response is complete"

/// The rows of the timeline: a waterfall for each hop, followed by the wire log.
package struct TimelineRows: Equatable, Sendable {
  private let summary: [Row]
  private let hops: [Timeline.Hop]
  /// The first row of each hop's wire log, including its heading.
  private let wireStarts: [Int]
  package let count: Int

  /// The column at which bars begin, and the widths of the shortest and the longest bar.
  private static let barStart = 23
  private static let barColumns = 8...40

  /// A row above the wire log, and the check that its value stays about the same.
  private struct Row: Equatable {
    let spans: [Span]
    var check: JSONObject?

    init(_ spans: [Span], _ check: JSONObject? = nil) { (self.spans, self.check) = (spans, check) }
  }

  /// - Parameter columns: The width of a row.
  package init(_ exchange: Exchange, columns: Int) {
    let hops = exchange.timeline.hops
    self.hops = hops
    let bars = min(max(columns - Self.barStart, Self.barColumns.lowerBound), Self.barColumns.upperBound)
    let scale = Scale(exchange.timeline, columns: bars)
    let checked = exchange.timeline.lastOwnIndex
    summary =
      Self.summary(exchange)
      + hops.indices.flatMap {
        // A check applies to the last message of the request itself.
        Self.rows(hops[$0], number: $0 + 1, scale, exchange.startedAt, isChecked: $0 == checked)
      }
    var starts: [Int] = []
    var row = summary.count
    for hop in hops {
      starts.append(row)
      row += hop.wire.count + 2
    }
    wireStarts = starts
    count = row
  }

  package func row(_ index: Int) -> [Span] {
    if index < summary.count { return summary[index].spans }
    guard let hop = wireStarts.lastIndex(where: { $0 <= index }) else { return [] }
    let line = index - wireStarts[hop] - 2
    if line == -2 { return [] }
    if line == -1 {
      return [Span("Wire log \(hop + 1)  ", Style(.label, bold: true)), Span(Self.title(hops[hop]), .hint)]
    }
    return Self.wire(hops[hop].wire[line])
  }

  /// The check that a row's value stays about the same; `nil` if the row has no check.
  func check(_ index: Int) -> JSONObject? { summary[ifPresent: index]?.check }

  /// Allows twice the time, as durations vary between sends.
  private static func check(_ duration: Duration, of phase: String?) -> JSONObject {
    var check: JSONObject = ["query": "duration"]
    check["expression"] = phase.map { .string($0.lowercased()) }
    check["predicate"] = "lessOrEqual"
    var limit = max(1, (duration.seconds * 2000).rounded(.up))
    var unit = 1.0
    while limit / unit > 10 { unit *= 10 }
    limit = (limit / unit).rounded(.up) * unit
    check["value"] = .number(Int(limit))
    return check
  }

  private static func title(_ hop: Timeline.Hop) -> String { "\(hop.method) \(hop.url)" }

  private static func summary(_ exchange: Exchange) -> [Row] {
    let hops = exchange.timeline.hops
    var facts = ["\(Formatting.duration(exchange.duration)) total"]
    let attempts = exchange.timeline.lastOwn?.attempt ?? 1
    if attempts > 1 { facts.append(Formatting.count(attempts, "attempt")) }
    let redirects = hops.count { (300..<400).contains($0.status ?? 0) }
    if redirects > 0 { facts.append(Formatting.count(redirects, "redirect")) }
    facts.append("\(Formatting.bytes(hops.reduce(0) { $0 + $1.sent.head + $1.sent.body })) sent")
    facts.append("\(Formatting.bytes(hops.reduce(0) { $0 + $1.received.head + $1.received.body })) received")
    return [Row([Span(facts.joined(separator: " · "), .hint)], check(exchange.duration, of: nil))]
  }

  // MARK: One hop

  private static func rows(
    _ hop: Timeline.Hop, number: Int, _ scale: Scale, _ time: Date, isChecked: Bool
  ) -> [Row] {
    var head = [
      Span("\(number)  ", .label), Span(hop.method, Style(.method(hop.method), bold: true)), Span(" \(hop.url)"),
    ]
    if let status = hop.status { head.append(Span("  \(status)", Style(.status(status), bold: true))) }
    if hop.isAuxiliary { head.append(Span("  \(hop.purpose.rawValue)", .hint)) }
    if hop.attempt > 1 { head.append(Span("  attempt \(hop.attempt)", .hint)) }
    var rows = [Row([]), Row(head)]
    if let connection = hop.connection { rows += Self.rows(connection, hop, time, isChecked: isChecked) }
    rows += waterfall(hop, scale, isChecked: isChecked)
    if let failure = hop.failure { rows.append(Row([Span("   " + failure, .error)])) }
    return rows
  }

  private static func rows(
    _ connection: Timeline.Connection, _ hop: Timeline.Hop, _ time: Date, isChecked: Bool
  ) -> [Row] {
    let facts = [
      connection.httpVersion, connection.peer, connection.isReused ? "connection reused" : "new connection",
      "\(Formatting.bytes(hop.sent.head))+\(Formatting.bytes(hop.sent.body)) out",
      "\(Formatting.bytes(hop.received.head))+\(Formatting.bytes(hop.received.body)) in",
    ]
    var rows = [Row([Span("   " + facts.joined(separator: " · "), .hint)])]
    guard let tls = connection.tls else { return rows }
    var spans = [Span("   ")]
    if !tls.version.isEmpty { spans.append(Span("\(tls.version) · \(tls.cipher) · ", .hint)) }
    spans.append(
      tls.isVerified
        ? Span("certificate verified", .success) : Span("CERTIFICATE NOT VERIFIED", Style(.error, bold: true)))
    let check: JSONObject? = isChecked ? tls.certificates.first.flatMap { daysLeft(of: $0, time) } : nil
    rows.append(Row(spans, check))
    rows += tls.certificates.enumerated().map { index, certificate in
      Row(
        [
          Span("     \(certificate.subject)", .label),
          Span("  by \(certificate.issuer), until \(certificate.validUntil)", .hint),
        ], index == 0 ? check : nil)
    }
    return rows
  }

  /// Requires two weeks, or half of the remaining time if that is less; `nil` for an expired certificate.
  private static func daysLeft(of certificate: Timeline.Certificate, _ time: Date) -> JSONObject? {
    let left = CertificateAge.daysLeft(until: certificate.validUntil, now: time) ?? 14
    guard left >= 0 else { return nil }
    return [
      "query": "certificate", "expression": "daysLeft", "predicate": "greaterOrEqual",
      "value": .number(left < 14 ? left / 2 : 14),
    ]
  }

  private static func waterfall(_ hop: Timeline.Hop, _ scale: Scale, isChecked: Bool) -> [Row] {
    var start = hop.start
    return zip(hop.phases.all, phaseRoles).compactMap { phase, role in
      guard let duration = phase.duration else { return nil }
      defer { start += duration }
      let bar = scale.bar(from: start, lasting: duration)
      let spans = [
        Span("   " + phase.name.padded(to: 9), .label),
        Span(Formatting.duration(duration).alignedRight(to: 9) + "  "),
        Span(String(repeating: "·", count: bar.before), .border),
        Span(String(repeating: "█", count: bar.length), role),
        Span(String(repeating: "·", count: bar.after), .border),
      ]
      return Row(spans, isChecked ? check(duration, of: phase.name) : nil)
    }
  }

  private static let phaseRoles: [Style.Role] = [
    .phaseQueue, .phaseDNS, .phaseConnect, .phaseTLS, .phaseSend, .phaseWait, .phaseReceive,
  ]

  /// Converts times to columns. Every phase gets at least one.
  private struct Scale {
    let total: Double
    let columns: Int

    init(_ timeline: Timeline, columns: Int) {
      total = timeline.hops.map { ($0.start + $0.phases.total).seconds }.max() ?? 0
      self.columns = columns
    }

    func bar(from start: Duration, lasting duration: Duration) -> (before: Int, length: Int, after: Int) {
      guard total > 0 else { return (0, 1, columns - 1) }
      let before = min(columns - 1, Int(start.seconds / total * Double(columns)))
      let end = Int(((start + duration).seconds / total * Double(columns)).rounded())
      let length = max(1, min(columns, end) - before)
      return (before, length, columns - before - length)
    }
  }

  // MARK: Wire log

  private static func wire(_ line: WireLine) -> [Span] {
    let stamp = Span(Formatting.duration(line.time).alignedRight(to: 9) + " ", .hint)
    switch line.kind {
    case .note: return [stamp, Span("* " + line.text, .note)]
    case .sentHead: return [stamp, Span("> ", .sent), Span(line.text, .sent)]
    case .receivedHead: return [stamp, Span("< ", .received), Span(line.text, .received)]
    case .sentBody: return [stamp, Span("> ", .sent), body(line)]
    case .receivedBody: return [stamp, Span("< ", .received), body(line)]
    }
  }

  /// A part of a body, or a message of a connection, which has a text.
  private static func body(_ line: WireLine) -> Span {
    Span(line.text.isEmpty ? "{ \(line.byteCount) bytes of body }" : "{ \(line.text) }", .hint)
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
