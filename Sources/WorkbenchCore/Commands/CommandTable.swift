/// The list of commands shown on the help screen and in docs/keys.md.
package enum CommandTable {
  /// A row of the help screen.
  struct Row {
    enum Content {
      case title
      case command(Command)
      /// A key of text fields, which cannot be changed.
      case editing
      /// The line below a section.
      case blank
    }

    let content: Content
    var keys = ""
    var text = ""
    /// More text that is searched.
    var searched = ""

    var isSelectable: Bool {
      switch content {
      case .command, .editing: true
      case .title, .blank: false
      }
    }

    var command: Command? { if case .command(let command) = content { command } else { nil } }
  }

  /// The rows of the help screen, with the commands of `scope` first.
  ///
  /// - Parameter text: Keeps only commands whose keys, title, help, name or keywords contain all of its words. If none
  ///   does, the words may be misspelled.
  static func rows(first scope: Command.Scope, matching text: String = "", keys map: KeyMap = .standard) -> [Row] {
    let words = text.lowercased().split(separator: " ")
    let scopes = [scope] + Command.Scope.allCases.filter { $0 != scope }
    var sections = scopes.map { scope in
      (scope.title.capitalizedFirst, Command.all.filter { $0.scope == scope }.map { Row($0, map) })
    }
    sections.append(
      ("While editing text", editing.map { Row(content: .editing, keys: $0.key, text: $0.value) }))
    func found(_ matches: (Row) -> Bool) -> [Row] {
      sections.flatMap { title, rows -> [Row] in
        let found = rows.filter(matches)
        return found.isEmpty ? [] : [Row(content: .title, text: title)] + found + [Row(content: .blank)]
      }
    }
    let spelled = found { row in
      let all = "\(row.keys) \(row.text) \(row.searched)".lowercased()
      return words.allSatisfy { all.contains($0) }
    }
    guard spelled.isEmpty else { return spelled }
    return found { row in
      let all = row.searched.lowercased()
      return words.allSatisfy { all.contains($0) || Spelling.isTypo($0, in: all) }
    }
  }

  private static let editing: KeyValuePairs<String, String> = [
    "⏎ Tab Esc":
      "Keep the text and close the field; ⏎ goes from a name to an empty value, Tab to the next cell, Shift+Tab to the previous one.",
    "Ctrl+Z Y": "Undo and redo typing.",
    "Ctrl+← →": "Move by words (Alt+b Alt+f); Ctrl+A and Ctrl+E to the ends of the line.",
    "Ctrl+W U K": "Delete a word, to the start, to the end of the line; Alt+d deletes the next word.",
    "Shift+arrows": "Select; with Ctrl by words, with Home and End to the ends of the line.",
    "Ctrl+Space":
      "Complete variables, headers, URLs, paths and keys (Ctrl+N). ↓ ↑ select, ⏎ or Tab inserts the selection; Esc closes the list.",
    "Ctrl+^": "Set the mark: movements select text until Ctrl+^ (Ctrl+6) or Esc. Alt+a selects all.",
    "Mouse": "Click to place the cursor, drag to select; double-click selects a word, triple-click a line.",
    "Ctrl+X C V": "Cut, copy a selection, paste; Alt+c copies the line if nothing is selected.",
    "Ctrl+F":
      "In multi-line text: find and replace. ⏎ ↓ next, ↑ previous, Tab replacement, Ctrl+R regex, Alt+⏎ replaces all.",
    "Tab": "In multi-line text: indent the line or the selected lines; Shift+Tab outdents.",
    "Alt+↑ ↓": "Move the lines up or down (Alt+k Alt+j); Alt+y or Alt+Shift+↓ duplicates them.",
    "Ctrl+_ Alt+/": "Comment or uncomment the lines; many terminals send Ctrl+_ for Ctrl+/.",
    "Alt+m": "Go to the matching bracket.",
    "Alt+q": "Format JSON, GraphQL, XML or HTML; Alt+Q minifies JSON and GraphQL.",
    "Alt+z": "Fold or unfold the lines at the cursor; Alt+Z folds or unfolds all, Alt+- and Alt++ one level.",
    "Alt+e": "Open the text of the field in $EDITOR.",
    ": vim": "Outside of a field: turn vim modes and keys in multi-line text on or off.",
    "F5 Ctrl+S": "Send or save, including the text just typed.",
    "F1 … F12": "Keep the text, close the field and run the command of the key.",
  ]

  private static var editingMarkdown: String {
    let rows = editing.map { "| `\($0.key)` | \($0.value) |" }
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
      let head = ["**\(scope.title.capitalizedFirst)**", "", "| keys | command | what it does |", "|---|---|---|"]
      return (head + rows).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n\n" + editingMarkdown
  }
}

extension CommandTable.Row {
  fileprivate init(_ command: Command, _ map: KeyMap) {
    let keys = map.keys(of: command).map(\.description).joined(separator: " ")
    self.init(
      content: .command(command), keys: keys.isEmpty ? "–" : keys, text: map.text(command.help),
      searched: "\(command.title) \(command.name) \(command.keywords)")
  }
}
