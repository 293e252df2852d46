extension RequestPane {
  package static let commands: [PaneCommand<RequestPane>] =
    [
      PaneCommand(
        "request.edit", "Edit value", "Edit the selected cell, or choose from its list.",
        keywords: "change modify cell value insert type method",
        keys: [.enter, .character("e"), .character("i")], footer: "edit", opensField: true,
        whyUnavailable: { $1.workspace.whyNotEditable }, run: { $0.edit(in: $1) }),
      PaneCommand(
        "request.new", "New request", "Open an empty request beside this one, with the cursor in its URL.",
        keywords: "create add scratch", keys: [.character("n")], opensField: true, alias: "collections.new",
        run: { _, _ in [.run("collections.new")] }),
      PaneCommand(
        "request.toggle", "Toggle row", "Turn a row on or off; select the next choice.",
        keywords: "enable disable on off check activate",
        keys: [.character(" ")], footer: "on/off", footerNow: { pane, _ in pane.selectsChoice ? "next" : "on/off" },
        isHinted: { pane, _ in pane.selectsChoice || pane.selectsSwitch },
        whyUnavailable: { $1.workspace.whyNotEditable },
        run: { $0.toggleRow(in: $1) }),
      PaneCommand(
        "request.addRow", "Add row", "Add a parameter, header or field.",
        keywords: "new create insert header parameter query field variable", keys: [.character("a")], footer: "add",
        opensField: true, whyUnavailable: { $0.whyNoTable(in: $1) }, run: { $0.addRow(in: $1) }),
      PaneCommand(
        "request.deleteRow", "Delete row", "Delete a parameter, header or field; {request.undo} restores it.",
        keywords: "remove erase header parameter field",
        keys: [.character("d"), .delete], whyUnavailable: { $1.workspace.whyNotEditable },
        run: { $0.deleteRow(in: $1) }),
      PaneCommand(
        "request.externalEditor", "Edit in $EDITOR", "Open the selected field or the body in your editor.",
        keywords: "vim external body nvim code",
        keys: [.character("E")], footer: "$EDITOR", whyUnavailable: { $0.whyNoExternalEditor(in: $1) },
        run: { $0.editExternally(in: $1) }),
      PaneCommand(
        "request.toggleSecret", "Toggle secret",
        "Move the value to your secrets, or back into the file.",
        keywords: "hide mask password vault private encrypt",
        keys: [.character("*")], whyUnavailable: { $1.workspace.whyNotEditable }, run: { $0.toggleSecret(in: $1) }),
      PaneCommand(
        "request.reveal", "Reveal secret", "Show or mask the value of the secret variable.",
        keywords: "show password unmask hidden peek", keys: [.character("M")],
        run: { $0.revealSecret(in: $1) }),
      PaneCommand(
        "request.unsetSecret", "Unset secret", "Remove the value of the secret variable from your secrets.",
        keywords: "clear forget remove delete password",
        keys: [], go: "*", whyUnavailable: { $0.whyNothingToUnset(in: $1) }, run: { $0.unsetSecret(in: $1) }),
      PaneCommand(
        "request.undo", "Undo edit", "Undo the last edit of this request.",
        keywords: "revert back step", keys: [.character("u")],
        whyUnavailable: { $1.workspace.draft?.canUndo == true ? nil : "Nothing to undo" },
        run: { $0.apply(.undo, in: $1) }),
      PaneCommand(
        "request.redo", "Redo edit", "Redo the last undone edit.",
        keywords: "repeat forward again", keys: [.character("U"), .control("y")],
        whyUnavailable: { $1.workspace.draft?.canRedo == true ? nil : "Nothing to redo" },
        run: { $0.apply(.redo, in: $1) }),
      PaneCommand(
        "request.fetchToken", "Fetch a token", "Fetch a new OAuth 2 token and keep it, without sending the request.",
        keywords: "oauth login authorize get new access bearer refresh sign in",
        keys: [.character("t")], whyUnavailable: { $1.workspace.whyNoToken },
        run: { _, _ in [.commit, .tell(SendRequest.fetchToken)] }),
    ] + methodCommands + rowCommands + fileCommands + FormTab.letters.map(show) + [
      PaneCommand(
        "request.nextTab", "Next form tab", "Show the next tab of the request.",
        keywords: "section switch right params", keys: [.character("]")], footer: "tab",
        count: .repeats, whyUnavailable: { $0.whyOneTab(in: $1) },
        run: { $0.selectTab(by: 1, in: $1) }),
      PaneCommand(
        "request.previousTab", "Previous form tab", "Show the previous tab of the request.",
        keywords: "section switch left", keys: [.character("[")],
        count: .repeats, whyUnavailable: { $0.whyOneTab(in: $1) },
        run: { $0.selectTab(by: -1, in: $1) }),
      move("request.down", "Down", "Select the next row.", [.down, .character("j")]) { _ in 1 },
      move("request.up", "Up", "Select the previous row.", [.up, .character("k")]) { _ in -1 },
      move("request.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
      move("request.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
      jump("request.top", "Top", "Select the address.", to: .top),
      jump("request.bottom", "Bottom", "Select the last row.", to: .bottom),
      PaneCommand(
        "request.left", "Previous cell", "Select the name, or the previous choice.",
        keywords: "name column key", keys: [.left, .character("h")],
        run: { $0.moveCell(by: -1, in: $1) }),
      PaneCommand(
        "request.right", "Next cell", "Select the value, or the next choice.",
        keywords: "value column", keys: [.right, .character("l")],
        run: { $0.moveCell(by: 1, in: $1) }),
    ] + layoutCommands

  // MARK: Availability

  /// Whether Space selects the next value of the selected row.
  private var selectsChoice: Bool {
    switch selectedRow {
    case .setting(let setting): setting.field.choices != nil
    case .member(_, _, let member): member.field.choices != nil
    default: false
    }
  }

  /// Whether Space turns the selected row on or off.
  private var selectsSwitch: Bool {
    if case .parameter(let list, _)? = selectedRow { !list.hasFixedRows } else { false }
  }

  private func whyNoTable(in context: PaneContext) -> String? {
    let hasTable = rows.contains { if case .newParameter = $0 { true } else { false } }
    return context.workspace.whyNotEditable ?? (hasTable ? nil : "This tab has no table")
  }

  private func whyOneTab(in context: PaneContext) -> String? {
    tabs(in: context).count < 2 ? "This form has only one tab" : nil
  }

  private static func show(_ tab: FormTab, letter: Character, keywords: String) -> PaneCommand<RequestPane> {
    PaneCommand(
      "request.\(tab.name)Tab", "\(tab.title) tab", "Show the \(tab.title) tab of the form.",
      keywords: keywords, keys: [], go: letter,
      whyUnavailable: { $0.tabs(in: $1).contains(tab) ? nil : "This form has no \(tab.title) tab" },
      run: { pane, context in
        if let own = pane.tabs(in: context).first(where: { $0 == tab }) {
          pane.select(own, in: context)
          pane.move(by: 1, in: context)
        }
        return []
      })
  }
}

extension FormTab {
  /// The tabs of all forms with the keys that show them, after `g`, and other words for what they have.
  fileprivate static let letters: [(tab: FormTab, letter: Character, keywords: String)] = [
    (.params, "p", "query parameters url path form"),
    (.headers, "h", "http request"),
    (.body, "b", "json form multipart graphql jsonrpc rpc upload payload data content"),
    (.auth, "a", "authorization authentication bearer token basic oauth login password api key"),
    (.options, "o", "timeout redirects follow proxy tls ssl certificate verify verification disable insecure settings"),
    (.scripts, "s", "javascript pre-request post-response hooks tests"),
    (.checks, "k", "tests assertions asserts expect captures"),
    (.docs, "d", "documentation description markdown notes"),
    (.overview, "w", "description folder collection"),
    (.variables, "v", "environment values"),
    (.messages, "x", "websocket subprotocols saved ws socketio"),
  ]
}
