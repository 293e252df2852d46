import TerminalUI

// Going to a place, sending what was sent last, and looking at keys.
extension Command {
  static let going = [
    Command(
      "jump.open", "Jump", "Label every row, tab and pane; typing a label goes there.", in: .everywhere,
      keys: [.character(";")],
      run: {
        $0.jump = ""
        return []
      })
  ]
}
