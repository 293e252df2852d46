/// The effect of a key in every pane that uses it.
///
/// A key that several commands share needs one of these; a new command either fits the meaning of its key or takes
/// another key. A test and docs/keys.md read this list.
package struct KeyMeaning: Sendable {
  package let keys: [KeySequence]
  /// The verb, and what it means in the panes.
  package let sentence: String
  /// The commands: a whole name, or the part after the dot for the commands of all panes that have it.
  private let actions: Set<String>
  /// When the keys mean this instead of what they mean otherwise; `nil` for always.
  package let during: String?
  /// The command that its keys run at other times, in panes that have only this meaning.
  private let otherwise: String?

  private init(
    _ sentence: String, letters: String = "", keys: [Key] = [], go: Character? = nil, _ actions: Set<String>,
    during: String? = nil, otherwise: String? = nil
  ) {
    let keys = letters.map(Key.character) + keys
    self.keys = keys.map { KeySequence($0) } + (go.map { [.go($0)] } ?? [])
    (self.sentence, self.actions, self.during, self.otherwise) = (sentence, actions, during, otherwise)
  }

  package func includes(_ command: Command) -> Bool {
    actions.contains(command.name) || actions.contains(Self.action(command))
  }

  private static func action(_ command: Command) -> String {
    command.name.split(separator: ".").last.map(String.init) ?? command.name
  }

  /// The commands that have one of the keys and this meaning.
  package var commands: [Command] {
    Command.all.filter { command in includes(command) && command.keys.contains { keys.contains($0) } }
  }

  /// The actions without a command.
  package var unused: Set<String> {
    let commands = commands
    return actions.subtracting(commands.map(\.name)).subtracting(commands.map(Self.action))
  }
}

extension KeyMeaning {
  static let undo = KeyMeaning(
    "Undo the last change: an edit, a deletion, an import.", letters: "u", ["undo", "undoDelete", "undelete"])

  package static let all = verbs + movements + tabs

  private static let verbs: [KeyMeaning] = [
    KeyMeaning(
      "Act on the selected row: send, open, use, edit or fold it.", keys: [.enter],
      [
        "activate", "history.read", "environments.use", "changes.show", "run.read", "request.edit", "response.fold",
      ]),
    KeyMeaning(
      "Toggle the selected row: fold or unfold it, mark it, stage it, turn it on or off.", letters: " ",
      ["toggleFold", "history.mark", "stage", "request.toggle", "response.fold"]),
    KeyMeaning(
      "Go back: close the pane, or what it shows.", keys: [.escape],
      ["close", "difference.back"]),
    KeyMeaning(
      "Add: a row, a note, an example, all files to the commit.", letters: "a",
      ["addRow", "note", "example", "stageAll"]),
    KeyMeaning("Delete, or discard changes.", keys: [.character("d"), .delete], ["delete", "deleteRow", "discard"]),
    KeyMeaning("Duplicate.", letters: "D", ["duplicate", "duplicateRow"]),
    KeyMeaning("Edit.", letters: "ei", ["edit", "editCheck", "tag", "compose"]),
    KeyMeaning("Edit in $EDITOR.", letters: "E", ["openFile", "externalEditor", "editor"]),
    KeyMeaning("Filter by what the rows contain.", letters: "f", ["history.request", "failures", "response.filter"]),
    KeyMeaning("Choose: the method, a saved message.", letters: "m", ["method", "savedMessage"]),
    KeyMeaning("Show or mask secrets.", letters: "M", ["reveal", "secrets"]),
    KeyMeaning("Create: a request, an environment, a branch.", letters: "n", ["new", "newBranch"]),
    KeyMeaning(
      "Go to the next match.", letters: "n", ["findNext"], during: "after a search", otherwise: "collections.new"),
    KeyMeaning("Create a folder.", letters: "N", ["newFolder"]),
    KeyMeaning(
      "Go to the previous match.", letters: "N", ["findPrevious"], during: "after a search",
      otherwise: "collections.newFolder"),
    KeyMeaning("Open the request of the selected row.", letters: "o", ["history.open", "run.request"]),
    KeyMeaning("Stop what is running: a run, a response, a merge.", letters: "Q", ["stop", "pause", "abort"]),
    KeyMeaning("Rename.", letters: "r", ["rename"]),
    KeyMeaning("Select: rows, a branch.", letters: "s", ["select", "branches"]),
    KeyMeaning(
      "Fetch: a token, a base, commits; show the pending login.", letters: "t",
      ["fetchToken", "useBase", "fetch", "run.login"]),
    undo,
    KeyMeaning("Redo what was undone.", letters: "U", ["redo"]),
    KeyMeaning(
      "Run: a folder, the same run again, the rest of a stopped merge.", letters: "X",
      ["collections.run", "again", "proceed"]),
    KeyMeaning("Search as you type.", letters: "/", ["collections.filter", "history.filter", "search"]),
    KeyMeaning("Compare.", letters: "=", ["compare"]),
    KeyMeaning("Lay out the text, or show it as it is.", keys: [.alt("q")], ["format", "raw"]),
    KeyMeaning("Go to the next tab or file.", letters: "]", ["nextTab", "difference.next"]),
    KeyMeaning("Go to the previous tab or file.", letters: "[", ["previousTab", "difference.previous"]),
  ]

