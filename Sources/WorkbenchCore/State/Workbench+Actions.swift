import BodyDocument
import RequestModel
import TerminalUI

// What the commands do. Each is a sentence; the commands themselves are declared in Commands/.

// MARK: Sending

extension Workbench {
  mutating func send() -> [Effect] {
    let effects = commitEditing()
    guard let request = library.request else { return effects }
    if let running = library.exchange, running.isRunning {
      notice = Notice(.information, "It is still running: Ctrl+C cancels it")
      return effects
    }
    let id = identifiers.nextExchangeID()
    let order = SendOrder(id: id, request: request, origin: origin, environment: library.environment)
    library.live[library.subject] = LiveExchange(id: id, order: order)
    responsePane.reset()
    return effects + [.send(order)]
  }

  var whyNothingToSend: String? {
    if library.request != nil { return nil }
    if case .request(let address) = library.subject, let problem = library.problems[address] { return problem.sentence }
    return "Select a request first"
  }

  private var origin: Exchange.Origin? {
    switch library.subject {
    case .request(let address): Exchange.Origin(root: library.tree.root, address: address)
    case .past: library.exchange?.origin
    case .nothing: nil
    }
  }

  mutating func cancelOrQuit() -> [Effect] {
    if let running = library.exchange, running.isRunning { return [.cancel(running.id)] }
    return quit()
  }

  mutating func quit() -> [Effect] {
    let effects = commitEditing()
    let unsaved = library.unsaved
    guard !unsaved.isEmpty else { return effects + [remember(), .quit] }
    let names = unsaved.prefix(5).map { library.node($0)?.title ?? $0.stem }.joined(separator: ", ")
    let more = unsaved.count > 5 ? " and \(unsaved.count - 5) more" : ""
    overlays.append(
      .confirm(
        Confirm(
          title: "Unsaved edits", text: "\(Formatting.count(unsaved.count, "request")) not saved: \(names)\(more)",
          choices: [
            .init(key: .character("s"), label: "save all and quit", action: .saveAllAndQuit),
            .init(key: .character("q"), label: "quit; the edits are kept and come back next time", action: .quit),
            .init(key: .escape, label: "stay", action: .dismiss),
          ])))
    return effects
  }
}

// MARK: Saving and undoing

extension Workbench {
  var whyNothingToSave: String? {
    guard case .request(let address) = library.subject, let draft = library.drafts[address] else {
      return whyNothingToSend
    }
    return draft.isUnsaved || requestPane.editing != nil ? nil : "Nothing is unsaved here"
  }

  mutating func save() -> [Effect] {
    let effects = commitEditing()
    guard case .request(let address) = library.subject, let draft = library.drafts[address], draft.isUnsaved else {
      return effects
    }
    return effects + [.save(address, draft.current, overwriting: false)]
  }

  mutating func saveAll() -> [Effect] {
    let effects = commitEditing()
    return effects
      + library.unsaved.compactMap { address in
        library.drafts[address].map { .save(address, $0.current, overwriting: false) }
      }
  }

  mutating func revert() -> [Effect] {
    editDraft { [saved = library.draft?.saved] request in if let saved { request = saved } }
  }

  mutating func undo() -> [Effect] { changeDraft { $0.undo() } }
  mutating func redo() -> [Effect] { changeDraft { $0.redo() } }

  /// Makes one edit of the shown request and keeps it safe.
  mutating func editDraft(_ change: (inout SavedRequest) -> Void) -> [Effect] { changeDraft { $0.edit(change) } }

  private mutating func changeDraft(_ change: (inout Draft) -> Void) -> [Effect] {
    guard case .request(let address) = library.subject, var draft = library.drafts[address] else { return [] }
    change(&draft)
    library.drafts[address] = draft
    requestPane.fit(library, height: height(.request))
    return [.keepDraft(address, draft.isUnsaved ? draft.current : nil)]
  }
}

// MARK: Panes

extension Workbench {
  mutating func focus(_ pane: Focus) -> [Effect] {
    focusedPane = pane
    fit()
    return []
  }

