import TerminalUI

/// The list of commands as people read it: on the help screen and in the README.
package enum CommandTable {
  /// The help screen's lines, the commands of the pane in use before the others.
  ///
  /// - Parameter text: Leaves the lines whose keys, title or sentence have each of its words.
  static func lines(first scope: Command.Scope, columns: Int, matching text: String = "") -> [[Span]] {
    let words = text.lowercased().split(separator: " ")
    let scopes = [scope] + Command.Scope.allCases.filter { $0 != scope }
    let sections = scopes.map { scope in
      (
        title(scope),
        Command.all.filter { $0.scope == scope && !$0.keys.isEmpty }.map { (keys(of: $0), $0.help, $0.title) }
      )
    }
    let editing = editing.map { ($0.0, $0.1, "") }
    return (sections + [("While text is edited", editing)]).flatMap { title, rows -> [[Span]] in
      let found = rows.filter { row in
        let text = "\(row.0) \(row.1) \(row.2)".lowercased()
        return words.allSatisfy { text.contains($0) }
      }
      if found.isEmpty { return [] }
      return [[Span(title, Style(.title, bold: true))]] + found.flatMap { lines($0.0, $0.1, columns: columns) } + [[]]
    }
  }

  /// The keys on the left, the sentence beside them in as many lines as it needs.
  private static func lines(_ keys: String, _ help: String, columns: Int) -> [[Span]] {
    let width = min(18, columns / 3)
    return help.wrapped(to: max(10, columns - width - 1)).enumerated().map { index, text in
      [Span((index == 0 ? " " + keys : "").padded(to: width) + " ", .key), Span(text)]
    }
  }

  private static func keys(of command: Command) -> String { command.keys.map(\.description).joined(separator: " ") }

  private static func title(_ scope: Command.Scope) -> String {
    scope.title.prefix(1).uppercased() + scope.title.dropFirst()
  }

  private static let editing = [
    ("⏎ Tab Esc", "Keeps the text: done, next cell (Shift+Tab: the one before), done."),
    ("Ctrl+W U K", "Erases a word, to the start, to the end of the line."),
    ("Ctrl+Z Y", "Takes back typing, and makes it again."),
    ("F5 Ctrl+S", "Sends or saves with the text as it stands."),
  ]

  /// The key table of the README; a test holds it current.
  package static var markdown: String {
    Command.Scope.allCases.map { scope in
      let rows = Command.all.filter { $0.scope == scope && !$0.keys.isEmpty }.map { command in
        "| \(command.keys.map { "`\($0.description)`" }.joined(separator: " ")) | \(command.title) | \(command.help) |"
      }
      return (["**\(title(scope))**", "", "| keys | command | what it does |", "|---|---|---|"] + rows).joined(
        separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }
}