  private static let movements: [KeyMeaning] = [
    KeyMeaning("Move down.", keys: [.down, .character("j")], ["down"]),
    KeyMeaning("Move up.", keys: [.up, .character("k")], ["up"]),
    KeyMeaning(
      "Move right: unfold, open, the next cell, scroll.", keys: [.right, .character("l")],
      ["unfold", "environments.edit", "changes.show", "right"]),
    KeyMeaning(
      "Move left: fold, back, the previous cell, scroll.", keys: [.left, .character("h")],
      ["collections.fold", "difference.back", "left"]),
    KeyMeaning("Move down a page.", keys: [.pageDown, .control("f")], ["pageDown"]),
    KeyMeaning("Move up a page.", keys: [.pageUp, .control("b")], ["pageUp"]),
    KeyMeaning("Go to the first row.", keys: [.home], go: "g", ["top"]),
    KeyMeaning("Go to the last row.", keys: [.end, .character("G")], ["bottom"]),
  ]

  private static let tabs: [KeyMeaning] = [
    KeyMeaning("Show the Body tab.", go: "b", ["bodyTab"]),
    KeyMeaning("Show the Headers tab.", go: "h", ["headersTab"]),
    KeyMeaning("Show the Checks tab.", go: "k", ["checksTab"]),
    KeyMeaning("Show the Messages tab.", go: "x", ["messagesTab"]),
    KeyMeaning("Choose a file: for a field, for a message.", go: "f", ["chooseFile", "sendFile"]),
  ]

  /// The command that `keys` run in place of `command` while it has nothing to act on: before a search, n creates a
  /// request. `nil` if it has only one meaning, or if the settings give the keys of one of them to something else.
  static func otherwise(_ command: Command, on keys: KeySequence, in map: KeyMap) -> Command? {
    let meaning = all.first { $0.otherwise != nil && $0.keys.contains(keys) && $0.includes(command) }
    guard let other = meaning?.otherwise.flatMap({ Command.named($0) }), map.keys(of: other).contains(keys) else {
      return nil
    }
    return other
  }

  /// The table of shared keys in docs/keys.md.
  package static var markdown: String {
    let rows = all.map { meaning in
      let keys = meaning.keys.map { "`\($0)`" }.joined(separator: " ")
      let scopes = Set(meaning.commands.map(\.scope))
      let panes = Command.Scope.allCases.filter(scopes.contains).map(\.title).joined(separator: ", ")
      let sentence = meaning.during.map { "\($0.capitalizedFirst): \(meaning.sentence)" } ?? meaning.sentence
      return "| \(keys) | \(sentence) | \(panes) |"
    }
    return (["| keys | meaning | where |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
