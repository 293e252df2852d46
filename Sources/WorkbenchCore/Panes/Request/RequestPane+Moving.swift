// Tabs, rows and cells.
extension RequestPane {
  /// The rows above the form: its tabs.
  static let headRows = 1

  func height(in context: PaneContext) -> Int { max(1, context.contentRows - Self.headRows) }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  /// The number of form rows scrolled away.
  func firstFormRow(in context: PaneContext) -> Int { firstFormRow(height: height(in: context)) }

  /// The list scrolls only when the selection leaves it. The address, row 0, is above it.
  func firstFormRow(height: Int) -> Int {
    var window = window
    window.fit(count: rows.count, height: height)
    return max(0, window.first - 1)
  }

  mutating func rebuild(_ context: PaneContext) {
    let workspace = context.workspace
    let tab = shownTab(in: context)
    let token =
      tab == .auth
      ? workspace.items[workspace.subject].token.text(workspace.clock, workspace.keys, now: workspace.now) : nil
    // A hidden pane keeps its rows.
    let columns = context.contentColumns > 2 ? context.contentColumns - 2 : layoutColumns
    let former = selectedPlace
    layoutColumns = columns
    let key = RowsKey(
      file: liveFile(in: context), tab: tab, token: token, layers: workspace.layersAbove,
      facts: tab == .overview ? FolderFacts(workspace) : nil, columns: columns, first: keptOrder(in: context))
    built.update(for: key) {
      var rows =
        key.file.map { file in
          Prose.laidOut(
            FileForm.rows(
              of: file, tab: tab, layers: key.layers, facts: key.facts?.rows(in: workspace) ?? [], first: key.first),
            of: file, columns: key.columns)
        } ?? []
      if let token {
        let kind = rows.firstIndex { if case .setting = $0 { true } else { false } }
        rows.insert(.hint(token), at: kind.map { $0 + 1 } ?? rows.count)
      }
      return rows.flatMap { $0.wrapped(to: key.columns) }
    }
    keepPlace(former, in: context)
  }

  /// The selected row by what it is. The placeholder of a table is the row that it becomes once it has a name.
  private var selectedPlace: FormRow? {
    guard case .newParameter(let list)? = selectedRow else { return selectedRow }
    let count = rows.count(where: { if case .parameter(let own, _) = $0 { own == list } else { false } })
    return .parameter(list, count)
  }

  /// Selects the row of the open field, else the row that was selected: rows above it may have appeared or vanished.
  private mutating func keepPlace(_ former: FormRow?, in context: PaneContext) {
    if let editing, editing.address == context.workspace.shownFile, select(rowOf: editing.target, in: context) {
      return
    }
    // A long text has other lines after each edit.
    guard let former, former.isSelectable, former.text == nil, selectedRow != former, let index = place(of: former)
    else { return }
    window.select(index, of: rows.count, height: height(in: context))
  }

  /// Selects the row that has a field.
  ///
  /// - Returns: Whether there is one. Texts of several lines have many rows, or none.
  private mutating func select(rowOf target: EditTarget, in context: PaneContext) -> Bool {
    guard let index = target.row.flatMap({ place(of: $0) }) else { return false }
    if index != window.selected { window.select(index, of: rows.count, height: height(in: context)) }
    return true
  }

  /// The place of a row; that of the placeholder for a row that its table does not have yet.
  func place(of row: FormRow) -> Int? {
    if let index = rows.firstIndex(of: row) { return index }
    guard case .parameter(let list, _) = row else { return nil }
    return rows.firstIndex(of: .newParameter(list))
  }

  /// The fields before the groups of the form. They are chosen when the form is opened, so that no row moves while its
  /// value is edited.
  private mutating func keptOrder(in context: PaneContext) -> Set<PlacedField> {
    guard let file = context.workspace.file else { return [] }
    let (subject, tab, auth) = (context.workspace.subject, shownTab(in: context), file.auth?.kind)
    if let order, order.subject == subject, order.tab == tab, order.auth == auth { return order.first }
    let first = FileForm.changedFields(of: file, tab: tab)
    order = FormOrder(subject: subject, tab: tab, auth: auth, first: first)
    return first
  }

  /// The tabs of the shown request's kind.
  func tabs(in context: PaneContext) -> [FormTab] { context.workspace.file?.formTabs ?? RequestKind.standard.formTabs }

