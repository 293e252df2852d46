import RequestModel
import TerminalUI

// The log of messages, and the footer that shows the last one.
extension Workbench {
  mutating func openMessages() -> [Effect] {
    let lines = messages.lines(workspace.clock)
    let copy = Confirm.Choice(
      key: .character("y"), label: "copy all",
      action: .effect(.copy(lines.map(\.text).joined(separator: "\n"), what: "the messages")))
    return route(.overlay(.text(TextScreen(title: "Messages", lines: lines, choices: [copy]))))
  }

  /// Draws a notice, and which key shows the rest of it if it is cut.
  func draw(_ notice: Notice, into canvas: inout Canvas) {
    let text = " " + notice.text
    var room = canvas.size.columns
    if text.columns > room, let key = Command.named("messages.open").flatMap({ keys.keys(of: $0).first }) {
      let hint = [Span(" " + key.description, Style(.key, bold: true)), Span(" more ", .label)]
      room -= hint.columns
      canvas.writeTrailing(hint, endingAt: canvas.size.columns, row: 0, on: .bar)
    }
    canvas.write(text.truncated(to: room), column: 0, row: 0, style: Style(notice.role, on: .bar))
  }

  /// Keeps how a request failed, which no notice tells.
  mutating func log(_ exchange: Exchange) {
    guard case .failed(let failure, _) = exchange.outcome else { return }
    let name = exchange.origin?.address.path ?? exchange.request.method
    messages.add(Notice(.failure, "\(name): \(failure.sentence)"))
  }
}
