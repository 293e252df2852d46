import TerminalUI

extension RequestPane {
  package static let commands: [PaneCommand<RequestPane>] = [
    PaneCommand(
      "request.edit", "Edit", "Edits the selected cell; a choice opens its list.",
      keys: [.enter, .character("e"), .character("i")], footer: "edit", opensField: true,
      whyUnavailable: { $1.workspace.whyNotEditable }, run: { $0.edit(in: $1) }),
    PaneCommand(
      "request.toggle", "Turn on or off", "Keeps a row in the file without sending it; takes the next of a choice.",
      keys: [.character(" ")], footer: "on/off", whyUnavailable: { $1.workspace.whyNotEditable },
      run: { $0.toggleRow(in: $1) }),
    PaneCommand(
      "request.addRow", "Add a row", "Adds a parameter, header or field.", keys: [.character("a")], footer: "add",
      opensField: true, whyUnavailable: { $1.workspace.whyNotEditable }, run: { $0.addRow(in: $1) }),
    PaneCommand(
      "request.deleteRow", "Delete the row", "Removes a parameter, header or field; u brings it back.",
      keys: [.character("d"), .delete], whyUnavailable: { $1.workspace.whyNotEditable },
      run: { $0.deleteRow(in: $1) }),
    PaneCommand(
      "request.externalEditor", "Edit in $EDITOR", "Opens the body, or the notes, in your editor.",
      keys: [.character("E")], footer: "$EDITOR",
      whyUnavailable: {
        $1.workspace.whyNotEditable ?? ($0.textArea == nil ? "There is no long text in this tab" : nil)
      },
      run: { $0.editExternally(in: $1) }),
    PaneCommand(
      "request.undo", "Undo", "Undoes the last edit of this request.", keys: [.character("u")],
      whyUnavailable: { $1.workspace.draft?.canUndo == true ? nil : "Nothing to undo" },
      run: { $0.apply(.undo, in: $1) }),
    PaneCommand(
      "request.redo", "Redo", "Redoes the edit that was undone.", keys: [.character("U"), .control("y")],
      whyUnavailable: { $1.workspace.draft?.canRedo == true ? nil : "Nothing to redo" },
      run: { $0.apply(.redo, in: $1) }),
    PaneCommand(
      "request.nextTab", "Next tab", "Shows the next part of the request.", keys: [.character("]")], footer: "tab",
      run: { $0.selectTab(by: 1, in: $1) }),
    PaneCommand(
      "request.previousTab", "Previous tab", "Shows the previous part.", keys: [.character("[")],
      run: { $0.selectTab(by: -1, in: $1) }),
    move("request.down", "Down", "Selects the next row.", [.down, .character("j")]) { _ in 1 },
    move("request.up", "Up", "Selects the row above.", [.up, .character("k")]) { _ in -1 },
    move("request.pageDown", "Page down", "Goes down by a page.", [.pageDown, .control("f")]) { $0 },
    move("request.pageUp", "Page up", "Goes up by a page.", [.pageUp, .control("b")]) { -$0 },
    move("request.top", "Top", "Selects the address.", [.home, .character("g")]) { _ in -.max / 2 },
    move("request.bottom", "Bottom", "Selects the last row.", [.end, .character("G")]) { _ in .max / 2 },
    PaneCommand(
      "request.left", "Left", "Goes to the name, or takes the previous choice.", keys: [.left, .character("h")],
      run: { $0.moveCell(by: -1, in: $1) }),
    PaneCommand(
      "request.right", "Right", "Goes to the value, or takes the next choice.", keys: [.right, .character("l")],
      run: { $0.moveCell(by: 1, in: $1) }),
  ]

  /// - Parameter step: The rows to move, of a page's rows.
  private static func move(
    _ name: String, _ title: String, _ help: String, _ keys: [Key], _ step: @escaping @Sendable (Int) -> Int
  ) -> PaneCommand<RequestPane> {
    PaneCommand(
      name, title, help, keys: keys,
      run: { pane, context in
        pane.move(by: step(pane.page(in: context)), in: context)
        return []
      })
  }
}
