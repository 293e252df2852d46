// Commands for the rows of a table: order, copies, all of them as text, and pasted ones.
extension RequestPane {
  static let rowCommands: [PaneCommand<RequestPane>] = [
    PaneCommand(
      "request.moveRowDown", "Move row down", "Move a parameter, header or field down.",
      keywords: "reorder header parameter lower",
      keys: [.altDown, .alt("j")], count: .repeats, whyUnavailable: { $0.whyNoRow(in: $1) },
      run: { $0.moveRow(by: 1, in: $1) }),
    PaneCommand(
      "request.moveRowUp", "Move row up", "Move a parameter, header or field up.",
      keywords: "reorder header parameter raise",
      keys: [.altUp, .alt("k")], count: .repeats, whyUnavailable: { $0.whyNoRow(in: $1) },
      run: { $0.moveRow(by: -1, in: $1) }),
    PaneCommand(
      "request.duplicateRow", "Duplicate row", "Copy a parameter, header or field below itself.",
      keywords: "clone copy header parameter",
      keys: [.character("D")], whyUnavailable: { $0.whyNoRow(in: $1) }, run: { $0.duplicateRow(in: $1) }),
    PaneCommand(
      "request.hardCheck", "Stop at failure",
      "Make a check hard or soft: a failed hard check skips the remaining checks and requests.",
      keywords: "assert abort bail test required",
      keys: [.alt("s")], footer: "hard",
      footerNow: { pane, context in pane.selectsHardCheck(in: context) ? "soft" : "hard" },
      isHinted: { $0.whyNoCheck(in: $1) == nil },
      whyUnavailable: { $0.whyNoCheck(in: $1) }, run: { $0.toggleHard(in: $1) }),
    PaneCommand(
      "request.bulkEdit", "Bulk edit",
      "Edit all rows of the table as text: a line of Name: value for each, // before rows that are off.",
      keywords: "text lines paste many headers parameters table",
      keys: [.character("b")], opensField: true,
      whyUnavailable: {
        $1.workspace.whyNotEditable
          ?? ($0.selectedTable == nil ? "This tab has no table: only tables are edited as lines" : nil)
      },
      run: { $0.bulkEdit(in: $1) }),
  ]

  /// The selected row of a table, unless the URL determines the table's names.
  private var selectedTableRow: (list: PlacedField, index: Int)? {
    switch selectedRow {
    case .parameter(let list, let index) where !list.hasFixedRows: (list, index)
    case .member(let list, let index, _): (list, index)
    default: nil
    }
  }

  /// The table of the selected row, else the first one of the tab.
  var selectedTable: PlacedField? {
    let table = selectedRow.flatMap(\.table)
    return table ?? rows.lazy.compactMap(\.table).first
  }

  private func whyNoRow(in context: PaneContext) -> String? {
    context.workspace.whyNotEditable
      ?? (selectedTableRow == nil ? "Select a parameter, header or field first" : nil)
  }

  func whyNoCheck(in context: PaneContext) -> String? {
    context.workspace.whyNotEditable
      ?? (selectedTableRow?.list.isChecks == true ? nil : "Select a check first")
  }

  private func selectsHardCheck(in context: PaneContext) -> Bool {
    guard let (list, index) = selectedTableRow, let file = context.workspace.file else { return false }
    return list.rows(in: file)[ifPresent: index]?.document["hard"] == true
  }

  private mutating func toggleHard(in context: PaneContext) -> [PaneOutput] {
    guard let (list, index) = selectedTableRow else { return [] }
    var context = context
    var notice: [PaneOutput] = []
    let outputs = edit(in: &context) { file in
      var rows = list.rows(in: file)
      guard rows.indices.contains(index) else { return }
      let isHard = rows[index].document["hard"] != true
      rows[index].document["hard"] = isHard ? true : nil
      list.setRows(rows, in: &file)
      notice = [.information(Self.hardness(of: rows[index], isHard))]
    }
    select(index, of: list, in: context)
    return outputs + notice
  }

  private static func hardness(of row: Parameter, _ isHard: Bool) -> String {
    isHard
      ? "\(row.name) is hard: if it fails, the remaining checks and requests are skipped"
      : "\(row.name) is soft: if it fails, everything else continues"
  }