  mutating func focus(by step: Int) -> [Effect] {
    let panes = Focus.allCases
    let index = panes.firstIndex(of: focusedPane) ?? 0
    return focus(panes[(index + step + panes.count) % panes.count])
  }

  mutating func zoom() -> [Effect] {
    isZoomed.toggle()
    fit()
    return []
  }

  mutating func selectTab(by step: Int) -> [Effect] {
    if focusedPane == .response {
      let tabs = ResponseTab.allCases
      responsePane.select(tabs[(responsePane.tab.rawValue + step + tabs.count) % tabs.count])
    } else {
      let tabs = RequestTab.allCases
      requestPane.select(tabs[(requestPane.tab.rawValue + step + tabs.count) % tabs.count], library)
    }
    fit()
    return []
  }
}

// MARK: Collections and history

extension Workbench {
  var selectedNode: CollectionNode? { sidebar.selectedNode(library) }
  var whyNoNode: String? { selectedNode == nil ? "Nothing is selected" : nil }

  var whyNoRequest: String? {
    if case .request? = selectedNode?.kind { nil } else { "Select a request first" }
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
    sidebar.move(by: step, library, height: height(.sidebar))
    return showSelection()
  }

  /// Shows what is selected in the tree, and reads its file where that has not been done.
  mutating func showSelection() -> [Effect] {
    guard let node = selectedNode, !node.isFolder else { return [] }
    return show(.request(node.address))
  }

  mutating func show(_ subject: Subject) -> [Effect] {
    guard subject != library.subject else { return [] }
    library.subject = subject
    responsePane.reset()
    requestPane.window = ListWindow()
    requestPane.fit(library, height: height(.request))
    // A file without edits of ours is read each time it is looked at: another program may have changed it.
    guard case .request(let address) = subject, library.drafts[address]?.isUnsaved != true else { return [] }
    return [.open(address)]
  }

  mutating func activate() -> [Effect] {
    guard let node = selectedNode else { return [] }
    if node.isFolder {
      sidebar.toggle(node.address)
      fit()
      return []
    }
    if case .broken = node.kind { return [.editFile(node.address)] }
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
    sidebar.foldOrLeave(library, height: height(.sidebar))
    fit()
    return showSelection()
  }

  mutating func openFilter() -> [Effect] {
    if isHistoryShown {
      historyPane.filter = historyPane.filter ?? TextEditor("")
      historyPane.isFiltering = true
    } else {
      sidebar.filter = sidebar.filter ?? TextEditor("")
      sidebar.isFiltering = true
    }
    fit()
    return []
  }

  mutating func delete() -> [Effect] {
    guard let node = selectedNode else { return [] }
    guard node.isFolder else { return [.delete(node.address)] }
    let count = library.tree.nodes.count { $0.address.isInside(node.address) && !$0.isFolder }
    overlays.append(
      .confirm(
        Confirm(
          title: "Delete \(node.title)?",
          text: "The folder and its \(Formatting.count(count, "file")) go to the trash; u brings them back.",
          choices: [
            .init(key: .character("d"), label: "delete", action: .delete(node.address)),
            .init(key: .escape, label: "keep", action: .dismiss),
          ])))
    return []
  }

  mutating func undoDelete() -> [Effect] { trash.popLast().map { [.restore($0)] } ?? [] }

  mutating func toggleHistory() -> [Effect] {
    let effects = commitEditing()
    isHistoryShown.toggle()
    focusedPane = .sidebar
    if isHistoryShown {
      subjectBeforeHistory = library.subject
      historyPane.window = ListWindow()
      fit()
      return effects + [.listHistory(query: historyPane.query)]
    }
    historyPane.isFiltering = false
    return effects + show(subjectBeforeHistory)
  }

  /// Shows the selected exchange; its bodies are read only now.
  mutating func showPast() -> [Effect] {
    guard let entry = historyPane.selectedEntry else { return [] }
    let subject = Subject.past(entry.id)
    guard subject != library.subject else { return [] }
    _ = show(subject)
    return library.live[subject] == nil ? [.openExchange(entry.id)] : []
  }

