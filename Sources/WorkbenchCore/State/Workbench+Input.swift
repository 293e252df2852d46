import RequestModel
import TerminalUI

extension Workbench {
  mutating func handle(_ input: TerminalInput) -> [Effect] {
    switch input {
    case .key(let key):
      notice = nil
      return handle(key)
    case .paste(let text): return paste(text)
    case .mouse(let mouse): return handle(mouse)
    }
  }

  /// The top overlay first, then the open text field, then the commands of the pane.
  private mutating func handle(_ key: Key) -> [Effect] {
    if !overlays.isEmpty { return handleInOverlay(key) }
    if isEditingText {
      if let command = Command.command(for: key, in: .everywhere), command.worksWhileEditing { return run(command) }
      return handleInField(key)
    }
    if let command = Command.command(for: key, in: scope) { return run(command) }
    return key == .escape ? stepOut() : []
  }

  mutating func run(_ command: Command) -> [Effect] {
    guard let reason = command.whyUnavailable(self) else { return command.run(&self) }
    if command.opensField { return refuse(command.title, reason) }
    notice = Notice(.information, reason)
    return []
  }

  /// Says why a text field or a list cannot be opened. Whoever opened it goes on typing: the message takes those keys, which
  /// would be commands otherwise.
  mutating func refuse(_ title: String, _ reason: String) -> [Effect] {
    let close = Confirm.Choice(key: .escape, label: "close", action: .dismiss)
    overlays.append(.confirm(Confirm(title: title, text: reason, choices: [close])))
    return []
  }

  package var isEditingText: Bool {
    requestPane.editing != nil || sidebar.isFiltering || historyPane.isFiltering || responsePane.isEditing
  }

  /// Escape outside of everything: filters go, then the zoom.
  private mutating func stepOut() -> [Effect] {
    if focusedPane == .sidebar, sidebar.filter != nil { return closeFilter(keeping: false) }
    if focusedPane == .response, let effects = stepOutOfAnswer() { return effects }
    if isZoomed { isZoomed = false }
    return []
  }

  // MARK: Text fields

  private mutating func handleInField(_ key: Key) -> [Effect] {
    if requestPane.editing != nil { return handleInRequestField(key) }
    if sidebar.isFiltering || historyPane.isFiltering { return handleInFilter(key) }
    return responsePane.filter?.isOpen ?? false ? handleInFilterLine(key) : handleInSearch(key)
  }

  /// What was opened last goes first: the selection, the search, then the filter.
  private mutating func stepOutOfAnswer() -> [Effect]? {
    if responsePane.anchor != nil { return toggleSelection() }
    if responsePane.search != nil {
      responsePane.search = nil
      fit()
      return []
    }
    if workspace.exchange?.comparison != nil, responsePane.tab == .body { return endComparison() }
    let hasFilter = responsePane.filter != nil || workspace.exchange?.filtered != nil
    return hasFilter && responsePane.tab == .body ? clearFilter() : nil
  }

  private mutating func handleInRequestField(_ key: Key) -> [Effect] {
    guard var editing = requestPane.editing else { return [] }
    switch key {
    case .escape: return commitEditing()
    case .enter where !editing.target.isMultiline, .altEnter: return commitEditing()
    case .tab where !editing.target.isMultiline:
      return commitAndMove { $0.advance(after: editing.target, $1, height: $2) }
    case .backTab where !editing.target.isMultiline:
      return commitAndMove { $0.retreat(before: editing.target, $1, height: $2) }
    default: break
    }
    _ = editing.editor.handle(key)
    editing.firstLine = RequestPane.firstLine(editing, height: height(.request))
    requestPane.editing = editing
    return keepFieldSoon()
  }

  /// How long after a key what is typed is on the disk at the latest; one wake-up is enough for all keys until then.
  private mutating func keepFieldSoon() -> [Effect] {
    guard !isDraftWakeAsked else { return [] }
    isDraftWakeAsked = true
    return [.wakeForDraft(after: .milliseconds(500))]
  }

