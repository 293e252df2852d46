import RequestModel
import TerminalUI

extension CollectionsPane {
  package static let commands: [PaneCommand<CollectionsPane>] = [
    PaneCommand(
      "collections.activate", "Send, or fold a folder", "Sends the selected request; folds or unfolds a folder.",
      keys: [.enter], footer: "send", run: { $0.activate(in: $1) }),
    PaneCommand(
      "collections.edit", "Edit", "Edits the request's URL.", keys: [.character("e"), .character("i")], footer: "edit",
      opensField: true, whyUnavailable: { $1.workspace.whyNotEditable }, run: { _, _ in [.editURL] }),
    PaneCommand(
      "collections.filter", "Find a request", "Narrows the tree to what has the typed words.", keys: [.character("/")],
      footer: "find", run: { $0.openFilter(in: $1) }),
    PaneCommand(
      "collections.new", "New request", "Creates a request in the selected folder.", keys: [.character("n")],
      footer: "new", run: { $0.prompt(for: .request, in: $1) }),
    PaneCommand(
      "collections.newFolder", "New folder", "Creates a folder in the selected folder.", keys: [.character("N")],
      run: { $0.prompt(for: .folder, in: $1) }),
    PaneCommand(
      "collections.newCollection", "New collection",
      "Creates a collection, with a place for its environments, at the top.", keys: [],
      run: { $0.prompt(for: .collection, in: $1) }),
    PaneCommand(
      "collections.rename", "Rename", "Renames the file and the request in it.", keys: [.character("r")],
      opensField: true, whyUnavailable: { $0.whyNoNode(in: $1) }, run: { $0.promptRename(in: $1) }),
    PaneCommand(
      "collections.move", "Move to folder", "Moves the file or folder into another folder.", keys: [.character("m")],
      opensField: true, whyUnavailable: { $0.whyNoFile(in: $1) }, run: { $0.openMove(in: $1) }),
    PaneCommand(
      "collections.duplicate", "Duplicate", "Copies the request beside it, with its own id.", keys: [.character("c")],
      whyUnavailable: { $0.whyNoRequest(in: $1) },
      run: { pane, context in
        pane.node(in: context).map { [.effect(.files(context.workspace.id, .duplicate($0.address)))] } ?? []
      }),
    PaneCommand(
      "collections.delete", "Delete", "Moves the file or folder to the trash; u brings it back.",
      keys: [.character("d"), .delete], whyUnavailable: { $0.whyNoNode(in: $1) }, run: { $0.confirmDelete(in: $1) }),
    PaneCommand(
      "collections.undoDelete", "Undo delete", "Brings back what was deleted last.", keys: [.character("u")],
      whyUnavailable: { $1.workspace.trash.isEmpty ? "Nothing was deleted" : nil }, run: { _, _ in [.undoDelete] }),
    PaneCommand(
      "collections.openFile", "Open the file in $EDITOR", "Opens the request's own file, even a broken one.",
      keys: [.character("E")], whyUnavailable: { $0.whyNoFile(in: $1) },
      run: { pane, context in
        pane.node(in: context).map { [.effect(.editFile(context.workspace.id, $0.address))] } ?? []
      }),
    move("collections.down", "Down", "Selects the next row.", [.down, .character("j")]) { _ in 1 },
    move("collections.up", "Up", "Selects the row above.", [.up, .character("k")]) { _ in -1 },
    move("collections.pageDown", "Page down", "Goes down by a page.", [.pageDown, .control("f")]) { $0 },
    move("collections.pageUp", "Page up", "Goes up by a page.", [.pageUp, .control("b")]) { -$0 },
    move("collections.top", "Top", "Selects the first row.", [.home, .character("g")]) { _ in -.max / 2 },
    move("collections.bottom", "Bottom", "Selects the last row.", [.end, .character("G")]) { _ in .max / 2 },
    PaneCommand(
      "collections.unfold", "Unfold", "Unfolds the folder.", keys: [.right, .character("l"), .character(" ")],
      run: { $0.unfold(in: $1) }),
    PaneCommand(
      "collections.fold", "Fold", "Folds the folder, or goes to the one above.", keys: [.left, .character("h")],
      run: { $0.fold(in: $1) }),
  ]

