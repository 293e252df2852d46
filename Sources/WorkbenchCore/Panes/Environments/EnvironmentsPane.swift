/// The variables of the workspace, and the environments that a collection can use.
package struct EnvironmentsPane: RowPane {
  package static let scope = Command.Scope.environments
  package static let opener: String? = "environments.toggle"

  package private(set) var window = ListWindow()
  /// The file of the selected environment. It stays selected when the list is read again.
  package private(set) var selected: Address?

  package init() {}

  package var isTyping: Bool { false }

  // MARK: Events

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    let files = Self.files(in: context.workspace)
    switch event {
    case .appeared: selected = context.workspace.environmentFile ?? files.first
    case .changed:
      guard context.isShown else { return [] }
      if selected == nil {
        let workspace = context.workspace
        selected = workspace.environmentFile ?? workspace.environmentFiles.first ?? files.first
      }
      if let index = files.firstIndex(where: { $0 == selected }) {
        window.select(index, of: files.count, height: height(in: context))
      }
    case .escape: return [.run("environments.toggle")]
    case .scrolled(let rows): _ = move(by: rows, in: context)
    case .clicked(let point):
      let row = window.first + point.row
      if files.indices.contains(row) { select(files[row]) }
    case .moved(let change): selected = selected.flatMap { change($0) }
    case .blurred, .key, .paste, .task: break
    }
    return shown(in: context)
  }

  /// Shows the selected environment; the collection if it has none.
  private func shown(in context: PaneContext) -> [PaneOutput] {
    guard context.isShown else { return [] }
    if let selected, selected == context.workspace.globalsFile || context.workspace.isShared(selected) {
      return [.select(.globals(selected, from: context.workspace.scope?.collection ?? ""))]
    }
    if let selected { return [.select(.environment(selected))] }
    return [.select(context.workspace.collectionFolder.map(Subject.folder) ?? .nothing)]
  }

  /// The files of the rows.
  static func files(in workspace: Workspace) -> [Address] {
    (workspace.globalsFile.map { [$0] } ?? []) + workspace.environmentFiles
  }

  package static func lists(_ address: Address, in workspace: Workspace) -> Bool {
    workspace.isEnvironment(address) || workspace.globalsFile == address
  }

  package mutating func reveal(_ address: Address, in context: PaneContext) -> [PaneOutput] {
    select(address)
    return update(.changed, in: context)
  }

  mutating func select(_ file: Address?) { selected = file }

  private func height(in context: PaneContext) -> Int { max(1, context.contentRows) }

  func page(in context: PaneContext) -> Int { height(in: context) }

  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    let files = Self.files(in: context.workspace)
    guard !files.isEmpty else { return [] }
    window.move(by: step, of: files.count, height: height(in: context))
    selected = files[window.selected]
    return shown(in: context)
  }

  // MARK: Commands

  package static let commands: [PaneCommand<EnvironmentsPane>] = [
    PaneCommand(
      "environments.use", "Use environment", "Send with the variables of this environment.",
      keywords: "activate select switch choose set", keys: [.enter],
      footer: "use", whenHidden: .awaitsRow, whyUnavailable: { $0.whyNoEnvironment(in: $1) },
      run: { pane, _ in pane.selected.map { [.workspace(.environment($0.stem))] } ?? [] }),
    PaneCommand(
      "environments.edit", "Edit environment", "Focus the variables of this environment.",
      keywords: "change variables modify values",
      keys: [.character("e"), .character("i"), .right, .character("l")], footer: "edit",
      whyUnavailable: { pane, _ in pane.whyNone }, run: { _, _ in [.focus(.request)] }),
    PaneCommand(
      "environments.new", "New environment", "Create an environment.",
      keywords: "create add stage variables make", keys: [.character("n")], footer: "new",
      opensField: true, whyUnavailable: { $1.workspace.environmentsFolder == nil ? "Open a collection first" : nil },
      run: { $1.workspace.promptNewEnvironment(title: "New environment", beside: $0.selected) }),
    PaneCommand(
      "environments.rename", "Rename environment", "Rename the file; secrets go with it.",
      keywords: "name title change mv", keys: [.character("r")],
      opensField: true, whyUnavailable: { $0.whyNoEnvironment(in: $1) }, run: { $0.promptRename(in: $1) }),
    PaneCommand(
      "environments.duplicate", "Duplicate environment", "Copy the environment, without its secrets.",
      keywords: "clone copy fork",
      keys: [.character("D")], footer: "duplicate", whenHidden: .awaitsRow,
      whyUnavailable: { $0.whyNoEnvironment(in: $1) },
      run: { pane, context in
        pane.selected.map { context.workspace.duplicate($0) } ?? []
      }),
    PaneCommand(
      "environments.delete", "Delete environment",
      "Move the environment to the trash; {environments.undoDelete} restores it.",
      keywords: "remove trash erase rm",
      keys: [.character("d"), .delete], whyUnavailable: { $0.whyNoEnvironment(in: $1) },
      run: { $0.confirmDelete(in: $1) }),
    PaneCommand(
      "environments.undoDelete", "Undo change",
      "Undo the last change of an environment: an edit, rename, copy, new one or deletion.",
      keywords: "restore recover undelete revert",
      keys: [.character("u")], whyUnavailable: { $1.workspace.whyNoEnvironmentToUndo },
      run: { _, _ in [.tell(UndoRequest.undoEnvironment)] }),
    PaneCommand(
      "environments.redo", "Redo change", "Make the last undone change of an environment again.",
      keywords: "repeat forward again restore", keys: [.character("U")],
      whyUnavailable: { $1.workspace.whyNoEnvironmentToRedo }, run: { _, _ in [.tell(UndoRequest.redoEnvironment)] }),
    PaneCommand(
      "environments.compare", "Compare environments", "Show this environment beside another one.",
      keywords: "difference side variables",
      keys: [.character("=")], footer: "compare",
      whyUnavailable: {
        $0.whyNoEnvironment(in: $1) ?? $0.whyNotCompared(in: $1.workspace)
      },
      run: { $0.compare(in: $1) }),
    PaneCommand(
      "environments.openFile", "Open file in $EDITOR", "Open the environment's file in your editor.",
      keywords: "external vim json text source raw",
      keys: [.character("E")], whenHidden: .awaitsRow, whyUnavailable: { pane, _ in pane.whyNone },
      run: { pane, context in pane.selected.map { [.effect(.editFile(context.workspace.id, $0))] } ?? [] }),
    PaneCommand(
      "environments.close", "Close environments", "Return to the collections.",
      keywords: "back leave return hide exit", keys: [.escape], footer: "back",
      whenHidden: .refuses, run: { _, _ in [.run("environments.toggle")] }),
    move("environments.down", "Down", "Select the next environment.", [.down, .character("j")]) { _ in 1 },
    move("environments.up", "Up", "Select the previous environment.", [.up, .character("k")]) { _ in -1 },
    jump("environments.top", "Top", "Select the first environment.", to: .top),
    jump("environments.bottom", "Bottom", "Select the last environment.", to: .bottom),
  ]

  private var whyNone: String? { selected == nil ? "There is no environment yet: {environments.new} creates one" : nil }

  private func whyNoEnvironment(in context: PaneContext) -> String? {
    selected != nil && selected == context.workspace.globalsFile
      ? "Select an environment first: globals are always in use" : whyNone
  }

  private func whyNotCompared(in workspace: Workspace) -> String? {
    if let selected, let problem = workspace.problem(ofEnvironment: selected) { return problem.sentence }
    return others(in: workspace).isEmpty ? "There is no other environment" : nil
  }

  /// The environments that the selected one can be compared with.
  private func others(in workspace: Workspace) -> [Address] {
    workspace.environmentFiles.filter { $0 != selected && workspace.problem(ofEnvironment: $0) == nil }
  }

  // MARK: Dialogs

  private func promptRename(in context: PaneContext) -> [PaneOutput] {
    selected.map { [.renameEnvironment($0, context.workspace.id)] } ?? []
  }

  private func confirmDelete(in context: PaneContext) -> [PaneOutput] {
    guard let selected else { return [] }
    let confirm = Confirm(
      title: "Delete environment \(selected.stem)?",
      text: context.workspace.keys.text(
        "It moves to the trash; {environments.undoDelete} restores it. Its secrets are kept."),
      choices: [
        .letter("d", "delete", .effect(.files(context.workspace.id, .delete(selected)))),
        .leave("keep"),
      ])
    return [.open(confirm)]
  }

  private func compare(in context: PaneContext) -> [PaneOutput] {
    guard let selected else { return [] }
    let others = others(in: context.workspace)
    let tables = others.map { context.workspace.comparison(of: selected.stem, with: $0.stem) }
    guard tables.count > 1 else { return tables.map { .open($0) } }
    let items = zip(others, tables).map {
      Picker.Item(title: $0.stem, action: .open($1))
    }
    return [.open(Picker(title: "Compare \(selected.stem) with", items: items))]
  }
}

extension Workspace {
  /// Asks for the name of a new environment.
  ///
  /// - Parameter selected: One of the workspace puts the new one beside it.
  func promptNewEnvironment(title: String, beside selected: Address? = nil) -> [PaneOutput] {
    guard let own = environmentsFolder else { return [] }
    let folder = selected.flatMap { isShared($0) ? $0.parent : nil } ?? own
    let purpose = NewItemName(item: .environment, folder: folder, workspace: id)
    return [.open(Prompt(title: title, hint: "Name of an environment to create, such as staging", purpose: purpose))]
  }
}

extension PaneOutput {
  static func renameEnvironment(_ file: Address, _ workspace: WorkspaceID) -> PaneOutput {
    .open(
      Prompt(
        title: "Rename environment \(file.stem)", hint: "Renames the file; its secrets go with it", text: file.stem,
        purpose: NewName(address: file, workspace: workspace)
      ).selectingText)
  }
}

extension Command.Scope {
  package static let environments = Self(rawValue: "environments")
}
