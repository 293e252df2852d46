import TerminalUI

// Going to a place, sending what was sent last, and looking at keys.
extension Command {
  static let going = [
    Command(
      "jump.open", "Jump", "Label every row, tab and pane; typing a label goes there.", in: .everywhere,
      keys: [.character(";")], run: { $0.openJump() }),
    Command(
      "request.sendLast", "Send again", "Show and send the request that was sent last.", in: .everywhere,
      keys: [.character(".")], whyUnavailable: { $0.whyNothingToRepeat }, run: { $0.sendLast() }),
    Command(
      "keys.test", "Key tester", "Show what the terminal sends for each key, and which command gets it.",
      in: .everywhere, keys: [], run: { _ in [.traceKeys(true)] }),
  ]
}
