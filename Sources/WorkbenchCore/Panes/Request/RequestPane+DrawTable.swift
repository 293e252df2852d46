// The rows of tables: headings, cells and the row that adds one.
extension RequestPane {
  func columns(
    of list: PlacedField, _ content: FormContent, available: Int, nameWidth: Int
  ) -> TableColumns {
    TableColumns(
      available: available, nameWidth: nameWidth, hasDescriptions: list.hasDescriptions,
      areDescribed: list.holdsVariables || content.isDescribed(list), isDescribing: isDescribing(list))
  }

  /// Selects the cell of the selected row at a column of the form.
  mutating func selectCell(at column: Int, in context: PaneContext) {
    guard case .parameter(let list, _)? = selectedRow, column >= TableColumns.mark,
      let file = liveFile(in: context) ?? context.workspace.file
    else { return }
    let (rows, first) = (Array(rows.dropFirst()), firstFormRow(in: context))
    let content = FormContent(file, rows, visible: first..<min(rows.count, first + height(in: context)))
    let available = max(0, context.size.columns - 4)
    let nameWidth = nameColumnWidth(content, rows, available: available)
    let columns = columns(of: list, content, available: available, nameWidth: nameWidth)
    cell = columns.name.contains(column) ? 0 : columns.description.contains(column) ? 2 : 1
  }

  private func isDescribing(_ list: PlacedField) -> Bool {
    guard case .parameter(list, _)? = selectedRow else { return false }
    return cell == 2
  }

  func drawHeadings(of list: PlacedField, _ columns: TableColumns, into canvas: inout Canvas) {
    if !list.hasFixedRows { canvas.write(list.hasResults ? "•" : "✓", column: 0, row: 0, style: Style(.label)) }
    for (text, part) in zip(list.headings + ["Description"], [columns.name, columns.value, columns.description]) {
      canvas.write(text, column: part.lowerBound, row: 0, style: Style(.label), limit: part.count)
    }
  }

  func drawParameter(
    _ parameter: Parameter, _ list: PlacedField, _ index: Int, _ columns: TableColumns, into canvas: inout Canvas,
    _ context: PaneContext, isSelected: Bool
  ) {
    let selected = isSelected && editing == nil ? min(cell, list.lastCell) : nil
    let isOn = !parameter.isOff
    let mistake = list.mistake(in: parameter)
    let sign = list.hasFixedRows ? "  " : mistake != nil ? "! " : list.sign(isOn: isOn)
    let isGreen = isOn && !list.hasResults
    canvas.write(sign, column: 0, row: 0, style: Style(mistake != nil ? .error : isGreen ? .success : .hint))
    let wrong = Style(.error, underlined: true)
    let nameStyle = mistake?.cell == 0 ? wrong : Style(isOn ? .key : .hint)
    let name = Span((list.hasFixedRows ? ":" : "") + parameter.name, nameStyle)
    draw([name], .parameterName(list, index), columns.name, selected == 0, into: &canvas, context)
    let value =
      list.holdsVariables
      ? spans(of: Variable(document: parameter.document), in: context)
      : context.workspace.spans(for: list.shownValue(of: parameter))
    let shown =
      mistake?.cell == 1 ? value.map { Span($0.text, wrong) } : isOn ? value : value.map { Span($0.text, .hint) }
    let target =
      editing?.target == .secretValue(list, index)
      ? EditTarget.secretValue(list, index) : .parameterValue(list, index)
    let mark = list.isChecks && parameter.document["hard"] == true ? Self.hardMark : nil
    draw(shown, target, columns.value, selected == 1, mark: mark, into: &canvas, context)
    let description = Span(Variable(document: parameter.document).description ?? "", .hint)
    draw([description], .parameterDescription(list, index), columns.description, selected == 2, into: &canvas, context)
  }

  /// Marks the row of a check that ends the test when it fails.
  private static let hardMark = Span(" hard", .label)

  /// Draws a cell, or the open field in its place. The last column stays free, as another cell follows.
  ///
  /// - Parameter mark: The end of the cell, drawn however long the text is.
  private func draw(
    _ spans: [Span], _ target: EditTarget, _ columns: Range<Int>, _ isSelected: Bool, mark: Span? = nil,
    into canvas: inout Canvas, _ context: PaneContext
  ) {
    guard !columns.isEmpty else { return }
    if editing?.target == target { return drawField(into: &canvas, columns.part, context.workspace) }
    let isLast = columns.upperBound >= canvas.size.columns
    canvas.draw(in: columns.part) { field in
      let surface = surface(isSelected, context.isFocused)
      let width = field.size.columns - (isLast ? 0 : 1)
      if surface != .plain { field.fill(Rect(column: 0, row: 0, columns: width, rows: 1), Style(on: surface)) }
      let room = max(0, width - (mark?.text.columns ?? 0))
      field.write(spans.truncated(to: room), column: 0, row: 0, on: surface)
      if let mark { field.writeTrailing([mark], endingAt: width, row: 0, on: surface) }
    }
  }

  /// Draws the row that adds a row to a table, or the open field for its name.
  func drawNewRow(
    of list: PlacedField, in file: SavedFile, _ columns: TableColumns, into canvas: inout Canvas,
    _ context: PaneContext, isSelected: Bool
  ) {
    guard case .parameterName(list, let index)? = editing?.target, index >= list.rows(in: file).count else {
      let surface = surface(isSelected && editing == nil, context.isFocused)
      canvas.write(
        "  + \(list.newRowHint)".truncated(to: canvas.size.columns), column: 0, row: 0, style: Style(.hint, on: surface)
      )
      return
    }
    canvas.write("+ ", column: 0, row: 0, style: Style(.success))
    let width = min(max(columns.name.count, 20), canvas.size.columns - TableColumns.mark)
    let part = Rect(column: TableColumns.mark, row: 0, columns: width, rows: 1)
    drawField(into: &canvas, part, context.workspace)
  }
}

extension PlacedField {
  /// Whether its rows have results, whose signs for passed and failed differ from those for on and off.
  fileprivate var hasResults: Bool { isChecks || section.isEmpty && field.name == Field.captures.name }

  fileprivate func sign(isOn: Bool) -> String {
    if hasResults { return isOn ? "• " : "  " }
    return isOn ? "✓ " : "✗ "
  }
}
