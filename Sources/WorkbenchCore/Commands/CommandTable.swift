import TerminalUI

/// The list of commands shown on the help screen and in docs/keys.md.
package enum CommandTable {
  /// The lines of the help screen, with the commands of `scope` first.
  ///
  /// - Parameter text: Keeps only commands whose keys, title or help contain all of its words.
  static func lines(
    first scope: Command.Scope, columns: Int, matching text: String = "", keys map: KeyMap = .standard
  ) -> [[Span]] {
    let words = text.lowercased().split(separator: " ")
    let scopes = [scope] + Command.Scope.allCases.filter { $0 != scope }
    let sections = scopes.map { scope in
      (
        title(scope),
        Command.all.filter { $0.scope == scope }.map { (names(map.keys(of: $0)), map.text($0.help), $0.title) }
          .filter { !$0.0.isEmpty }
      )
    }
    let editing = editing.map { ($0.0, $0.1, "") }
    return (sections + [("While editing text", editing)]).flatMap { title, rows -> [[Span]] in
      let found = rows.filter { row in
        let text = "\(row.0) \(row.1) \(row.2)".lowercased()
        return words.allSatisfy { text.contains($0) }
      }
      if found.isEmpty { return [] }
      return [[Span(title, Style(.title, bold: true))]] + found.flatMap { lines($0.0, $0.1, columns: columns) } + [[]]
    }
  }

  /// The keys on the left and the wrapped help text beside them.
  private static func lines(_ keys: String, _ help: String, columns: Int) -> [[Span]] {
    let width = min(18, columns / 3)
    return help.wrapped(to: max(10, columns - width - 1)).enumerated().map { index, text in
      [Span((index == 0 ? " " + keys : "").padded(to: width) + " ", .key), Span(text)]
    }
  }

  private static func names(_ keys: [KeySequence]) -> String { keys.map(\.description).joined(separator: " ") }

  private static func title(_ scope: Command.Scope) -> String {
    scope.title.prefix(1).uppercased() + scope.title.dropFirst()
  }

  private static let editing = [
    ("⏎ Tab Esc", "Keep the text and close the field; Tab goes on to the next cell, Shift+Tab to the previous one."),
    ("Ctrl+Z Y", "Undo and redo typing."),
    ("Ctrl+← →", "Move by words (Alt+B Alt+F); Ctrl+A and Ctrl+E to the ends of the line."),
    ("Ctrl+W U K", "Delete a word, to the start, to the end of the line; Alt+D deletes the next word."),
    ("Shift+arrows", "Select; with Ctrl by words, with Home and End to the ends of the line."),
    (
      "Ctrl+Space",
      "Complete variables, headers, URLs, paths and keys (Ctrl+N). ↓ ↑ select, ⏎ or Tab inserts the selection; Esc closes the list."
    ),
    ("Ctrl+^", "Set the mark: movements select text until Ctrl+^ (Ctrl+6) or Esc. Alt+A selects all."),
    ("Mouse", "Click to place the cursor, drag to select; double-click selects a word, triple-click a line."),
    ("Ctrl+X C V", "Cut, copy a selection, paste; Alt+C copies the line if nothing is selected."),
    (
      "Ctrl+F",
      "In multi-line text: find and replace. ⏎ ↓ next, ↑ previous, Tab replacement, Ctrl+R regex, Alt+⏎ replaces all."
    ),
    ("Tab", "In multi-line text: indent the line or the selected lines; Shift+Tab outdents."),
    ("Alt+↑ ↓", "Move the lines up or down (Alt+K Alt+J); Alt+Y or Alt+Shift+↓ duplicates them."),
    ("Ctrl+_ Alt+/", "Comment or uncomment the lines; many terminals send Ctrl+_ for Ctrl+/."),
    ("Alt+M", "Go to the matching bracket."),
    ("Alt+Q", "Format JSON, GraphQL, XML or HTML; Alt+Shift+Q minifies JSON and GraphQL."),
    ("Alt+Z", "Fold or unfold the lines at the cursor; Alt+Shift+Z folds or unfolds all, Alt+- and Alt++ one level."),
    ("Alt+E", "Open the text of the field in $EDITOR."),
    (": vim", "Outside of a field: turn vim modes and keys in multi-line text on or off."),
    ("F5 Ctrl+S", "Send or save, including the text just typed."),
  ]

  private static var editingMarkdown: String {
    let rows = editing.map { "| `\($0.0)` | \($0.1) |" }
    return (["**While editing text**", "", "| keys | what they do |", "|---|---|"] + rows).joined(separator: "\n")
      + "\n"
  }

  /// The key table of docs/keys.md.
  package static var markdown: String {
    Command.Scope.allCases.map { scope in
      let rows = Command.all.filter { $0.scope == scope && !$0.keys.isEmpty }.map { command in
        let keys = command.keys.map { "`\($0.description)`" }.joined(separator: " ")
        return "| "
          + [keys, command.title, KeyMap.standard.text(command.help)].map { $0.replacing("|", with: "\\|") }.joined(
            separator: " | ") + " |"
      }
      return (["**\(title(scope))**", "", "| keys | command | what it does |", "|---|---|---|"] + rows).joined(
        separator: "\n")
    }.joined(separator: "\n\n") + "\n\n" + editingMarkdown
  }
}
