import RequestModel
import TerminalUI

extension Command {
  static let everywhere: [Command] =
    [
      Command(
        "request.send", "Send request", "Send the request with its unsaved edits and the current environment.",
        in: .everywhere, keys: [.function(5), .controlEnter, .altEnter], footer: "send", worksWhileEditing: true,
        whyUnavailable: { $0.workspace.whyNothingToSend }, run: { $0.send() }),
      Command(
        "request.save", "Save request", "Save the request; unedited lines of its file keep their bytes.",
        in: .everywhere, keys: [.control("s"), .function(2)], worksWhileEditing: true,
        whyUnavailable: { $0.workspace.whyNothingToSave }, run: { $0.save() }),
      Command(
        "request.saveAll", "Save all requests", "Save every request with unsaved edits.",
        in: .everywhere, keys: [], whyUnavailable: { $0.workspace.unsaved.isEmpty ? "No unsaved edits" : nil },
        run: { $0.saveAll() }),
      Command(
        "credentials.move", "Move credentials to secrets",
        "Keep the credentials of the shown file with your secrets, and put variables in their place.",
        in: .everywhere, keys: [.character("@")], whyUnavailable: { $0.workspace.whyNoCredentials },
        run: { $0.moveCredentials() }),
      Command(
        "request.revert", "Revert to saved",
        "Revert all edits since the last save; undo restores them.",
        in: .everywhere, keys: [],
        whyUnavailable: { $0.workspace.draft?.isUnsaved == true ? nil : "This request has no unsaved edits" },
        run: { $0.route($0.workspace.revert()) }),
      Command(
        "request.merge", "Merge with disk", "Compare unsaved edits with the changed file on disk, and merge both.",
        in: .everywhere, keys: [], whyUnavailable: { $0.workspace.whyNothingToMerge },
        run: { $0.mergeWithDisk() }),
      Command(
        "app.cancel", "Cancel or quit",
        "Cancel the running request; if none is running, leave the open text as Esc does, or quit.",
        in: .everywhere, keys: [.control("c")], worksWhileEditing: true, run: { $0.cancelOrQuit() }),
      Command(
        "palette.open", "All commands", "List every command; type to search.",
        in: .everywhere, keys: [.character(":")], footer: "commands", run: { $0.openPalette() }),
      Command(
        "help.open", "Help", "Show all keys.",
        in: .everywhere, keys: [.character("?"), .function(1)], footer: "help", run: { $0.openHelp() }),
      Command(
        "environment.switch", "Switch environment", "Choose the environment that sets the variables.",
        in: .everywhere, keys: [.character("v"), .function(6)], footer: "env",
        opensField: true,
        whyUnavailable: {
          $0.workspace.scope?.environments.isEmpty ?? true ? $0.workspace.noEnvironments : nil
        },
        run: { $0.openEnvironments() }),
      Command(
        "request.preview", "Preview request", "Show the HTTP text that would be sent, secrets masked.",
        in: .everywhere, keys: [.function(7)],
        whyUnavailable: { $0.workspace.request == nil ? "Select a request first" : nil },
        run: { $0.preview() }),
      Command(
        "docs.open", "Docs", "Read the documentation of the request or folder.",
        in: .everywhere, keys: [.character("B")], run: { $0.openDocs() }),
      Command(
        "request.copyCurl", "Copy as cURL",
        "Copy the request as a curl command, secrets masked; in the response, what was sent.",
        in: .everywhere, keys: [.character("x")], whyUnavailable: { $0.workspace.whyNothingToSend },
        run: { $0.copyCurl() }),
      Command(
        "request.copyCurlWithSecrets", "Copy as cURL with secrets",
        "Copy the request as a curl command that contains its secrets.",
        in: .everywhere, keys: [], whyUnavailable: { $0.whyNoSecretsToCopy },
        run: { $0.copyCurl(includesSecrets: true) }
      ),
      Command(
        "import.open", "Import", "Import a file, a folder, a URL or the clipboard; `import FILE` reads it at once.",
        in: .everywhere, keys: [], opensField: true, word: "import", run: { $0.openImport() },
        runWith: { $0.startImport($1) }),
      Command(
        "export.open", "Export", "Copy or write the request or folder as code, or in the format of another tool.",
        in: .everywhere, keys: [], opensField: true, whyUnavailable: { $0.whyNoExport }, run: { $0.openExport() }),
      Command(
        "import.notes", "Notes of the last import", "Show what the last import, paste or export left out or changed.",
        in: .everywhere, keys: [],
        whyUnavailable: { $0.lastInterchange == nil ? "Nothing was imported or exported yet" : nil },
        run: { $0.openImportNotes() }),
      Command(
        "cookies.open", "Cookies", "List, edit and delete the cookies of the current environment.",
        in: .everywhere, keys: [.function(8)], run: { [.listCookies(environment: $0.workspace.environment)] }),
      Command(
        "collection.open", "Collection settings", "Show the collection's variables, headers and auth.",
        in: .everywhere, keys: [.character("I")],
        whyUnavailable: { $0.workspace.collectionFolder == nil ? "There is no collection here" : nil },
        run: { $0.openCollection() }),
      Command(
        "environments.toggle", "Environments", "Toggle the list of environments.",
        in: .everywhere, keys: [.function(9)],
        whyUnavailable: { $0.workspace.environmentsFolder == nil ? $0.workspace.whyNoCollection : nil },
        run: { $0.toggleEnvironments() }),
      Command(
        "globals.open", "Workspace globals", "Show the variables of all collections, kept in workspace.json.",
        in: .everywhere, keys: [.function(10)],
        whyUnavailable: { $0.workspace.globalsFile == nil ? $0.workspace.whyNoCollection : nil },
        run: { $0.openGlobals() }),
      Command(
        "variables.open", "Variables in force", "List all variables, their origins and what each overrides.",
        in: .everywhere, keys: [.function(3)],
        whyUnavailable: { $0.workspace.scope == nil ? "Select a request or folder first" : nil },
        run: { $0.openVariables() }),
      Command(
        "history.toggle", "History", "Toggle history.",
        in: .everywhere, keys: [.character("H"), .function(4)], run: { $0.toggleHistory() }),
      Command(
        "git.toggle", "Git changes", "Toggle the files that git says have changed.",
        in: .everywhere, keys: [.control("g")], run: { $0.toggleChanges() }),
      Command(
        "response.last", "Last response", "Show the last response of this request from history.",
        in: .everywhere, keys: [.character("L")], whyUnavailable: { $0.workspace.whyNoLastExchange },
        run: { $0.openLastExchange() }),
      Command(
        "pane.next", "Next pane", "Focus the next pane.",
        in: .everywhere, keys: [.tab], footer: "pane", run: { $0.focus(by: 1) }),
      Command(
        "pane.previous", "Previous pane", "Focus the previous pane.",
        in: .everywhere, keys: [.backTab], run: { $0.focus(by: -1) }),
      Command(
        "pane.first", "Focus list", "Focus collections or history.", in: .everywhere,
        keys: [.character("1")], run: { $0.focus(.sidebar) }),
      Command(
        "pane.second", "Focus request", "Focus the request.", in: .everywhere, keys: [.character("2")],
        run: { $0.focus(.request) }),
      Command(
        "pane.third", "Focus response", "Focus the response.", in: .everywhere, keys: [.character("3")],
        run: { $0.focus(.response) }),
      Command(
        "pane.zoom", "Zoom pane", "Zoom this pane.",
        in: .everywhere, keys: [.character("z")],
        run: {
          $0.isZoomed.toggle()
          return []
        }),
      Command(
        "workspace.reload", "Reload collections", "Reload from disk; keeps unsaved edits.",
        in: .everywhere, keys: [.character("R")], run: { $0.route($0.workspace.reload()) }),
      Command(
        "editor.vim", "Vim keys", "Turn the modes and keys of vim in long texts on or off.",
        in: .everywhere, keys: [], word: "vim", run: { $0.route($0.requestPane.toggleVim()) }),
      Command(
        "app.redraw", "Redraw", "Redraw the screen.", in: .everywhere, keys: [.control("l")],
        worksWhileEditing: true, run: { _ in [.redraw] }),
      Command(
        "app.suspend", "Suspend", "Suspend the program; fg resumes it.", in: .everywhere,
        keys: [.control("z")], run: { _ in [.suspend] }),
      Command(
        "app.quit", "Quit", "Quit; asks first if there are unsaved edits.", in: .everywhere, keys: [.character("q")],
        run: { $0.quit() }),
    ] + examples + workspaces + settings + accessibility + going + layout + navigation + runs + firstSteps

  private static let settings = [
    Command(
      "settings.open", "Settings", "Change settings: theme, keys, editor, limits.",
      in: .everywhere, keys: [.character(",")], run: { $0.openSettings() }),
    Command(
      "settings.theme", "Theme", "Choose the colours.", in: .everywhere, keys: [], run: { $0.chooseTheme() }),
  ]
}
