package import RequestModel
package import TerminalUI

/// The request under edit: its address, and one tab of its parts.
package struct RequestPane: Pane {
  package private(set) var tab = FormTab.params
  /// The selected row of the form; row 0 is the address.
  package private(set) var window = ListWindow(selected: 0)
  /// 0 for the left cell of a row, 1 for the right one.
  package private(set) var cell = 1
  package private(set) var editing: Editing?
  private var built = Derived<RowsKey, [FormRow]>([])
  private var subject = Subject.nothing
  /// Whether a wake-up to keep the open field is under way: one is enough for all keys until then.
  private var isWakeAsked = false

  package init() {}

  /// A text field that is open.
  package struct Editing: Equatable, Sendable {
    package var target: EditTarget
    package var editor: TextEditor
    /// The subject when the field was opened: the text goes there, whatever is selected by then.
    package var subject: Subject
    /// First line of a long text on the screen.
    package var firstLine = 0
  }

  private struct RowsKey: Equatable, Sendable {
    var request: SavedRequest?
    var tab: FormTab
  }

  /// What a dialog answers to the pane.
  package enum Message: Equatable, Sendable {
    case method(String)
    case setting(PlacedField, String)
  }

  package var rows: [FormRow] { built.value }

  /// How often the rows were worked out.
  package var rowBuilds: Int { built.builds }

  package var selectedRow: FormRow? { rows.indices.contains(window.selected) ? rows[window.selected] : nil }

  /// What is typed into the open field.
  var openText: OpenText? {
    guard let editing, case .request(let address) = editing.subject else { return nil }
    return OpenText(address: address, target: editing.target, text: editing.editor.text)
  }

  // MARK: Events

  package var isTyping: Bool { editing != nil }

  package var typingHints: [(key: String, label: String)] {
    let done = editing?.target.isMultiline == true ? [("Esc", "done")] : [("⏎ Esc", "done"), ("Tab", "next")]
    return done + [("F5", "send"), ("Ctrl+S", "save"), ("Ctrl+Z", "undo typing")]
  }

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch event {
    case .changed:
      if subject != context.workspace.subject {
        subject = context.workspace.subject
        window = ListWindow()
      }
      fit(in: context)
    case .key(let key): return handle(key, in: &context)
    case .paste(let text):
      editing?.editor.insert(text)
      return keepSoon()
    case .escape: return [.stepOut]
    case .blurred: return commit(&context)
    case .scrolled(let rows): if editing == nil { move(by: rows, in: context) }
    case .clicked(let point): return click(point, in: &context)
    case .moved(let old, let new):
      if let new, editing?.subject == .request(old) { editing?.subject = .request(new) }
      if let new, subject == .request(old) { subject = .request(new) }
    case .appeared, .task: break
    }
    return []
  }

  mutating func receive(_ message: Message, in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch message {
    case .method(let method): return edit(in: &context) { $0.method = method }
    case .setting(let setting, let value): return change(setting, to: value, in: &context)
    }
  }

  private mutating func handle(_ key: Key, in context: inout PaneContext) -> [PaneOutput] {
    guard var editing else { return [] }
    switch key {
    case .escape: return commit(&context)
    case .enter where !editing.target.isMultiline, .altEnter: return commit(&context)
    case .tab where !editing.target.isMultiline:
      let outputs = commit(&context)
      if let next = advance(after: editing.target, in: context) { beginEditing(next, in: context) }
      return outputs
    case .backTab where !editing.target.isMultiline:
      let outputs = commit(&context)
      if let next = retreat(before: editing.target, in: context) { beginEditing(next, in: context) }
      return outputs
    default: break
    }
    _ = editing.editor.handle(key)
    editing.firstLine = RequestPane.firstLine(editing, height: height(in: context))
    self.editing = editing
    return keepSoon()
  }

  private mutating func click(_ point: Point, in context: inout PaneContext) -> [PaneOutput] {
    let outputs = commit(&context)
    if point.row == 1, let hit = TabBar.hit(point.column, titles: titles(context)) {
      select(tabs(in: context)[hit], in: context)
    }
    if point.row == 0 { window.select(0, of: .max, height: height(in: context)) }
    if point.row >= 2 { move(by: point.row - 1 - window.selected + firstFormRow(in: context), in: context) }
    return outputs
  }

  private func titles(_ context: PaneContext) -> [(title: String, badge: String)] {
    guard let request = context.workspace.request else { return [] }
    return tabs(in: context).map { ($0.title, RequestForm.badge(of: request, tab: $0)) }
  }

  // MARK: Moving

  func height(in context: PaneContext) -> Int { max(1, context.contentRows - 2) }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  /// How many rows of the form are scrolled away.
  private func firstFormRow(in context: PaneContext) -> Int { max(0, window.selected - height(in: context)) }

  private mutating func rebuild(_ context: PaneContext) {
    let key = RowsKey(request: context.workspace.request, tab: shownTab(in: context))
    built.update(for: key) { key.request.map { RequestForm.rows(of: $0, tab: key.tab) } ?? [] }
  }

  /// The tabs of the shown request's kind.
  private func tabs(in context: PaneContext) -> [FormTab] { (context.workspace.request?.kind ?? .standard).formTabs }

  /// The chosen tab, or the first one where the shown request's kind has none of that name.
  private func shownTab(in context: PaneContext) -> FormTab {
    let tabs = tabs(in: context)
    return tabs.contains(tab) ? tab : tabs.first ?? tab
  }

  mutating func selectTab(by step: Int, in context: PaneContext) -> [PaneOutput] {
    let tabs = tabs(in: context)
    let index = tabs.firstIndex(of: shownTab(in: context)) ?? 0
    select(tabs[(index + step + tabs.count) % tabs.count], in: context)
    return []
  }

  private mutating func select(_ tab: FormTab, in context: PaneContext) {
    self.tab = tab
    window = ListWindow(selected: 0)
    fit(in: context)
  }

  /// Moves to the next row that can be selected.
  mutating func move(by step: Int, in context: PaneContext) {
    guard !rows.isEmpty else { return }
    var target = min(max(0, window.selected + step), rows.count - 1)
    while rows.indices.contains(target), !rows[target].isSelectable { target += step < 0 ? -1 : 1 }
    // If nothing further on can be selected, the last row before it is as far as it goes.
    if !rows.indices.contains(target) { target = rows.lastIndex(where: \.isSelectable) ?? 0 }
    window.select(target, of: rows.count, height: height(in: context))
  }

  private mutating func fit(in context: PaneContext) {
    rebuild(context)
    window.fit(count: rows.count, height: height(in: context))
    if let row = selectedRow, !row.isSelectable { move(by: 1, in: context) }
  }

  /// Left and right: between name and value, or through the values of a choice.
  mutating func moveCell(by step: Int, in context: PaneContext) -> [PaneOutput] {
    guard let row = selectedRow, let request = context.workspace.request else { return [] }
    guard case .setting(let setting) = row, let values = setting.field.choices else {
      cell = min(1, max(0, cell + step))
      return []
    }
    if let reason = context.workspace.whyNotEditable { return [.information(reason)] }
    var context = context
    let index = values.firstIndex(of: setting.text(in: request)) ?? 0
    return change(setting, to: values[(index + step + values.count) % values.count], in: &context)
  }

  // MARK: The open field

  /// What Enter edits in the selected row; `nil` if the row offers a choice or nothing.
  private func target(in context: PaneContext) -> EditTarget? {
    guard let request = context.workspace.request, let row = selectedRow else { return nil }
    switch row {
    case .address: return cell == 0 ? .method : .url
    case .parameter(let list, let index):
      return cell == 0 && !list.hasFixedRows ? .parameterName(list, index) : .parameterValue(list, index)
    case .newParameter(let list): return .parameterName(list, list.rows(in: request).count)
    case .setting(let setting): return setting.field.choices == nil ? .setting(setting) : nil
    case .line(let area, _): return .text(area)
    case .heading, .hint: return nil
    }
  }

  private mutating func beginEditing(_ target: EditTarget, in context: PaneContext) {
    guard let request = context.workspace.request else { return }
    var editor = TextEditor(target.content(in: request), isMultiline: target.isMultiline)
    if target.isMultiline, case .line(_, let line)? = selectedRow {
      editor.place(line, 0)
      editor.moveToLineEnd()
    }
    editing = Editing(
      target: target, editor: editor, subject: context.workspace.subject, firstLine: max(0, editor.row - 3))
  }

  /// Edits the URL, from wherever the keys were.
  mutating func editURL(in context: PaneContext) {
    window.select(0, of: .max, height: height(in: context))
    cell = 1
    if context.workspace.whyNotEditable == nil { beginEditing(.url, in: context) }
  }

  /// Shows the content of an open field anew, with the cursor where it was.
  mutating func renewField(in context: PaneContext) {
    guard let editing, let request = context.workspace.request else { return }
    var editor = TextEditor(editing.target.content(in: request), isMultiline: editing.target.isMultiline)
    editor.place(editing.editor.row, editing.editor.column)
    self.editing?.editor = editor
  }

  /// Closes a field whose request cannot be read any more.
  mutating func closeField(of address: Address) {
    if editing?.subject == .request(address) { editing = nil }
  }

  /// Closes the field and puts its text into the request it was opened for. Every way out of a field comes through here,
  /// so that nothing typed is lost.
  private mutating func commit(_ context: inout PaneContext) -> [PaneOutput] {
    guard let editing else { return [] }
    self.editing = nil
    guard case .request(let address) = editing.subject, var request = context.workspace.drafts[address]?.current else {
      return []
    }
    let notice = editing.target.commit(editing.editor.text, to: &request)
    let outputs = apply(.replace(request), to: address, in: &context)
    if case .text = editing.target {
      let first = rows.firstIndex { if case .line = $0 { true } else { false } } ?? 0
      window.select(first + editing.editor.row, of: rows.count, height: .max / 2)
      fit(in: context)
    }
    return (notice.map { [.notice($0)] } ?? []) + outputs
  }

  /// Asks for one wake-up that keeps what is typed; after a key it is on the disk that much later at the latest.
  private mutating func keepSoon() -> [PaneOutput] {
    guard !isWakeAsked else { return [] }
    isWakeAsked = true
    return [.effect(.wakeForDraft(after: .milliseconds(500)))]
  }

  /// Keeps the open field safe from a crash, without leaving it.
  mutating func keepField(in context: PaneContext) -> [PaneOutput] {
    isWakeAsked = false
    guard let openText, let draft = context.workspace.drafts[openText.address] else { return [] }
    let field = OpenField(draft: draft, target: openText.target, text: openText.text)
    return [.effect(.files(context.workspace.id, .keepField(openText.address, field)))]
  }

  /// Where Tab goes from a cell: from a name to its value, from a value to the next row's name.
  private mutating func advance(after target: EditTarget, in context: PaneContext) -> EditTarget? {
    guard let request = context.workspace.request else { return nil }
    switch target {
    case .method:
      cell = 1
      return .url
    case .parameterName(let list, let index):
      guard index < list.rows(in: request).count else { return nil }
      cell = 1
      return .parameterValue(list, index)
    case .parameterValue(let list, _):
      move(by: 1, in: context)
      cell = list.hasFixedRows ? 1 : 0
      return self.target(in: context)
    case .url, .setting, .text: return nil
    }
  }

  /// Where Shift+Tab goes: from a value to its name, from a name to the value of the row above.
  private mutating func retreat(before target: EditTarget, in context: PaneContext) -> EditTarget? {
    switch target {
    case .parameterValue(let list, let index) where !list.hasFixedRows:
      cell = 0
      return .parameterName(list, index)
    case .parameterName, .parameterValue:
      let row = window.selected
      move(by: -1, in: context)
      cell = 1
      return window.selected == row ? nil : self.target(in: context)
    case .method, .url, .setting, .text: return nil
    }
  }

  // MARK: Edits

  /// Changes a request: here at once, so that the rows are those of the change, and in the workspace by the output.
  private mutating func apply(
    _ change: RequestChange, to address: Address, in context: inout PaneContext
  ) -> [PaneOutput] {
    context.workspace.drafts[address]?.apply(change)
    fit(in: context)
    return [.edit(address, change)]
  }

  mutating func apply(_ change: RequestChange, in context: PaneContext) -> [PaneOutput] {
    guard case .request(let address) = context.workspace.subject, context.workspace.drafts[address] != nil else {
      return []
    }
    var context = context
    return apply(change, to: address, in: &context)
  }

  /// Makes one edit of the request in sight.
  private mutating func edit(in context: inout PaneContext, _ edit: (inout SavedRequest) -> Void) -> [PaneOutput] {
    guard case .request(let address) = context.workspace.subject,
      var request = context.workspace.drafts[address]?.current
    else { return [] }
    edit(&request)
    return apply(.replace(request), to: address, in: &context)
  }

  private mutating func change(_ setting: PlacedField, to value: String, in context: inout PaneContext) -> [PaneOutput]
  {
    if setting == .bodyKind { return apply(.bodyKind(BodyKind.named(value)), in: context) }
    var problem: FieldProblem?
    let outputs = edit(in: &context) { problem = setting.set(value, in: &$0) }
    return outputs + (problem.map { [.failure($0.sentence)] } ?? [])
  }

  /// Edits the selected cell; a choice opens its list.
  mutating func edit(in context: PaneContext) -> [PaneOutput] {
    guard let row = selectedRow else { return [] }
    if case .address = row, cell == 0 { return [.overlay(.picker(.methods(context.workspace.request)))] }
    if case .setting(let setting) = row, let values = setting.field.choices {
      return [.overlay(.picker(.choices(values, of: setting, context.workspace.request)))]
    }
    if let target = target(in: context) { beginEditing(target, in: context) }
    return []
  }

  mutating func toggleRow(in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch selectedRow {
    case .parameter(let list, let index) where !list.hasFixedRows:
      return edit(in: &context) { request in
        var rows = list.rows(in: request)
        rows[index].isOff.toggle()
        list.setRows(rows, in: &request)
      }
    case .setting: return moveCell(by: 1, in: context)
    default: return edit(in: context)
    }
  }

  mutating func addRow(in context: PaneContext) -> [PaneOutput] {
    guard let row = rows.lastIndex(where: { if case .newParameter = $0 { true } else { false } }) else {
      return [.refusal("Add a row", "This tab has no rows to add")]
    }
    window.select(row, of: rows.count, height: height(in: context))
    cell = 0
    return edit(in: context)
  }

  mutating func deleteRow(in context: PaneContext) -> [PaneOutput] {
    guard case .parameter(let list, let index)? = selectedRow, !list.hasFixedRows else {
      return [.information("Only a parameter, header or field can be deleted")]
    }
    var context = context
    return edit(in: &context) { request in
      var rows = list.rows(in: request)
      rows.remove(at: index)
      list.setRows(rows, in: &request)
    }
  }

  // MARK: The external editor

  /// The long text of the tab in sight.
  var textArea: PlacedField? {
    if case .line(let area, _)? = selectedRow { return area }
    return rows.lazy.compactMap { if case .line(let area, _) = $0 { area } else { nil } }.first
  }

  func editExternally(in context: PaneContext) -> [PaneOutput] {
    guard let area = textArea, let request = context.workspace.request else { return [] }
    let ticket = EditTicket(workspace: context.workspace.id, subject: context.workspace.subject, field: area)
    return [.effect(.edit(ticket, text: area.text(in: request), fileExtension: area.fileExtension))]
  }
}

extension Picker {
  fileprivate static func methods(_ request: SavedRequest?) -> Picker {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
    let items = methods.map { Item(title: $0, detail: "", whyUnavailable: nil, action: .request(.method($0))) }
    let selected = methods.firstIndex(of: request?.method ?? "GET") ?? 0
    return Picker(title: "Method (or type your own)", items: items, selected: selected, allowsOther: true)
  }

  fileprivate static func choices(_ values: [String], of setting: PlacedField, _ request: SavedRequest?) -> Picker {
    let items = values.map {
      Item(title: $0, detail: "", whyUnavailable: nil, action: .request(.setting(setting, $0)))
    }
    let selected = request.flatMap { values.firstIndex(of: setting.text(in: $0)) } ?? 0
    return Picker(title: setting.label, items: items, selected: selected)
  }
}