  /// - Parameter step: The rows to move, of a page's rows.
  private static func move(
    _ name: String, _ title: String, _ help: String, _ keys: [Key], _ step: @escaping @Sendable (Int) -> Int
  ) -> PaneCommand<CollectionsPane> {
    PaneCommand(name, title, help, keys: keys, run: { $0.move(by: step($0.page(in: $1)), in: $1) })
  }

  // MARK: Why a command is unavailable

  func whyNoNode(in context: PaneContext) -> String? { node(in: context) == nil ? "Nothing is selected" : nil }

  private func whyNoRequest(in context: PaneContext) -> String? {
    if case .request? = node(in: context)?.kind { whyNoFile(in: context) } else { "Select a request first" }
  }

  /// Why what is selected cannot be moved or copied on the disk.
  private func whyNoFile(in context: PaneContext) -> String? {
    guard let node = node(in: context) else { return whyNoNode(in: context) }
    let isGone = context.workspace.rowsWithoutFile.contains(node.address)
    return isGone ? "Its file is gone: save it first with Ctrl+S" : nil
  }

  // MARK: Dialogs

  private func prompt(for item: NewItem, in context: PaneContext) -> [PaneOutput] {
    // A collection in a collection would inherit nothing from it: new ones stand side by side.
    let folder = item == .collection ? Address("") : folder(in: context)
    let place = folder.path.isEmpty ? "the workbench's folder" : folder.path
    let hint = "Its name; it goes into \(place)"
    return [
      .overlay(
        .prompt(
          Prompt(title: "New \(item.rawValue)", hint: hint, purpose: .create(item, in: folder, context.workspace.id))))
    ]
  }

  private func promptRename(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    return [
      .overlay(
        .prompt(
          Prompt(
            title: "Rename \(node.title)", hint: "The file is renamed too", text: node.title,
            purpose: .rename(node.address, context.workspace.id))))
    ]
  }

  private func openMove(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    let folders = [Address("")] + context.workspace.tree.nodes.filter(\.isFolder).map(\.address)
    let items = folders.filter { !$0.isInside(node.address) && $0 != node.address.parent || node.address.path.isEmpty }
      .map { folder in
        Picker.Item(
          title: folder.path.isEmpty ? "/" : folder.path, detail: "", whyUnavailable: nil,
          action: .effect(.files(context.workspace.id, .move(node.address, into: folder))))
      }
    return [.overlay(.picker(Picker(title: "Move \(node.title) into", items: items)))]
  }

  private func confirmDelete(in context: PaneContext) -> [PaneOutput] {
    guard let node = node(in: context) else { return [] }
    if context.workspace.rowsWithoutFile.contains(node.address) { return [.overlay(.confirm(discarding(node)))] }
    return [
      .overlay(
        .confirm(
          Confirm(
            title: "Delete \(node.title)?", text: Self.whatIsDeleted(node, context.workspace),
            choices: [
              .init(
                key: .character("d"), label: "delete",
                action: .effect(.files(context.workspace.id, .delete(node.address)))),
              .init(key: .escape, label: "keep", action: nil),
            ])))
    ]
  }

  private static func whatIsDeleted(_ node: CollectionNode, _ workspace: Workspace) -> String {
    guard node.isFolder else { return "It moves to the trash; u brings it back." }
    let inside = workspace.tree.nodes.filter { $0.address.isInside(node.address) && $0.address != node.address }
    let folders = inside.count(where: \.isFolder)
    let contents = [
      Formatting.count(inside.count - folders, "file"), folders > 0 ? Formatting.count(folders, "folder") : nil,
    ].compactMap(\.self).joined(separator: " and ")
    return "The folder with \(contents) moves to the trash; u brings it back."
  }

  private func discarding(_ node: CollectionNode) -> Confirm {
    Confirm(
      title: "Discard the edits of \(node.title)?",
      text: "The file is gone already. Nothing brings these edits back.",
      choices: [
        .init(key: .character("d"), label: "discard", action: .discardEdits(node.address)),
        .init(key: .escape, label: "keep", action: nil),
      ])
  }
}
