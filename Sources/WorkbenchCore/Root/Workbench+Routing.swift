// Routing of outputs.
extension Workbench {
  mutating func route(_ outputs: [PaneOutput]) -> [Effect] {
    // The open field counts as an unsaved edit.
    workspace.openField = requestPane.openText
    var effects: [Effect] = []
    for output in outputs { effects += route(output) }
    return effects
  }

  mutating func route(_ output: PaneOutput) -> [Effect] {
    switch output {
    case .effect(let effect): return [effect]
    case .notice(let notice): show(notice)
    case .clearNotice: notice = nil
    case .message(let sent): return sent.message.deliver(to: &self)
    case .overlay(let overlay): open(overlay)
    case .run(let name): return Command.named(name).map { run($0) } ?? []
    case .choose(let name): return Command.named(name)?.choose(in: &self) ?? []
    case .runWith(let name, let argument):
      guard let command = Command.named(name), let run = command.runWith else { return [] }
      return run(&self, argument)
    case .remember: return [remember()]
    case .quit(let edits): return others == nil ? leave(edits) : [.program(.quit(edits))]
    case .focus(.request) where isList:
      // The list replaces the form.
      let list = leftPane
      leftPane = .collections
      return update(list, .blurred) + focus(.request)
    case .focus(let pane): return focus(pane)
    case .leaveHiddenSidebar: return layout.sidebar == nil ? focus(.request) : []
    case .commit: return commit()
    case .show(let pane): return show(pane)
    case .stepOut:
      if !isZoomed, isList { return update(leftPane, .escape) }
      if !isZoomed, leadsBack { return focus(.sidebar) }
      isZoomed = false
    case .select(let subject): return select(subject)
    case .reveal(let address): return reveal(address)
    case .moved(let old, let new): return follow(old, to: new)
    case .alert(let duration, let text): return alerts.alert(after: duration, text)
    case .treeChanged: return refreshTree()
    case .closeLogin(let id):
      inputs.remove { $0.login == id }
      late.drop(login: id)
    case .dropWaiting(let cause): late.drop(cause)
    case .expect(let cause): late.expect(cause)
    case .wake: return wake()
    }
    return []
  }

  /// Whether Escape leads from another pane back to a list that is shown in place of the collections.
  var leadsBack: Bool {
    neighbours == .requestAndResponse && focusedPane != .sidebar && leftPane != .collections
  }

  /// Selects a file or folder in a list that has it, first of all in the one that is shown.
  private mutating func reveal(_ address: Address) -> [Effect] {
    let lists = Panes.all.filter { $0.lists(address, in: workspace) }.map { $0.scope }
    let list = lists.contains(leftPane) ? leftPane : lists.first ?? .collections
    let effects = leftPane == list ? [] : update(leftPane, .blurred)
    if leftPane == .collections, list != .collections { focusBeforeList = focusedPane }
    if list == .collections { focusBeforeList = nil }
    leftPane = list
    let context = context(list)
    return effects + route(panes.reveal(address, in: list, context))
  }

  private mutating func select(_ subject: Subject) -> [Effect] {
    let revision = workspace.treeRevision
    let effects = route(workspace.show(subject))
    return workspace.treeRevision == revision ? effects : effects + update(.collections, .changed)
  }

  /// Updates everything on the screen that is kept by address.
  private mutating func follow(_ old: Address, to new: Address?) -> [Effect] {
    let change = workspace.relocation(of: old, to: new)
    inputs.follow(change, in: workspace)
    late.follow(change, in: workspace)
    let workspace = workspace
    self.workspace.features.follow(change, in: workspace)
    return Command.Scope.panes.flatMap { update($0, .moved(change)) }
  }

  /// Updates the tree after other programs changed files, and reloads the current subject if it stays selected.
  private mutating func refreshTree() -> [Effect] {
    let shown = workspace.subject
    let effects = update(.collections, .changed)
    return workspace.subject == shown ? effects + route(workspace.refreshShown()) : effects
  }
}