  var originInTree: Address? {
    guard let origin = library.exchange?.exchange?.origin else { return nil }
    if let id = library.request?.id {
      let node = library.tree.nodes.first { if case .request(_, id) = $0.kind { true } else { false } }
      if let node { return node.address }
    }
    return origin.root == library.tree.root && library.node(origin.address) != nil ? origin.address : nil
  }

  mutating func openOrigin() -> [Effect] {
    guard let address = originInTree else { return [] }
    isHistoryShown = false
    sidebar.filter = nil
    sidebar.reveal(address, library, height: height(.sidebar))
    return show(.request(address))
  }
}

// MARK: The request's form

extension Workbench {
  var whyNotEditable: String? {
    switch library.subject {
    case .request(let address):
      library.drafts[address] == nil ? "This file cannot be edited here: E opens it in your editor" : nil
    case .past: "This is history: o in the list goes to the request itself"
    case .nothing: "Select a request first"
    }
  }

  /// The long text of the tab in sight.
  var textArea: TextArea? {
    if case .line(let area, _)? = requestPane.selectedRow(library) { return area }
    return requestPane.rows(library).lazy.compactMap { if case .line(let area, _) = $0 { area } else { nil } }.first
  }

  mutating func editAddress() -> [Effect] {
    let effects = focus(.request)
    requestPane.window.select(0, of: .max, height: height(.request))
    requestPane.cell = 1
    guard whyNotEditable == nil else { return effects }
    requestPane.beginEditing(.url, library)
    return effects
  }

  mutating func edit() -> [Effect] {
    guard let row = requestPane.selectedRow(library) else { return [] }
    if case .address = row, requestPane.cell == 0 { return openMethods() }
    if case .setting(let setting) = row, case .choice(let values) = setting.control {
      return openChoices(setting, values)
    }
    if let target = requestPane.target(library) { requestPane.beginEditing(target, library) }
    return []
  }

  private mutating func openMethods() -> [Effect] {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
    let items = methods.map { Picker.Item(title: $0, detail: "", whyUnavailable: nil, action: .method($0)) }
    let selected = methods.firstIndex(of: library.request?.method ?? "GET") ?? 0
    overlays.append(
      .picker(Picker(title: "Method (or type your own)", items: items, selected: selected, allowsOther: true)))
    return []
  }

  private mutating func openChoices(_ setting: Setting, _ values: [String]) -> [Effect] {
    let items = values.map { Picker.Item(title: $0, detail: "", whyUnavailable: nil, action: .setting(setting, $0)) }
    let selected = library.request.flatMap { values.firstIndex(of: setting.value(in: $0)) } ?? 0
    overlays.append(.picker(Picker(title: setting.label, items: items, selected: selected)))
    return []
  }

  mutating func change(_ setting: Setting, to value: String) -> [Effect] {
    var problem: Problem?
    let effects = editDraft { problem = setting.set(value, in: &$0) }
    if let problem { notice = Notice(.failure, problem.sentence) }
    return effects
  }

  mutating func toggleRow() -> [Effect] {
    switch requestPane.selectedRow(library) {
    case .parameter(let list, let index) where list != .path:
      return editDraft { request in
        var rows = list.rows(of: request)
        rows[index].isOff.toggle()
        list.set(rows, in: &request)
      }
    case .setting: return moveCell(1)
    default: return edit()
    }
  }

  mutating func addRow() -> [Effect] {
    let rows = requestPane.rows(library)
    guard let row = rows.lastIndex(where: { if case .newParameter = $0 { true } else { false } }) else {
      notice = Notice(.information, "This tab has no rows to add")
      return []
    }
    requestPane.window.select(row, of: rows.count, height: height(.request))
    requestPane.cell = 0
    return edit()
  }

