import RequestModel
import TerminalUI

extension TextScreen {
  /// The differences between two exchanges.
  static func comparison(_ diff: ExchangeDiff, _ clock: Clock) -> TextScreen {
    var lines = [line("-", .error, diff.old, clock), line("+", .success, diff.new, clock)]
    if diff.isSame {
      lines += [Span(""), Span("Same request, same response", .success)]
    }
    for section in diff.sections {
      let changes = FileDifference(fieldLines: section.changes.flatMap(\.lines))
      lines += [Span(""), Span(section.kind.rawValue, Style(.title, bold: true))]
      lines += changes.lines.map { Span($0.text, Style($0.mark.role)) }
    }
    return TextScreen(title: "Comparison", lines: lines)
  }

  private static func line(_ sign: String, _ role: Style.Role, _ side: ExchangeDiff.Side, _ clock: Clock) -> Span {
    let result = side.result.label.0
    return Span("\(sign) \(clock.fullText(side.startedAt))  \(result)  \(side.method) \(side.url)", Style(role))
  }
}
