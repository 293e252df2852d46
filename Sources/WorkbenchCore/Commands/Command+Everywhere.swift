extension Command {
  /// The commands that act everywhere.
  static let everywhere = Features.entries(for: Panes.all).flatMap(\.commands)

  static let help: [Command] = [
    Command(
      "app.cancel", "Cancel or quit",
      "Cancel the running request. If none is running, close the open text field as Esc does, or quit.",
      keywords: "stop abort interrupt kill exit request",
      in: .everywhere, keys: [.control("c")], footer: "cancel",
      isHinted: { $0.workspace.exchange?.isRunning == true }, worksWhileEditing: true, run: { $0.cancelOrQuit() }),
    Command(
      "palette.open", "Command palette", "List every command; type to search.",
      keywords: "all commands actions menu search list",
      in: .everywhere, keys: [.character(":")], footer: "commands",
      run: { $0.route(.open(Picker.commands(in: $0))) }),
    Command(
      "help.open", "Help", "Show all keys.",
      keywords: "keys shortcuts keyboard keybindings hotkeys cheatsheet rebind keymap manual",
      in: .everywhere, keys: [.character("?"), .function(1)], footer: "help",
      run: { $0.route(.open(HelpScreen(scope: $0.scope, keys: $0.keys))) }),
  ]

  static let program: [Command] = [
    Command(
      "pane.next", "Next pane", "Focus the next pane.",
      keywords: "switch window focus cycle",
      in: .everywhere, keys: [.tab], footer: "pane", whyUnavailable: { $0.whyOnePane }, run: { $0.focus(by: 1) }),
    Command(
      "pane.previous", "Previous pane", "Focus the previous pane.",
      keywords: "switch window focus cycle back",
      in: .everywhere, keys: [.backTab], whyUnavailable: { $0.whyOnePane }, run: { $0.focus(by: -1) }),
    Command(
      "pane.first", "Focus sidebar", "Focus collections or history.",
      keywords: "sidebar tree collections explorer files", in: .everywhere,
      keys: [.character("1")], run: { $0.focus(.sidebar) }),
    Command(
      "pane.second", "Focus request", "Focus the request.",
      keywords: "form editor middle", in: .everywhere, keys: [.character("2")],
      run: { $0.focus(.request) }),
    Command(
      "pane.third", "Focus response", "Focus the response.",
      keywords: "result output body", in: .everywhere, keys: [.character("3")],
      run: { $0.focus(.response) }),
    Command(
      "pane.zoom", "Zoom pane", "Zoom this pane.",
      keywords: "maximize fullscreen expand full screen toggle",
      in: .everywhere, keys: [.character("z")], footer: "unzoom", isHinted: { $0.isZoomed },
      run: {
        $0.isZoomed.toggle()
        return []
      }),
    Command(
      "workspace.reload", "Reload collections", "Reload from disk; keeps unsaved edits.",
      keywords: "refresh reread rescan sync disk",
      in: .everywhere, keys: [.character("R")], run: { $0.route($0.workspace.reload()) }),
    Command(
      "editor.vim", "Vim keys", "Turn vim modes and keys in multi-line text on or off.",
      keywords: "modal vi normal insert mode emulation toggle",
      in: .everywhere, keys: [], run: { $0.route($0.requestPane.toggleVim()) }),
    Command(
      "app.redraw", "Redraw", "Redraw the screen.",
      keywords: "refresh repaint clear screen", in: .everywhere, keys: [.control("l")],
      worksWhileEditing: true, run: { _ in [.terminal(.redraw)] }),
    Command(
      "app.undo", "Undo in this pane", "Undo the last change of the focused pane; in a text field, what was typed.",
      keywords: "revert back restore",
      in: .everywhere, keys: [.control("z")], whyUnavailable: { $0.undoCommand == nil ? "Nothing to undo here" : nil },
      run: { bench in bench.undoCommand.map { bench.run($0) } ?? [] }),
    Command(
      "app.suspend", "Suspend", "Suspend the program; fg resumes it.",
      keywords: "background shell pause job terminal", in: .everywhere, keys: [], go: "z",
      run: { _ in [.terminal(.suspend)] }),
    Command(
      "app.quit", "Quit", "Quit; asks first if there are unsaved edits.",
      keywords: "exit close leave bye stop", in: .everywhere, keys: [.character("q")],
      run: { $0.quit() }),
  ]
}

extension Workbench {
  /// The command that undoes changes of the focused pane. The response is of the request.
  fileprivate var undoCommand: Command? {
    let owner = scope == .response ? .request : scope
    return Command.all.first { $0.scope == owner && KeyMeaning.undo.includes($0) }
  }
}
