/// The differences between two exchanges as lines to show.
package struct ComparedExchanges: Equatable, Sendable {
  fileprivate let old, new: ExchangeDiff.Side
  fileprivate let lines: [Span]

  /// Compares the lines of texts, which may take as long as finding the differences did.
  ///
  /// - Parameter isStopped: If it returns `true`, the lines are not the shortest difference.
  package init(_ diff: ExchangeDiff, isStopped: () -> Bool = { false }) {
    (old, new) = (diff.old, diff.new)
    var lines: [Span] = []
    if diff.isSame {
      lines += [Span(""), Span("Same request, same response", .success)]
    }
    for section in diff.sections {
      let changes = FileDifference(fieldLines: section.changes.flatMap { $0.lines(isStopped: isStopped) })
      lines += [Span(""), Span(section.kind.rawValue, Style(.title, bold: true))]
      lines += changes.lines.map { Span($0.text, Style($0.mark.role)) }
    }
    self.lines = lines
  }
}

extension TextScreen {
  /// The differences between two exchanges.
  static func comparison(_ compared: ComparedExchanges, _ clock: Clock) -> TextScreen {
    let sides = [line("-", .error, compared.old, clock), line("+", .success, compared.new, clock)]
    return TextScreen(title: "Comparison", lines: sides + compared.lines)
  }

  private static func line(_ sign: String, _ role: Style.Role, _ side: ExchangeDiff.Side, _ clock: Clock) -> Span {
    let result = side.result.label.0
    return Span("\(sign) \(clock.fullText(side.startedAt))  \(result)  \(side.method) \(side.url)", Style(role))
  }
}
