extension CollectionsPane {
  package static let commands: [PaneCommand<CollectionsPane>] = [
    PaneCommand(
      "collections.activate", "Send or fold", "Send the selected request; fold or unfold a folder.",
      keywords: "open expand collapse select execute",
      keys: [.enter], footer: "send", footerNow: { $0.activation(in: $1) },
      isHinted: { $0.node(in: $1)?.isFolder == true || !$1.workspace.isSending },
      whenHidden: .awaitsRow, whyUnavailable: { $0.whyNothingToActivate(in: $1) }, run: { $0.activate(in: $1) }),
    PaneCommand(
      "collections.edit", "Edit URL or name", "Edit the request's URL or the folder's name.",
      keywords: "change address method modify",
      keys: [.character("e"), .character("i")], footer: "edit",
      isHinted: { $0.node(in: $1)?.isBroken != true }, opensField: true,
      whyUnavailable: { $1.workspace.whyNotEditable },
      run: { _, _ in [.focus(.request), .request(.editURL(from: .sidebar))] }),
    PaneCommand(
      "collections.filter", "Find a request", "Show only matching requests.",
      keywords: "search filter request narrow tree", keys: [.character("/")],
      footer: "find", run: { $0.openFilter(in: $1) }),
    PaneCommand(
      "collections.new", "New request", "Open an empty request with the cursor in its URL; {request.save} names it.",
      keywords: "create add get post websocket graphql scratch make file",
      keys: [.character("n")], footer: "new", opensField: true,
      run: { [.tell(ScratchRequest.newRequest(in: $0.folder(in: $1)))] }),
    PaneCommand(
      "collections.newFolder", "New folder", "Create a folder in the selected folder.",
      keywords: "create add directory group mkdir make", keys: [.character("N")],
      run: { $0.prompt(for: .folder, in: $1) }),
    PaneCommand(
      "collections.newCollection", "New collection",
      "Create a top-level collection with its own environments.",
      keywords: "create add project api make", keys: [],
      run: { $0.prompt(for: .collection, in: $1) }),
    PaneCommand(
      "collections.import", "Import", "Import a file from another tool; `:import FILE` reads it directly.",
      keywords: "postman insomnia bruno openapi swagger har curl load",
      keys: [.character("A")], opensField: true, alias: "import.open", run: { _, _ in [.run("import.open")] }),
    PaneCommand(
      "collections.run", "Run", "Run the requests of the folder, or the selected one.",
      keywords: "runner batch tests suite folder collection requests all", keys: [.character("X")],
      footer: "run", footerRank: 1, isHinted: { $0.node(in: $1)?.isFolder == true }, opensField: true,
      alias: "runs.open", run: { _, _ in [.run("runs.open")] }),
    PaneCommand(
      "collections.rename", "Rename", "Rename the request and its file.",
      keywords: "name title change mv request folder", keys: [.character("r")],
      opensField: true, whyUnavailable: { $0.whyNotRenamed(in: $1) }, run: { $0.promptRename(in: $1) }),
    PaneCommand(
      "collections.move", "Move to folder", "Move the file or folder into another folder.",
      keywords: "mv drag relocate put request folder directory", keys: [], go: "m",
      opensField: true,
      whyUnavailable: { $0.whyNotRenamed(in: $1) ?? $0.whyNoFile(in: $1) },
      run: { $0.openMove(in: $1) }),
    PaneCommand(
      "collections.method", "Choose method", "Choose the method of the selected request.",
      keywords: "verb http get post put patch delete", keys: [.character("m")],
      opensField: true, alias: "request.method", run: { _, _ in [.run("request.method")] }),
    PaneCommand(
      "collections.duplicate", "Duplicate", "Copy the request, with a new id.",
      keywords: "clone copy fork request", keys: [.character("D")],
      whenHidden: .awaitsRow, whyUnavailable: { $0.whyNoRequest(in: $1) },
      run: { pane, context in
        pane.node(in: context).map { context.workspace.duplicate($0.address) } ?? []
      }),
    PaneCommand(
      "collections.delete", "Delete", "Move the file or folder to the trash; {collections.undoDelete} restores it.",
      keywords: "remove trash erase rm bin request folder",
      keys: [.character("d"), .delete], whyUnavailable: { $0.whyNotDeleted(in: $1) }, run: { $0.confirmDelete(in: $1) }),
    PaneCommand(
      "collections.undoDelete", "Undo change",
      "Undo the last rename, move, copy, new file, deletion, paste, import, replacement or unsaved edit.",
      keywords: "restore revert undelete trash recover", keys: [.character("u")],
      whyUnavailable: { $1.workspace.whyNothingToUndo }, run: { _, _ in [.tell(UndoRequest.undoDelete)] }),
    PaneCommand(
      "collections.redo", "Redo change", "Make the last undone change again.",
      keywords: "repeat forward again restore", keys: [.character("U")],
      whyUnavailable: { $1.workspace.whyNothingToRedo }, run: { _, _ in [.tell(UndoRequest.redoFiles)] }),
    PaneCommand(
      "collections.useBase", "Use the base", "Allow and fetch the collection that this one is based on.",
      keywords: "inherit extend fetch parent upstream allow",
      keys: [.character("t")], whyUnavailable: { $0.whyNoBase(in: $1) }, run: { $0.confirmBase(in: $1) }),
    PaneCommand(
      "collections.openFile", "Open file in $EDITOR", "Open the request's file, even a broken one.",
      keywords: "external vim json text source raw",
      keys: [.character("E")], whenHidden: .awaitsRow, whyUnavailable: { $0.whyNoFile(in: $1) },
      run: { pane, context in
        pane.node(in: context).map { node in
          let file = node.isFolder ? context.workspace.settingsFile(of: node.address) : node.address
          return [.effect(.editFile(context.workspace.id, file))]
        } ?? []
      }),
    move("collections.down", "Down", "Select the next row.", [.down, .character("j")]) { _ in 1 },
    move("collections.up", "Up", "Select the previous row.", [.up, .character("k")]) { _ in -1 },
    move("collections.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
    move("collections.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
    jump("collections.top", "Top", "Select the first row.", to: .top),
    jump("collections.bottom", "Bottom", "Select the last row.", to: .bottom),
    PaneCommand(
      "collections.toggleFold", "Fold or unfold", "Fold or unfold the folder.",
      keywords: "collapse expand toggle open close", keys: [.character(" ")],
      whyUnavailable: { $0.node(in: $1)?.isFolder == true ? nil : "Select a folder first" },
      run: { $0.toggleFold(in: $1) }),
    PaneCommand(
      "collections.unfold", "Unfold folder", "Unfold the folder.",
      keywords: "expand tree", keys: [.right, .character("l")],
      run: { $0.unfold(in: $1) }),
    PaneCommand(
      "collections.fold", "Fold folder", "Fold the folder, or select its parent.",
      keywords: "collapse close tree parent", keys: [.left, .character("h")],
      run: { $0.fold(in: $1) }),
  ]

  // MARK: Availability

  func whyNoNode(in context: PaneContext) -> String? { node(in: context) == nil ? "Nothing is selected" : nil }

  private func whyNothingToActivate(in context: PaneContext) -> String? {
    if showsRoot || node(in: context) != nil { return nil }
    if !context.workspace.isLoaded { return "Still reading the collections" }
    return context.workspace.tree.nodes.isEmpty ? nil : "Nothing is selected"
  }

  private func whyNoRequest(in context: PaneContext) -> String? {
    guard let node = node(in: context), case .request = node.kind else { return "Select a request first" }
    return node.inheritance == .inherited ? nil : whyNoFile(in: context)
  }

  private static let isInTheBase = "It belongs to the base: save an edit to override it here"

  private func whyNotRenamed(in context: PaneContext) -> String? {
    if let node = node(in: context), node.address.isScratch { return context.workspace.whyNotSavedYet }
    guard let node = node(in: context), node.inheritance != .none else { return whyNoNode(in: context) }
    return node.inheritance == .inherited
      ? Self.isInTheBase : "It overrides a request of the base by its file name: rename it in the base"
  }

  private func whyNotDeleted(in context: PaneContext) -> String? {
    node(in: context)?.inheritance == .inherited ? Self.isInTheBase : whyNoNode(in: context)
  }

  /// Why the selection cannot be moved or copied on disk.
  private func whyNoFile(in context: PaneContext) -> String? {
    guard let node = node(in: context) else { return whyNoNode(in: context) }
    if node.inheritance == .inherited { return Self.isInTheBase }
    if node.address.isScratch { return context.workspace.whyNotSavedYet }
    let isGone = context.workspace.items[node.address].isRowWithoutFile
    let save = context.workspace.keys.name(of: "request.save")
    return isGone ? "The file was removed: save the request first with \(save)" : nil
  }

  // MARK: Dialogs

  private func prompt(for item: NewItem, in context: PaneContext) -> [PaneOutput] {
    // Nested collections inherit nothing from each other, so new ones are always top-level.
    let folder = item == .collection ? Address("") : folder(in: context)
    let place = folder.path.isEmpty ? "the open folder" : folder.path
    let hint = "Name; created in \(place)"
    let prompt = Prompt(
      title: "New \(item.rawValue)", hint: hint,
      purpose: NewItemName(item: item, folder: folder, workspace: context.workspace.id))
    return [.open(prompt)]
  }

  private func promptRename(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    let prompt = Prompt(
      title: "Rename \(node.title)", hint: "Renames the file too", text: node.title,
      purpose: NewName(address: node.address, workspace: context.workspace.id)
    ).selectingText
    return [.open(prompt)]
  }

  /// The folders that a file or folder can be moved to.
  private func otherFolders(for node: CollectionNode, in context: PaneContext) -> [Address] {
    let folders = [Address("")] + context.workspace.tree.nodes.filter(\.isFolder).map(\.address)
    return folders.filter { !$0.isInside(node.address) && $0 != node.address.parent || node.address.path.isEmpty }
  }

  private func openMove(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    let items = otherFolders(for: node, in: context).map { folder in
      Picker.Item(
        title: folder.path.isEmpty ? "/" : folder.path,
        action: .effect(.files(context.workspace.id, .move(node.address, into: folder))))
    }
    var picker = Picker(title: "Move \(node.title) into", items: items)
    picker.hint = "or type a new folder"
    picker.newFolder = NewFolderRow(
      moved: node.address, workspace: context.workspace.id,
      known: context.workspace.tree.nodes.filter(\.isFolder).map(\.address))
    return [.open(picker)]
  }

  private func confirmDelete(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    if context.workspace.items[node.address].isRowWithoutFile { return [.open(discarding(node))] }
    let confirm = Confirm(
      title: "Delete \(node.title)?", text: Self.whatIsDeleted(node, context.workspace),
      choices: [
        .letter("d", "delete", .effect(.files(context.workspace.id, .delete(node.address)))),
        .leave("keep"),
      ])
    return [.open(confirm)]
  }

  private static func whatIsDeleted(_ node: CollectionNode, _ workspace: Workspace) -> String {
    let undo = workspace.keys.name(of: "collections.undoDelete")
    if node.inheritance == .overriding {
      return "Moves the changes to the trash, and shows the base again; \(undo) restores them."
    }
    guard node.isFolder else { return "Moves it to the trash; \(undo) restores it." }
    let (files, folders) = workspace.counts(in: node.address)
    let contents = [
      Formatting.count(files, "file"), folders > 0 ? Formatting.count(folders, "folder") : nil,
    ].compactMap(\.self).joined(separator: " and ")
    return "Moves the folder with \(contents) to the trash; \(undo) restores it."
  }

  private func discarding(_ node: CollectionNode) -> Confirm {
    let isNew = node.address.isScratch
    return Confirm(
      title: isNew ? "Discard \(node.title)?" : "Discard unsaved edits of \(node.title)?",
      text: "\(isNew ? "It was never saved" : "The file was already removed"). This cannot be undone.",
      choices: [
        .letter("d", "discard", .workspace(.discardEdits(node.address))),
        .leave("keep"),
      ])
  }
}
