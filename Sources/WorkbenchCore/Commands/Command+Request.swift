import RequestModel
import TerminalUI

extension Command {
  static let request: [Command] = [
    Command(
      "request.edit", "Edit", "Edits the selected cell; a choice opens its list.",
      in: .request, keys: [.enter, .character("e"), .character("i")], footer: "edit",
      opensField: true, whyUnavailable: { $0.whyNotEditable }, run: { $0.edit() }),
    Command(
      "request.toggle", "Turn on or off", "Keeps a row in the file without sending it; takes the next of a choice.",
      in: .request, keys: [.character(" ")], footer: "on/off", whyUnavailable: { $0.whyNotEditable },
      run: { $0.toggleRow() }),
    Command(
      "request.addRow", "Add a row", "Adds a parameter, header or field.",
      in: .request, keys: [.character("a")], footer: "add", opensField: true, whyUnavailable: { $0.whyNotEditable },
      run: { $0.addRow() }),
    Command(
      "request.deleteRow", "Delete the row", "Removes a parameter, header or field; u brings it back.",
      in: .request, keys: [.character("d"), .delete], whyUnavailable: { $0.whyNotEditable }, run: { $0.deleteRow() }),
    Command(
      "request.externalEditor", "Edit in $EDITOR", "Opens the body, or the notes, in your editor.",
      in: .request, keys: [.character("E")], footer: "$EDITOR",
      whyUnavailable: { $0.whyNotEditable ?? ($0.textArea == nil ? "There is no long text in this tab" : nil) },
      run: { $0.editExternally() }),
    Command(
      "request.undo", "Undo", "Takes back the last edit of this request.",
      in: .request, keys: [.character("u")],
      whyUnavailable: { $0.workspace.draft?.canUndo == true ? nil : "Nothing to undo" }, run: { $0.undo() }),
    Command(
      "request.redo", "Redo", "Makes the edit again that was taken back.",
      in: .request, keys: [.character("U"), .control("y")],
      whyUnavailable: { $0.workspace.draft?.canRedo == true ? nil : "Nothing to redo" }, run: { $0.redo() }),
    Command(
      "request.nextTab", "Next tab", "Shows the next part of the request.", in: .request, keys: [.character("]")],
      footer: "tab", run: { $0.selectTab(by: 1) }),
    Command(
      "request.previousTab", "Previous tab", "Shows the part before.", in: .request, keys: [.character("[")],
      run: { $0.selectTab(by: -1) }),
    Command(
      "request.down", "Down", "Selects the next row.", in: .request, keys: [.down, .character("j")],
      run: { $0.moveInRequest(1) }),
    Command(
      "request.up", "Up", "Selects the row above.", in: .request, keys: [.up, .character("k")],
      run: { $0.moveInRequest(-1) }),
    Command(
      "request.pageDown", "Page down", "Goes down by a page.", in: .request, keys: [.pageDown, .control("f")],
      run: { $0.moveInRequest($0.page(.request)) }),
    Command(
      "request.pageUp", "Page up", "Goes up by a page.", in: .request, keys: [.pageUp, .control("b")],
      run: { $0.moveInRequest(-$0.page(.request)) }),
    Command(
      "request.top", "Top", "Selects the address.", in: .request, keys: [.home, .character("g")],
      run: { $0.moveInRequest(-.max / 2) }),
    Command(
      "request.bottom", "Bottom", "Selects the last row.", in: .request, keys: [.end, .character("G")],
      run: { $0.moveInRequest(.max / 2) }),
    Command(
      "request.left", "Left", "Goes to the name, or takes the choice before.", in: .request,
      keys: [.left, .character("h")], run: { $0.moveCell(-1) }),
    Command(
      "request.right", "Right", "Goes to the value, or takes the next choice.", in: .request,
      keys: [.right, .character("l")], run: { $0.moveCell(1) }),
  ]
}