  /// Keeps the open text field safe from a crash, without leaving it.
  mutating func keepField() -> [Effect] {
    isDraftWakeAsked = false
    guard let editing = requestPane.editing, case .request(let address) = editing.subject,
      let draft = workspace.drafts[address]
    else { return [] }
    return [files(.keepField(address, OpenField(draft: draft, target: editing.target, text: editing.editor.text)))]
  }

  private mutating func commitAndMove(_ next: (inout RequestPane, Workspace, Int) -> EditTarget?) -> [Effect] {
    let effects = commitEditing()
    if let next = next(&requestPane, workspace, height(.request)) {
      requestPane.beginEditing(next, workspace)
    }
    return effects
  }

  /// Puts the open text field into its request. Every way out of a field comes through here: nothing typed is lost.
  mutating func commitEditing() -> [Effect] {
    guard let subject = requestPane.editing?.subject else { return [] }
    if let told = requestPane.commit(&workspace) { notice = told }
    requestPane.fit(workspace, height: height(.request))
    guard case .request(let address) = subject else { return [] }
    return keep(address)
  }

  private mutating func handleInFilter(_ key: Key) -> [Effect] {
    switch key {
    case .escape: return closeFilter(keeping: false)
    case .enter: return closeFilter(keeping: true)
    case .up, .down: return moveInSidebar(key == .up ? -1 : 1)
    default: break
    }
    if isHistoryShown {
      guard historyPane.filter?.handle(key) == true else { return [] }
      return [.listHistory(query: historyPane.query)]
    }
    guard sidebar.filter?.handle(key) == true else { return [] }
    selectFirstMatch()
    return showSelection()
  }

  /// The first request whose own name has what was typed, else the first one in a folder that has it.
  private mutating func selectFirstMatch() {
    sidebar.window = ListWindow()
    let rows = sidebar.rows(workspace)
    let text = sidebar.filter?.text.lowercased() ?? ""
    let requests = rows.indices.filter { !workspace.tree.nodes[rows[$0]].isFolder }
    let named = requests.first { workspace.tree.nodes[rows[$0]].title.lowercased().contains(text) }
    if let row = named ?? requests.first { sidebar.window.select(row, of: rows.count, height: height(.sidebar)) }
  }

  mutating func closeFilter(keeping: Bool) -> [Effect] {
    if isHistoryShown {
      historyPane.isFiltering = false
      guard !keeping || historyPane.query.isEmpty else { return [] }
      historyPane.filter = nil
      return [.listHistory(query: "")]
    }
    let address = selectedNode?.address ?? sidebar.selectedBeforeFilter
    sidebar.isFiltering = false
    if !keeping || sidebar.filter?.text.isEmpty ?? true { sidebar.filter = nil }
    sidebar.follow(address, workspace, height: height(.sidebar))
    return showSelection()
  }

  // MARK: Paste and mouse

  /// Pasted text is text: where none is edited it does nothing.
  private mutating func paste(_ text: String) -> [Effect] {
    notice = nil
    switch overlays.last {
    case .picker(var picker):
      picker.editor.insert(text)
      overlays[overlays.count - 1] = .picker(picker)
    case .prompt(var prompt):
      prompt.editor.insert(text)
      overlays[overlays.count - 1] = .prompt(prompt)
    case .help(var help) where help.isFiltering:
      help.insert(text)
      overlays[overlays.count - 1] = .help(help)
    case .confirm, .help: break
    case nil: return pasteIntoField(text)
    }
    return []
  }

