import RequestModel
import TerminalUI

extension Workbench {
  var selectedNode: CollectionNode? { sidebar.selectedNode(workspace) }
  var whyNoNode: String? { selectedNode == nil ? "Nothing is selected" : nil }

  var whyNoRequest: String? {
    if case .request? = selectedNode?.kind { whyNoFile } else { "Select a request first" }
  }

  /// Why what is selected cannot be moved or copied on the disk.
  var whyNoFile: String? {
    guard let node = selectedNode else { return whyNoNode }
    return workspace.rowsWithoutFile.contains(node.address) ? "Its file is gone: save it first with Ctrl+S" : nil
  }

  /// Where a new file goes: the selected folder, or the one the selected file is in.
  var selectedFolder: Address {
    guard let node = selectedNode else { return Address("") }
    return node.isFolder ? node.address : node.address.parent
  }

  mutating func moveInSidebar(_ step: Int) -> [Effect] {
    if isHistoryShown {
      historyPane.move(by: step, height: height(.sidebar))
      return showPast()
    }
    sidebar.move(by: step, workspace, height: height(.sidebar))
    return showSelection()
  }

  /// Shows what is selected in the tree, and reads its file. Commands act on what is shown, so nothing else may be.
  mutating func showSelection() -> [Effect] {
    guard let node = selectedNode else { return show(.nothing) }
    dropEmptyRow(unless: node.address)
    return show(node.isFolder ? .folder(node.address) : .request(node.address))
  }

  /// A request whose file is gone keeps its row without edits only as long as it is selected.
  private mutating func dropEmptyRow(unless selected: Address) {
    guard case .request(let shown) = workspace.subject, shown != selected, workspace.rowsWithoutFile.contains(shown),
      !hasEdits(shown)
    else { return }
    workspace.removeRow(shown)
    workspace.drafts[shown] = nil
    sidebar.follow(selected, workspace, height: height(.sidebar))
  }

  mutating func show(_ subject: Subject) -> [Effect] {
    guard subject != workspace.subject else { return [] }
    workspace.subject = subject
    sendsWhenRead = nil
    responsePane.reset()
    requestPane.window = ListWindow()
    requestPane.fit(workspace, height: height(.request))
    // A file without edits of ours is read each time it is looked at: another program may have changed it.
    guard case .request(let address) = subject else { return [] }
    if !hasEdits(address) { return [files(.open(address))] }
    return workspace.staleScopes.contains(address) || workspace.scopes[address] == nil ? [files(.refresh(address))] : []
  }

  mutating func activate() -> [Effect] {
    guard let node = selectedNode else { return [] }
    if node.isFolder {
      sidebar.toggle(node.address)
      fit()
      return []
    }
    if case .broken = node.kind { return [.editFile(workspace.id, node.address)] }
    return showSelection() + (Command.named("request.send").map { run($0) } ?? [])
  }

  mutating func unfold() -> [Effect] {
    guard let node = selectedNode, node.isFolder else { return focus(.request) }
    if sidebar.expanded.contains(node.address) { return moveInSidebar(1) }
    sidebar.toggle(node.address)
    fit()
    return []
  }

  mutating func fold() -> [Effect] {
    sidebar.foldOrLeave(workspace, height: height(.sidebar))
    fit()
    return showSelection()
  }

  /// Opens an empty field: words of an earlier search would run into the new ones.
  mutating func openFilter() -> [Effect] {
    if isHistoryShown {
      let hadWords = !historyPane.query.isEmpty
      historyPane.filter = TextEditor("")
      historyPane.isFiltering = true
      fit()
      return hadWords ? [.listHistory(query: "")] : []
    }
    let selected = selectedNode?.address
    if sidebar.filter == nil { sidebar.selectedBeforeFilter = selected }
    sidebar.filter = TextEditor("")
    sidebar.isFiltering = true
    sidebar.follow(selected ?? sidebar.selectedBeforeFilter, workspace, height: height(.sidebar))
    return showSelection()
  }

  mutating func delete() -> [Effect] {
    guard let node = selectedNode else { return [] }
    if workspace.rowsWithoutFile.contains(node.address) { return askToDiscard(node) }
    overlays.append(
      .confirm(
        Confirm(
          title: "Delete \(node.title)?",
          text: whatIsDeleted(node),
          choices: [
            .init(key: .character("d"), label: "delete", action: .delete(node.address)),
            .init(key: .escape, label: "keep", action: .dismiss),
          ])))
    return []
  }

  private func whatIsDeleted(_ node: CollectionNode) -> String {
    guard node.isFolder else { return "It moves to the trash; u brings it back." }
    let inside = workspace.tree.nodes.filter { $0.address.isInside(node.address) && $0.address != node.address }
    let folders = inside.count(where: \.isFolder)
    let contents = [
      Formatting.count(inside.count - folders, "file"), folders > 0 ? Formatting.count(folders, "folder") : nil,
    ].compactMap(\.self).joined(separator: " and ")
    return "The folder with \(contents) moves to the trash; u brings it back."
  }

  private mutating func askToDiscard(_ node: CollectionNode) -> [Effect] {
    overlays.append(
      .confirm(
        Confirm(
          title: "Discard the edits of \(node.title)?",
          text: "The file is gone already. Nothing brings these edits back.",
          choices: [
            .init(key: .character("d"), label: "discard", action: .discardEdits(node.address)),
            .init(key: .escape, label: "keep", action: .dismiss),
          ])))
    return []
  }

  mutating func discardEdits(of address: Address) -> [Effect] {
    workspace.drafts[address] = nil
    workspace.removeRow(address)
    fit()
    return [files(.keepDraft(address, nil))] + showSelection()
  }

  mutating func undoDelete() -> [Effect] { trash.popLast().map { [files(.restore($0))] } ?? [] }

  mutating func toggleHistory() -> [Effect] {
    let effects = commitEditing()
    isHistoryShown.toggle()
    focusedPane = .sidebar
    if isHistoryShown {
      historyPane.window = ListWindow()
      fit()
      return effects + showPast() + [.listHistory(query: historyPane.query)]
    }
    historyPane.isFiltering = false
    return effects + showSelection()
  }

  /// Shows the selected exchange; its bodies are read only now.
  mutating func showPast() -> [Effect] {
    guard let entry = historyPane.selectedEntry else { return show(.nothing) }
    let subject = Subject.past(entry.id)
    guard subject != workspace.subject else { return [] }
    _ = show(subject)
    return workspace.live[subject] == nil ? [.openExchange(entry.id)] : []
  }

  var originInTree: Address? {
    guard let origin = workspace.exchange?.exchange?.origin else { return nil }
    if let id = workspace.request?.id {
      let node = workspace.tree.nodes.first { if case .request(_, id) = $0.kind { true } else { false } }
      if let node { return node.address }
    }
    return origin.root == workspace.tree.root && workspace.node(origin.address) != nil ? origin.address : nil
  }

  mutating func openOrigin() -> [Effect] {
    guard let address = originInTree else { return [] }
    isHistoryShown = false
    sidebar.filter = nil
    sidebar.reveal(address, workspace, height: height(.sidebar))
    return showSelection()
  }
}