  private mutating func moveRow(by step: Int, in context: PaneContext) -> [PaneOutput] {
    guard let (list, index) = selectedTableRow, let file = context.workspace.file else { return [] }
    let place = index + step
    guard list.rows(in: file).indices.contains(place) else { return [] }
    var context = context
    let outputs = edit(list, in: &context) { $0.swapAt(index, place) }
    select(place, of: list, in: context)
    return outputs
  }

  private mutating func duplicateRow(in context: PaneContext) -> [PaneOutput] {
    guard let (list, index) = selectedTableRow, let file = context.workspace.file,
      list.rows(in: file).indices.contains(index)
    else { return [] }
    return insert([list.rows(in: file)[index]], into: list, at: index + 1, in: context)
  }

  /// Adds rows as one edit, and selects the first of them.
  private mutating func insert(
    _ new: [Parameter], into list: PlacedField, at index: Int, in context: PaneContext
  ) -> [PaneOutput] {
    var context = context
    let outputs = edit(list, in: &context) { $0.insert(contentsOf: new, at: min(index, $0.count)) }
    select(index, of: list, in: context)
    return outputs
  }

  private mutating func select(_ index: Int, of list: PlacedField, in context: PaneContext) {
    guard let row = rows.firstIndex(of: .parameter(list, index)) else { return }
    window.select(row, of: rows.count, height: height(in: context))
  }

  private mutating func bulkEdit(in context: PaneContext) -> [PaneOutput] {
    guard let table = selectedTable else { return [] }
    beginEditing(.table(table.hasFixedRows ? .query : table), in: context)
    return []
  }

  // MARK: Pasting

  /// Turns a text into rows that was pasted while a row of a table was selected, or the address above the table.
  ///
  /// - Returns: `nil` if no table accepts it.
  mutating func pasteRows(_ text: String, in context: PaneContext) -> [PaneOutput]? {
    guard editing == nil, context.workspace.whyNotEditable == nil, let file = context.workspace.file,
      let list = pasteTable(for: text)
    else { return nil }
    guard let new = PastedRows.rows(in: text, for: list) else {
      return PastedRows.isURLElsewhere(text, for: list) ? [.information(Self.noRows(of: list))] : nil
    }
    let index = selectedTableRow.map { $0.index + 1 } ?? list.rows(in: file).count
    return insert(new, into: list, at: index, in: context) + [.notice(Self.pasted(new.count, into: list))]
  }

  /// The table for a pasted text: the one of the selected row, or the first of the tab if the address is selected and
  /// the text is not a URL.
  private func pasteTable(for text: String) -> PlacedField? {
    if case .address? = selectedRow {
      guard text.schemeMark == nil else { return nil }
      return rows.lazy.compactMap(\.table).first { !$0.hasFixedRows }
    }
    return selectedRow?.table.flatMap { $0.hasFixedRows ? nil : $0 }
  }

  private static func noRows(of list: PlacedField) -> String {
    "\(list.label) takes lines of Name: value, not a URL: paste it into the URL field, or on Params for its query"
  }

  /// Turns a text into rows that was pasted into the open name of a row.
  ///
  /// - Returns: `nil` if the text belongs in the field.
  mutating func pasteIntoName(_ text: String, in context: inout PaneContext) -> [PaneOutput]? {
    guard let editing, case .parameterName(let list, let index) = editing.target, !list.hasFixedRows,
      editing.address == context.workspace.shownFile, let new = PastedRows.rows(in: text, for: list),
      new.count > 1 || editing.editor.buffer.count == 0
    else { return nil }
    let outputs = commit(&context)
    let count = context.workspace.file.map { list.rows(in: $0).count } ?? 0
    let isTyped = editing.editor.buffer.count > 0
    return outputs + insert(new, into: list, at: min(count, isTyped ? index + 1 : index), in: context)
      + [.notice(Self.pasted(new.count, into: list))]
  }

  private static func pasted(_ count: Int, into list: PlacedField) -> Notice {
    Notice(.success, "Pasted \(count == 1 ? "1 row" : "\(Formatting.number(count)) rows") into \(list.label)")
  }
}

extension FormRow {
  /// The table that the row belongs to.
  fileprivate var table: PlacedField? {
    switch self {
    case .parameter(let list, _), .member(let list, _, _), .newParameter(let list), .columns(let list): list
    default: nil
    }
  }
}

extension PlacedField {
  static let query = PlacedField(.query)
}
