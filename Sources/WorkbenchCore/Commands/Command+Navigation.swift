import TerminalUI

// Going to another place.
extension Command {
  static let navigation: [Command] = [
    Command(
      "goto.open", "Go to", "Find requests, folders, environments, commands and history; > @ # / narrow the list.",
      keywords: "quick open find file fuzzy anything switcher search everything",
      in: .everywhere, keys: [.control("p")], go: "n", opensField: true, run: { $0.openGoTo() })
  ]
}