  private mutating func pasteIntoField(_ text: String) -> [Effect] {
    if requestPane.editing != nil {
      requestPane.editing?.editor.insert(text)
      return keepFieldSoon()
    } else if historyPane.isFiltering {
      historyPane.filter?.insert(text)
      return [.listHistory(query: historyPane.query)]
    } else if sidebar.isFiltering {
      sidebar.filter?.insert(text)
      selectFirstMatch()
      return showSelection()
    } else if responsePane.filter?.isOpen ?? false {
      responsePane.filter?.editor.insert(text)
    } else if responsePane.search?.isOpen ?? false {
      responsePane.search?.editor.insert(text)
      return searchAgain()
    } else {
      notice = Notice(.information, "Nothing is being edited: press e on a field, then paste")
    }
    return []
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    guard overlays.isEmpty else {
      if mouse.action != .press { scrollOverlay(by: mouse.action == .wheelUp ? -3 : 3) }
      return []
    }
    guard let pane = Focus.allCases.first(where: { layout[$0]?.contains(mouse.point) == true }),
      let area = layout[pane]
    else { return [] }
    let row = mouse.point.row - area.row - 1
    switch mouse.action {
    case .wheelUp: return scroll(pane, by: -3)
    case .wheelDown: return scroll(pane, by: 3)
    case .press:
      var effects = commitEditing()
      effects += focus(pane)
      return effects + click(pane, row: row, column: mouse.point.column - area.column - 2)
    }
  }

  private mutating func scroll(_ pane: Focus, by rows: Int) -> [Effect] {
    switch pane {
    case .sidebar where isHistoryShown:
      historyPane.window.scroll(by: rows, of: historyPane.entries.count, height: height(.sidebar))
      return showPast()
    case .sidebar:
      // The selection stays in sight, and what is selected is what is shown.
      sidebar.window.scroll(by: rows, of: sidebar.rows(workspace).count, height: height(.sidebar))
      return showSelection()
    case .request: return requestPane.editing == nil ? moveInRequest(rows) : []
    case .response: responsePane.scroll(by: rows, answerRows, answerSize)
    }
    return []
  }

  private mutating func click(_ pane: Focus, row: Int, column: Int) -> [Effect] {
    guard row >= 0 else { return [] }
    switch pane {
    case .sidebar:
      let isFiltered = isHistoryShown ? historyPane.filter != nil : sidebar.filter != nil
      let line = row - (isFiltered ? 1 : 0)
      let index = (isHistoryShown ? historyPane.window : sidebar.window).first + line
      let count = isHistoryShown ? historyPane.entries.count : sidebar.rows(workspace).count
      // A click beside the rows gives the pane the keys and means no row.
      guard line >= 0, index < count else { return [] }
      if isHistoryShown {
        historyPane.window.select(index, of: count, height: height(.sidebar))
        return showPast()
      }
      let wasSelected = sidebar.window.selected == index
      sidebar.window.select(index, of: count, height: height(.sidebar))
      let effects = showSelection()
      if let node = selectedNode, node.isFolder { sidebar.toggle(node.address) }
      return wasSelected && selectedNode?.isFolder == false ? effects + focus(.request) : effects
    case .request:
      if row == 1, let tab = TabBar.hit(column, titles: requestTabTitles) {
        requestPane.select(requestPane.tabs(workspace)[tab], workspace)
      }
      if row == 0 { requestPane.window.select(0, of: .max, height: height(.request)) }
      if row >= 2 { return moveInRequest(row - 1 - requestPane.window.selected + firstFormRow) }
    case .response:
      if row == 0, let tab = TabBar.hit(column, titles: responsePane.titles(workspace)) {
        responsePane.select(ResponseTab.allCases[tab])
      }
      let line = row - responseHeadRows
      if line >= 0 { selectInResponse(responsePane.window.first + line) }
    }
    return []
  }

  private var requestTabTitles: [(title: String, badge: String)] {
    guard let request = workspace.request else { return [] }
    return requestPane.tabs(workspace).map { ($0.title, RequestForm.badge(of: request, tab: $0)) }
  }

  /// How many rows of the form are scrolled away.
  private var firstFormRow: Int { max(0, requestPane.window.selected - height(.request)) }
}
