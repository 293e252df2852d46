import TerminalUI

// Going to a place, and sending what was sent last.
extension Command {
  static let going = [
    Command(
      "jump.open", "Jump", "Label every row, tab and pane; typing a label goes there.", in: .everywhere,
      keys: [.character(";")], run: { $0.openJump() }),
    Command(
      "request.sendLast", "Send again", "Show and send the request that was sent last.", in: .everywhere,
      keys: [.character(".")], whyUnavailable: { $0.whyNothingToRepeat }, run: { $0.sendLast() }),
  ]
}
