import TerminalUI

/// The list of commands as people read it: on the help screen and in the README.
package enum CommandTable {
  /// The help screen's lines, the commands of the pane in use before the others.
  static func lines(first scope: Command.Scope) -> [[Span]] {
    let scopes = [scope] + Command.Scope.allCases.filter { $0 != scope }
    return scopes.flatMap { scope -> [[Span]] in
      let commands = Command.all.filter { $0.scope == scope && !$0.keys.isEmpty }
      let title = scope.title.prefix(1).uppercased() + scope.title.dropFirst()
      return [[Span(title, Style(.title, bold: true))]] + commands.map(line) + [[]]
    } + editing
  }

  private static func line(_ command: Command) -> [Span] {
    let keys = command.keys.map(\.description).joined(separator: " ")
    return [Span("  " + keys.padded(to: 16), .key), Span(command.help)]
  }

  private static let editing: [[Span]] = [
    [Span("While text is edited", Style(.title, bold: true))],
    [Span("  " + "⏎ Tab Esc".padded(to: 16), .key), Span("Keeps the text: done, next cell, done.")],
    [Span("  " + "Ctrl+W U K".padded(to: 16), .key), Span("Erases a word, to the start, to the end of the line.")],
    [Span("  " + "Ctrl+Z Y".padded(to: 16), .key), Span("Takes back typing, and makes it again.")],
    [Span("  " + "F5 Ctrl+S".padded(to: 16), .key), Span("Sends or saves with the text as it stands.")],
  ]

  /// The key table of the README; a test holds it current.
  package static var markdown: String {
    Command.Scope.allCases.map { scope in
      let rows = Command.all.filter { $0.scope == scope && !$0.keys.isEmpty }.map { command in
        "| \(command.keys.map { "`\($0.description)`" }.joined(separator: " ")) | \(command.title) | \(command.help) |"
      }
      let title = scope.title.prefix(1).uppercased() + scope.title.dropFirst()
      return (["**\(title)**", "", "| keys | command | what it does |", "|---|---|---|"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }
}
