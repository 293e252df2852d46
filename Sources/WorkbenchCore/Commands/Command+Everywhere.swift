import RequestModel
import TerminalUI

extension Command {
  static let everywhere: [Command] = [
    Command(
      "request.send", "Send request", "Sends the request with its unsaved edits and the environment in force.",
      in: .everywhere, keys: [.function(5)], footer: "send", worksWhileEditing: true,
      whyUnavailable: { $0.whyNothingToSend }, run: { $0.send() }),
    Command(
      "request.save", "Save request", "Writes the edited lines, and only those, to the request's file.",
      in: .everywhere, keys: [.control("s"), .function(2)], worksWhileEditing: true,
      whyUnavailable: { $0.whyNothingToSave }, run: { $0.save() }),
    Command(
      "request.saveAll", "Save all requests", "Writes every request that has unsaved edits.",
      in: .everywhere, keys: [], whyUnavailable: { $0.workspace.unsaved.isEmpty ? "Nothing is unsaved" : nil },
      run: { $0.saveAll() }),
    Command(
      "request.revert", "Revert to the saved request",
      "Takes back all edits since the last save; undo brings them back.",
      in: .everywhere, keys: [],
      whyUnavailable: { $0.workspace.draft?.isUnsaved == true ? nil : "Nothing is unsaved here" },
      run: { $0.revert() }),
    Command(
      "app.cancel", "Cancel or quit", "Cancels the running request; where none runs, quits.",
      in: .everywhere, keys: [.control("c")], worksWhileEditing: true, run: { $0.cancelOrQuit() }),
    Command(
      "palette.open", "All commands", "Lists every command, to be found by its name.",
      in: .everywhere, keys: [.character(":"), .control("p")], footer: "commands", run: { $0.openPalette() }),
    Command(
      "help.open", "Help", "Shows every key.",
      in: .everywhere, keys: [.character("?"), .function(1)], footer: "help", run: { $0.openHelp() }),
    Command(
      "environment.switch", "Switch environment", "Chooses the environment whose variables go into requests.",
      in: .everywhere, keys: [.character("v"), .function(6)], footer: "env",
      opensField: true,
      whyUnavailable: {
        $0.workspace.scope?.environments.isEmpty ?? true ? "This collection has no environments" : nil
      },
      run: { $0.openEnvironments() }),
    Command(
      "history.toggle", "History", "Shows every exchange in the place of the collections, and back.",
      in: .everywhere, keys: [.character("H"), .function(4)], run: { $0.toggleHistory() }),
    Command(
      "response.last", "Show the last response", "Shows the last response that history has of this request.",
      in: .everywhere, keys: [.character("L")], whyUnavailable: { $0.whyNoLastExchange },
      run: { $0.openLastExchange() }),
    Command(
      "pane.next", "Next pane", "Gives the keys to the next pane.",
      in: .everywhere, keys: [.tab], footer: "pane", run: { $0.focus(by: 1) }),
    Command(
      "pane.previous", "Previous pane", "Gives the keys to the pane before.",
      in: .everywhere, keys: [.backTab], run: { $0.focus(by: -1) }),
    Command(
      "pane.first", "Go to the list", "Gives the keys to collections or history.", in: .everywhere,
      keys: [.character("1")], run: { $0.focus(.sidebar) }),
    Command(
      "pane.second", "Go to the request", "Gives the keys to the request.", in: .everywhere, keys: [.character("2")],
      run: { $0.focus(.request) }),
    Command(
      "pane.third", "Go to the response", "Gives the keys to the response.", in: .everywhere, keys: [.character("3")],
      run: { $0.focus(.response) }),
    Command(
      "pane.zoom", "Zoom pane", "Gives the whole screen to this pane, and back.",
      in: .everywhere, keys: [.character("z")], run: { $0.zoom() }),
    Command(
      "workspace.reload", "Reload collections", "Reads all files again; unsaved edits stay.",
      in: .everywhere, keys: [.character("R")], run: { $0.reload() }),
    Command(
      "app.redraw", "Redraw", "Draws the whole screen anew.", in: .everywhere, keys: [.control("l")],
      worksWhileEditing: true, run: { _ in [.redraw] }),
    Command(
      "app.suspend", "Suspend", "Goes to the background; the shell's fg brings it back.", in: .everywhere,
      keys: [.control("z")], run: { _ in [.suspend] }),
    Command(
      "app.quit", "Quit", "Leaves; asks first where edits are unsaved.", in: .everywhere, keys: [.character("q")],
      run: { $0.quit() }),
  ]
}
