import RequestModel
package import TerminalUI

extension RequestPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    let border = Style(isFocused ? .focusedBorder : .border)
    canvas.box(Rect(canvas.size), title: title(workspace, isFocused), trailing: trailing(workspace), style: border)
    let inside = Rect(canvas.size).inset(columns: 2, rows: 1)
    guard let request = workspace.request else { return drawNothing(into: &canvas, inside, workspace) }
    let (address, rest) = inside.splitTop(1)
    canvas.draw(in: address) { drawAddress(request, into: &$0, workspace, isFocused) }
    let (tabs, form) = rest.splitTop(1)
    canvas.draw(in: tabs) { drawTabs(request, into: &$0, isFocused) }
    canvas.draw(in: form) { drawForm(request, into: &$0, workspace, isFocused) }
  }

  private func title(_ workspace: Workspace, _ isFocused: Bool) -> [Span] {
    switch workspace.subject {
    case .past: [Span("Saved request", Style(.title, bold: isFocused))]
    case .request(let address):
      [Span(workspace.node(address)?.title ?? address.stem, Style(.title, bold: isFocused))]
    case .folder(let address):
      [Span(workspace.node(address)?.title ?? address.name, Style(.title, bold: isFocused))]
    case .nothing: [Span("Request", Style(.title, bold: isFocused))]
    }
  }

  private func trailing(_ workspace: Workspace) -> [Span] {
    if case .request(let address) = workspace.subject {
      if workspace.outdated.contains(address) { return [Span("● changed on disk", .warning)] }
      if workspace.rowsWithoutFile.contains(address) { return [Span("● file removed", .warning)] }
    }
    if workspace.draft?.isUnsaved == true { return [Span("● unsaved", .warning)] }
    return []
  }

  private func drawNothing(into canvas: inout Canvas, _ inside: Rect, _ workspace: Workspace) {
    if case .folder(let folder) = workspace.subject { return drawFolder(folder, into: &canvas, inside, workspace) }
    guard case .request(let address) = workspace.subject, let problem = workspace.problems[address] else {
      canvas.write("Select a request on the left", column: inside.column, row: inside.row, style: Style(.hint))
      return
    }
    for (index, line) in problem.sentence.wrapped(to: inside.columns).enumerated() where index < inside.rows - 1 {
      canvas.write(line, column: inside.column, row: inside.row + index, style: Style(.error))
    }
    canvas.write(
      "The file is unchanged. E opens it in your editor.", column: inside.column, row: inside.row + inside.rows - 1,
      style: Style(.hint), limit: inside.columns)
  }

  private func drawFolder(_ folder: Address, into canvas: inout Canvas, _ inside: Rect, _ workspace: Workspace) {
    let count = workspace.tree.nodes.count { !$0.isFolder && $0.address.isInside(folder) }
    let lines = ["Folder with \(Formatting.count(count, "request"))", "Select a request to edit or send it"]
    for (index, line) in lines.enumerated() where index < inside.rows {
      canvas.write(
        line, column: inside.column, row: inside.row + index, style: Style(.hint), limit: inside.columns)
    }
  }

  private func drawAddress(
    _ request: SavedRequest, into canvas: inout Canvas, _ workspace: Workspace, _ isFocused: Bool
  ) {
    let isSelected = window.selected == 0 && editing == nil
    let methodWidth = max(request.method.columns, 4) + 2
    let url = Rect(column: methodWidth, row: 0, columns: canvas.size.columns - methodWidth, rows: 1)
    if editing?.target == .method {
      drawField(into: &canvas, Rect(column: 0, row: 0, columns: max(methodWidth, 10), rows: 1))
      return
    }
    let surface = surface(isSelected && cell == 0, isFocused)
    canvas.write(request.method, column: 0, row: 0, style: Style(.method(request.method), on: surface, bold: true))
    if editing?.target == .url { return drawField(into: &canvas, url) }
    canvas.draw(in: url) { field in
      let surface = self.surface(isSelected && self.cell == 1, isFocused)
      if surface != .plain { field.fill(Rect(field.size), Style(on: surface)) }
      let text = request.url.isEmpty ? [Span("Press Enter to type the URL", .hint)] : workspace.spans(for: request.url)
      field.write(text.truncated(to: field.size.columns), column: 0, row: 0, on: surface)
    }
  }

  private func drawTabs(_ request: SavedRequest, into canvas: inout Canvas, _ isFocused: Bool) {
    let tabs = request.kind.formTabs
    let titles = tabs.map { ($0.title, RequestForm.badge(of: request, tab: $0)) }
    TabBar.draw(titles, selected: tabs.firstIndex(of: tab) ?? 0, into: &canvas)
  }

  private func drawForm(_ request: SavedRequest, into canvas: inout Canvas, _ workspace: Workspace, _ isFocused: Bool) {
    if let editing, case .text = editing.target { return drawTextArea(editing, into: &canvas) }
    let rows = Array(rows.dropFirst())
    let lines = TextAreaLines(request, rows)
    let height = canvas.size.rows
    let first = min(max(0, window.selected - height), max(0, rows.count - height))
    let nameWidth = nameColumnWidth(request, rows, available: canvas.size.columns)
    for (line, index) in (first..<min(rows.count, first + height)).enumerated() {
      let part = Rect(column: 0, row: line, columns: canvas.size.columns, rows: 1)
      let isSelected = window.selected == index + 1
      canvas.draw(in: part) { row in
        draw(
          rows[index], of: request, lines, into: &row, workspace, nameWidth: nameWidth, isSelected: isSelected,
          isFocused)
      }
    }
    if isNewRowEdited(request), rows.count <= height {
      drawNewRow(into: &canvas, row: rows.count - 1 - first, nameWidth: nameWidth)
    }
  }

  private func nameColumnWidth(_ request: SavedRequest, _ rows: [FormRow], available: Int) -> Int {
    let names = rows.compactMap { row -> Int? in
      switch row {
      case .parameter(let list, let index): list.rows(in: request)[index].name.columns
      case .setting(let setting): setting.label.columns
      default: nil
      }
    }
    return min(max(10, names.max() ?? 0) + 2, max(8, available / 2))
  }

  private func draw(
    _ row: FormRow, of request: SavedRequest, _ lines: TextAreaLines, into canvas: inout Canvas, _ workspace: Workspace,
    nameWidth: Int, isSelected: Bool, _ isFocused: Bool
  ) {
    switch row {
    case .address: break
    case .heading(let text): canvas.write(text, column: 0, row: 0, style: Style(.label, bold: true))
    case .hint(let text): canvas.write(text, column: 0, row: 0, style: Style(.hint))
    case .parameter(let list, let index):
      drawParameter(
        list.rows(in: request)[index], list, index, into: &canvas, workspace, nameWidth: nameWidth,
        isSelected: isSelected,
        isFocused)
    case .newParameter(let list):
      let surface = surface(isSelected && editing == nil, isFocused)
      canvas.write("  + \(list.newRowHint)", column: 0, row: 0, style: Style(.hint, on: surface))
    case .setting(let setting):
      drawSetting(
        setting, of: request, into: &canvas, workspace, nameWidth: nameWidth, isSelected: isSelected, isFocused)
    case .line(let area, let index):
      let surface = surface(isSelected && editing == nil, isFocused)
      if surface != .plain { canvas.fill(Rect(canvas.size), Style(on: surface)) }
      canvas.write(lines.spans(area, index, workspace), column: 0, row: 0, on: surface == .plain ? nil : surface)
    }
  }

  private func drawParameter(
    _ parameter: Parameter, _ list: PlacedField, _ index: Int, into canvas: inout Canvas, _ workspace: Workspace,
    nameWidth: Int, isSelected: Bool, _ isFocused: Bool
  ) {
    let isOn = !parameter.isOff
    let isBare = isSelected && editing == nil
    canvas.write(
      list.hasFixedRows ? "  " : isOn ? "✓ " : "✗ ", column: 0, row: 0, style: Style(isOn ? .success : .hint))
    let name = Rect(column: 2, row: 0, columns: nameWidth, rows: 1)
    let value = Rect(column: 2 + nameWidth, row: 0, columns: canvas.size.columns - nameWidth - 2, rows: 1)
    if editing?.target == .parameterName(list, index) {
      drawField(into: &canvas, name)
    } else {
      let surface = surface(isBare && cell == 0 && !list.hasFixedRows, isFocused)
      let prefix = list.hasFixedRows ? ":" : ""
      canvas.write(
        (prefix + parameter.name).padded(to: nameWidth - 1), column: 2, row: 0,
        style: Style(isOn ? .key : .hint, on: surface))
    }
    if editing?.target == .parameterValue(list, index) { return drawField(into: &canvas, value) }
    canvas.draw(in: value) { field in
      let surface = self.surface(isBare && (self.cell == 1 || list.hasFixedRows), isFocused)
      if surface != .plain { field.fill(Rect(field.size), Style(on: surface)) }
      let text = isOn ? workspace.spans(for: parameter.shownValue) : [Span(parameter.shownValue, .hint)]
      field.write(text.truncated(to: field.size.columns), column: 0, row: 0, on: surface)
    }
  }

  private func drawSetting(
    _ setting: PlacedField, of request: SavedRequest, into canvas: inout Canvas, _ workspace: Workspace, nameWidth: Int,
    isSelected: Bool, _ isFocused: Bool
  ) {
    canvas.write(setting.label, column: 0, row: 0, style: Style(.key))
    let part = Rect(column: nameWidth, row: 0, columns: canvas.size.columns - nameWidth, rows: 1)
    if editing?.target == .setting(setting) { return drawField(into: &canvas, part) }
    let surface = surface(isSelected && editing == nil, isFocused)
    let value = setting.text(in: request)
    var used: Int
    if setting.field.choices != nil {
      used = canvas.write("‹ \(value) ›", column: part.column, row: 0, style: Style(.text, on: surface))
    } else if value.isEmpty {
      used = canvas.write("not set", column: part.column, row: 0, style: Style(.hint, on: surface))
    } else {
      let spans = setting.isMasked(value) ? [Span("••••••", .text)] : workspace.spans(for: value)
      used = canvas.write(spans.truncated(to: part.columns), column: part.column, row: 0, on: surface)
    }
    used += 2
    canvas.write(
      setting.note(in: request), column: part.column + used, row: 0, style: Style(.hint),
      limit: max(0, part.columns - used))
  }

  private func surface(_ isSelected: Bool, _ isFocused: Bool) -> Style.Surface {
    isSelected ? (isFocused ? .selected : .selectedUnfocused) : .plain
  }
}