  mutating func deleteRow() -> [Effect] {
    guard case .parameter(let list, let index)? = requestPane.selectedRow(library), list != .path else {
      notice = Notice(.information, "Only a parameter, header or field can be deleted")
      return []
    }
    return editDraft { request in
      var rows = list.rows(of: request)
      rows.remove(at: index)
      list.set(rows, in: &request)
    }
  }

  mutating func moveInRequest(_ step: Int) -> [Effect] {
    requestPane.move(by: step, library, height: height(.request))
    return []
  }

  /// Left and right: between name and value, or through the values of a choice.
  mutating func moveCell(_ step: Int) -> [Effect] {
    guard let row = requestPane.selectedRow(library), let request = library.request else { return [] }
    guard case .setting(let setting) = row, case .choice(let values) = setting.control else {
      requestPane.cell = min(1, max(0, requestPane.cell + step))
      return []
    }
    if let reason = whyNotEditable {
      notice = Notice(.information, reason)
      return []
    }
    let index = values.firstIndex(of: setting.value(in: request)) ?? 0
    return change(setting, to: values[(index + step + values.count) % values.count])
  }

  mutating func editExternally() -> [Effect] {
    guard let area = textArea, let request = library.request else { return [] }
    let isJSON = area == .graphqlVariables || (area == .body && request.body?.kind == .json)
    let fileExtension = isJSON ? "json" : area == .docs ? "md" : area == .graphqlQuery ? "graphql" : "txt"
    let ticket = EditTicket(subject: library.subject, area: area)
    return [.edit(ticket, text: RequestForm.content(of: area, in: request), fileExtension: fileExtension)]
  }
}

// MARK: The answer

extension Workbench {
  var whyNoBody: String? { library.exchange?.body == nil || responsePane.tab != .body ? "There is no body here" : nil }
  var whyNoSearch: String? { responsePane.search?.text.isEmpty ?? true ? "Nothing is searched for: / starts" : nil }
  var whyNoRows: String? { responsePane.rowCount(library) == 0 ? "There is nothing to copy" : nil }

  mutating func moveInResponse(_ step: Int) -> [Effect] {
    responsePane.move(by: step, library, height: height(.response))
    return []
  }

  mutating func scrollResponse(_ columns: Int) -> [Effect] {
    responsePane.scrollSideways(by: columns)
    return []
  }

  mutating func changeBody(_ change: (inout BodyDocument) -> Void) -> [Effect] {
    guard var body = library.exchange?.body else { return [] }
    change(&body)
    library.live[library.subject]?.body = body
    fit()
    return []
  }

  mutating func foldBody() -> [Effect] {
    let line = responsePane.window.selected
    var row: Int?
    let effects = changeBody { row = $0.toggleFold(at: line) }
    if let row { responsePane.select(row: row, library, height: height(.response)) }
    return effects
  }

  mutating func openSearch() -> [Effect] {
    responsePane.search = TextEditor(responsePane.search?.text ?? "")
    responsePane.isSearching = true
    fit()
    return []
  }

  mutating func find(forward: Bool) -> [Effect] {
    guard let text = responsePane.search?.text, !text.isEmpty else { return [] }
    let start = responsePane.window.selected
    var row: Int?
    let effects = changeBody { row = $0.find(text, from: start, forward: forward) }
    guard let row else {
      notice = Notice(.information, "\"\(text)\" is not in this body")
      return effects
    }
    responsePane.select(row: row, library, height: height(.response))
    return effects
  }

  mutating func copyRow() -> [Effect] {
    let rows = ResponseRows(library, tab: responsePane.tab)
    guard responsePane.window.selected < rows.count else { return [] }
    let spans = rows.row(responsePane.window.selected, columns: 0..<1_000_000)
    let text = spans.map(\.text).joined()
    return [.copy(String(text.drop(while: \.isWhitespace)), what: "the row")]
  }

  mutating func copyBody() -> [Effect] {
    guard let body = library.exchange?.body else { return [] }
    return [.copy(String(decoding: body.text, as: UTF8.self), what: "the body")]
  }
}