  /// The chosen tab, or the first one if the request's kind lacks it.
  func shownTab(in context: PaneContext) -> FormTab {
    let tabs = tabs(in: context)
    return tabs.contains(tab) ? tab : tabs.first ?? tab
  }

  mutating func selectTab(by step: Int, in context: PaneContext) -> [PaneOutput] {
    select(tabs(in: context).cycled(from: shownTab(in: context), by: step), in: context)
    return []
  }

  mutating func select(_ tab: FormTab, in context: PaneContext) {
    self.tab = tab
    window = ListWindow(selected: 0)
    fit(in: context)
  }

  /// Moves to the next selectable row.
  @discardableResult
  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    revealed = nil
    guard !rows.isEmpty else { return [] }
    var target = min(max(0, window.selected + step), rows.count - 1)
    while rows.indices.contains(target), !rows[target].isSelectable { target += step < 0 ? -1 : 1 }
    // If no later row is selectable, select the last one that is.
    if !rows.indices.contains(target) { target = rows.lastIndex(where: \.isSelectable) ?? 0 }
    window.select(target, of: rows.count, height: height(in: context))
    if case .parameter(let list, _)? = selectedRow, list.hasDescriptions { return [] }
    cell = min(1, cell)
    return []
  }

  mutating func fit(in context: PaneContext) {
    rebuild(context)
    window.fit(count: rows.count, height: height(in: context))
    if let row = selectedRow, !row.isSelectable { move(by: 1, in: context) }
  }

  /// Selects what is filled in after a kind was chosen: the text of a body, else the first field without a value. Opens
  /// it if there was nothing to fill in before.
  mutating func goToContent(of kind: PlacedField, after former: SavedFile?, in context: PaneContext) {
    let rows = rows
    guard let file = context.workspace.file, let place = rows.firstIndex(of: .setting(kind)) else { return }
    let below = rows.indices.dropFirst(place + 1)
    let text = kind == .bodyKind ? file.request?.body.flatMap { PlacedField.content(of: $0.kind) } : nil
    let first = text.flatMap { text in below.first { rows[$0] == .line(text, 0) } }
    guard let row = first ?? below.first(where: { rows[$0].isUnset(in: file) }) else { return }
    window.select(row, of: rows.count, height: height(in: context))
    guard former?.kind(of: kind.field)?.fields.isEmpty ?? true else { return }
    if case .newParameter = rows[row] { cell = 0 }
    if let target = target(in: context) { beginEditing(target, in: context) }
  }

  /// Moves between name and value, or cycles through the values of a choice.
  mutating func moveCell(by step: Int, in context: PaneContext) -> [PaneOutput] {
    guard let row = selectedRow, let file = context.workspace.file else { return [] }
    if case .member(let list, let index, let member) = row, let values = member.field.choices {
      if let reason = context.workspace.whyNotEditable { return [.information(context.workspace.keys.text(reason))] }
      return cycle(member, of: list, index, values, by: step, in: context)
    }
    guard case .setting(let setting) = row, let values = setting.field.choices else {
      let last = if case .parameter(let list, _) = row { list.lastCell } else { 1 }
      cell = min(last, max(0, cell + step))
      return []
    }
    if let reason = context.workspace.whyNotEditable { return [.information(context.workspace.keys.text(reason))] }
    var context = context
    return change(setting, to: values.cycled(from: setting.text(in: file), by: step), in: &context)
  }
}

extension FormRow {
  /// Whether something is still to be typed in it.
  fileprivate func isUnset(in file: SavedFile) -> Bool {
    switch self {
    case .setting(let field): field.field.choices == nil && field.text(in: file).isEmpty
    case .line(let field, 0): field.text(in: file).isEmpty
    case .newParameter: true
    default: false
    }
  }
}

extension EditTarget {
  /// The row of a field with one line; `nil` for texts and tables.
  fileprivate var row: FormRow? {
    switch self {
    case .method, .url: .address
    case .setting(let field): field == .folderName ? .address : .setting(field)
    case .parameterName(let list, let index), .parameterValue(let list, let index),
      .parameterDescription(let list, let index), .secretValue(let list, let index):
      .parameter(list, index)
    case .member(let list, let index, let member): .member(list, index, member)
    case .text, .table: nil
    }
  }
}
