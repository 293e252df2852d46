extension RequestPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let workspace = context.workspace
    let border = Style(context.isFocused ? .focusedBorder : .border)
    canvas.box(Rect(canvas.size), title: title(context), trailing: trailing(workspace), style: border)
    let inside = Rect(canvas.size).inset(columns: 2, rows: 1)
    guard let file = workspace.file else { return drawNothing(into: &canvas, inside, context) }
    let (tabs, form) = inside.splitTop(1)
    let live = liveFile(in: context) ?? file
    let selected = live.formTabs.firstIndex(of: shownTab(in: context)) ?? 0
    canvas.draw(in: tabs) { TabBar.draw(titles(context), selected: selected, into: &$0) }
    var nameWidth = 0
    canvas.draw(in: form) { nameWidth = drawForm(live, into: &$0, context) }
    drawLowerBorder(into: &canvas, border, explanation(in: context, nameWidth: nameWidth), in: context)
  }

  /// Draws the explanation of the selected row into the lower border, or above it if the border is too short.
  private func drawLowerBorder(
    into canvas: inout Canvas, _ border: Style, _ explanation: [Span], in context: PaneContext
  ) {
    let explanation = context.isFocused ? explanation : []
    let room = canvas.size.columns - 6
    if explanation.columns > room, drawAboveBorder(explanation, into: &canvas, in: context) {
      return drawPosition(into: &canvas, border, in: context)
    }
    let taken = position(in: context).map { $0.columns + 3 } ?? 0
    // The explanation is worth more than the position, but not if it is cut anyway.
    let hidesPosition = explanation.columns <= room && explanation.columns > room - taken
    if !hidesPosition { drawPosition(into: &canvas, border, in: context) }
    guard !explanation.isEmpty else { return }
    let columns = max(0, room + 2 - (hidesPosition ? 0 : taken))
    canvas.write(
      ([Span(" ")] + explanation + [Span(" ")]).truncated(to: columns), column: 2, row: canvas.size.rows - 1)
  }

  /// Draws a long explanation into the free rows below the form.
  ///
  /// - Returns: Whether there are enough.
  private func drawAboveBorder(_ explanation: [Span], into canvas: inout Canvas, in context: PaneContext) -> Bool {
    let lines = SpanWrapping.lines(of: explanation, columns: max(1, canvas.size.columns - 4))
    let free = editing?.target.isMultiline == true ? 0 : height(in: context) - (rows.count - 1)
    guard lines.count <= free else { return false }
    for (index, line) in lines.enumerated() {
      canvas.write(line, column: 2, row: canvas.size.rows - 1 - lines.count + index)
    }
    return true
  }

  /// Draws the number of the selected row into the lower border, if the form is longer than the pane.
  private func drawPosition(into canvas: inout Canvas, _ border: Style, in context: PaneContext) {
    guard let position = position(in: context) else { return }
    canvas.writeTrailing(
      [Span(" ", border), Span(position, .hint), Span(" ", border)], endingAt: canvas.size.columns - 1,
      row: canvas.size.rows - 1)
  }

  /// `3/25`; `nil` if all rows of the form are shown, or a text is open instead.
  private func position(in context: PaneContext) -> String? {
    let count = rows.count - 1
    guard editing?.target.isMultiline != true, context.size.columns > 24, count > height(in: context) else {
      return nil
    }
    return "\(Formatting.number(max(1, window.selected)))/\(Formatting.number(count))"
  }

  private func title(_ context: PaneContext) -> [Span] {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    let title =
      switch workspace.subject {
      case .past: "Saved request"
      case .request(let address): workspace.node(address)?.title ?? address.stem
      case .folder(let address): workspace.folderTitle(address)
      case .environment(let address): address.stem
      case .globals: workspace.shownEnvironmentFile?.stem ?? "Workspace globals"
      case .nothing: "Request"
      }
    if context.pinnedTitle != nil { return pinnedTitle(title, workspace) }
    let missing = workspace.missing.value.remark.map { [Span(" · ", .hint), Span($0, .warning)] } ?? []
    let mode = editing?.vim.map { [Span(" · ", .hint), Span($0.mode.rawValue, Style(.title, bold: true))] } ?? []
    return [Span(title, Style(.title, bold: isFocused))] + editedTable + mode + missing
  }

  /// The table whose rows are edited as text.
  private var editedTable: [Span] {
    guard case .table(let table)? = editing?.target else { return [] }
    return [Span(" · ", .hint), Span("\(table.label) as text", Style(.title, bold: true))]
  }

  /// A pinned request has no row for its URL above it.
  private func pinnedTitle(_ title: String, _ workspace: Workspace) -> [Span] {
    let name = [Span("pinned · \(title)", .hint)]
    guard let request = workspace.request else { return name }
    return name + [Span(" · ", .hint), Span(request.shownMethod, Style(.method(request.shownMethod))), Span(" ")]
      + workspace.spans(for: request.shownURL)
  }

  private func trailing(_ workspace: Workspace) -> [Span] {
    guard let address = workspace.shownFile else { return [] }
    if address.isScratch { return [Span("● not saved yet", .warning)] }
    if workspace.items[address].isRowWithoutFile { return [Span("● file removed", .warning)] }
    if workspace.items[address].isOutdated { return [Span("● changed on disk", .warning)] }
    guard let draft = workspace.draft, draft.isUnsaved else { return [] }
    // A request is sent with its own unsaved edits, but inherits only what is saved.
    return [Span(draft.current.role == .request ? "● unsaved" : "● unsaved, not in use yet", .warning)]
  }

  private func drawNothing(into canvas: inout Canvas, _ inside: Rect, _ context: PaneContext) {
    let workspace = context.workspace
    guard let address = workspace.shownFile else {
      let hint = workspace.isLoaded && workspace.tree.nodes.isEmpty ? FirstSteps.paste : "Select a request on the left"
      let lines = hint.wrapped(to: inside.columns).prefix(inside.rows)
      return canvas.write(lines: lines, column: inside.column, row: inside.row, style: Style(.hint))
    }
    guard let problem = workspace.items[address].problem else { return }
    let lines = problem.sentence.wrapped(to: inside.columns).prefix(max(0, inside.rows - 1))
    canvas.write(lines: lines, column: inside.column, row: inside.row, style: Style(.error))
    let hint = "The file is unchanged. \(openingKey(context)) opens it in your editor.".wrapped(to: inside.columns)
    let shown = hint.prefix(inside.rows).map { $0.padded(to: inside.columns) }
    let row = inside.row + max(0, inside.rows - hint.count)
    canvas.write(lines: shown, column: inside.column, row: row, style: Style(.hint))
  }

  /// The key that opens a file that cannot be read.
  private func openingKey(_ context: PaneContext) -> String {
    let workspace = context.workspace
    if let file = workspace.shownFile, workspace.isEnvironment(file) {
      let key = workspace.keys.name(of: "environments.openFile")
      return context.focus == .environments ? key : key + " in the environments"
    }
    let key = workspace.keys.name(of: "collections.openFile")
    return context.focus == .collections ? key : key + " in the collections"
  }

  /// - Returns: The width of the names.
  private func drawForm(_ file: SavedFile, into canvas: inout Canvas, _ context: PaneContext) -> Int {
    if let editing, editing.target.isMultiline {
      drawTextArea(editing, into: &canvas, context)
      return 0
    }
    let rows = Array(rows.dropFirst())
    let height = canvas.size.rows
    let first = firstFormRow(height: height)
    let content = FormContent(file, rows, visible: first..<min(rows.count, first + height))
    let nameWidth = nameColumnWidth(content, rows, available: canvas.size.columns)
    for (line, index) in (first..<min(rows.count, first + height)).enumerated() {
      let part = Rect(column: 0, row: line, columns: canvas.size.columns, rows: 1)
      let isSelected = window.selected == index + 1
      if rows[index].isSelectable { canvas.markPlace(column: 0, row: line) }
      canvas.draw(in: part) { row in
        draw(
          rows[index], of: file, content, into: &row, context, nameWidth: nameWidth, isSelected: isSelected)
      }
    }
    return nameWidth
  }

  func nameColumnWidth(_ content: FormContent, _ rows: [FormRow], available: Int) -> Int {
    let names = rows.compactMap { row -> Int? in
      switch row {
      case .parameter(let list, let index): content.row(index, of: list).name.columns
      case .setting(let setting): setting.label.columns
      case .member(_, _, let member): member.label.columns + 2
      case .inherited(let value): value.name.columns
      case .fact(let label, _): label.columns
      default: nil
      }
    }
    return min(max(10, names.max() ?? 0) + 2, max(8, available / 2))
  }

  private func draw(
    _ row: FormRow, of file: SavedFile, _ content: FormContent, into canvas: inout Canvas, _ context: PaneContext,
    nameWidth: Int, isSelected: Bool
  ) {
    let (workspace, width) = (context.workspace, canvas.size.columns)
    let surface = surface(isSelected && editing == nil, context.isFocused)
    switch row {
    case .address: break
    case .heading(let text): canvas.write(text, column: 0, row: 0, style: Style(.label, bold: true))
    case .hint(let text): canvas.write(text.truncated(to: width), column: 0, row: 0, style: Style(.hint))
    case .columns(let list):
      drawHeadings(of: list, columns(of: list, content, available: width, nameWidth: nameWidth), into: &canvas)
    case .fact(let label, let value):
      canvas.write(label, column: 0, row: 0, style: Style(.label))
      canvas.write(value.truncated(to: max(0, width - nameWidth)), column: nameWidth, row: 0)
    case .inherited(let value):
      drawInherited(value, into: &canvas, workspace, nameWidth: nameWidth, surface)
    case .parameter(let list, let index):
      let columns = columns(of: list, content, available: width, nameWidth: nameWidth)
      let row = content.row(index, of: list)
      drawParameter(row, list, index, columns, into: &canvas, context, isSelected: isSelected)
    case .newParameter(let list):
      let columns = columns(of: list, content, available: width, nameWidth: nameWidth)
      drawNewRow(of: list, in: file, columns, into: &canvas, context, isSelected: isSelected)
    case .setting(let setting):
      canvas.write(setting.label, column: 0, row: 0, style: Style(.key))
      let part = Rect(column: nameWidth, row: 0, columns: width - nameWidth, rows: 1)
      drawValue(
        setting, setting.text(in: file), note: setting.note(in: file), .setting(setting), into: &canvas, part,
        workspace, surface)
    case .member(let list, let index, let member):
      canvas.write(member.label, column: 4, row: 0, style: Style(.key))
      let part = Rect(column: 2 + nameWidth, row: 0, columns: width - nameWidth - 2, rows: 1)
      let target = EditTarget.member(list, index, member)
      drawValue(
        member, target.content(in: file), note: "", target, into: &canvas, part, workspace, surface)
    case .prose(_, let spans): drawText(spans, into: &canvas, surface)
    case .line(let area, let index): drawText(content.spans(area, index, workspace), into: &canvas, surface)
    }
  }

  private func drawText(_ spans: [Span], into canvas: inout Canvas, _ surface: Style.Surface) {
    if surface != .plain { canvas.fill(Rect(canvas.size), Style(on: surface)) }
    canvas.write(spans, column: 0, row: 0, on: surface == .plain ? nil : surface)
  }

  private func drawInherited(
    _ inherited: InheritedValue, into canvas: inout Canvas, _ workspace: Workspace, nameWidth: Int,
    _ surface: Style.Surface
  ) {
    if surface != .plain { canvas.fill(Rect(canvas.size), Style(on: surface)) }
    let origin = inherited.isReplaced ? "replaced, \(inherited.origin)" : inherited.origin
    let room = max(0, canvas.size.columns - nameWidth - origin.columns - 4)
    let name = inherited.name.truncated(to: nameWidth - 1)
    canvas.write(name, column: 2, row: 0, style: Style(inherited.isReplaced ? .hint : .key, on: surface))
    let value = inherited.isReplaced ? [Span(inherited.value, .hint)] : workspace.spans(for: inherited.value)
    canvas.write(value.truncated(to: room), column: 2 + nameWidth, row: 0, on: surface)
    canvas.writeTrailing([Span(origin, .hint)], endingAt: canvas.size.columns, row: 0, on: surface)
  }

  private func drawValue(
    _ field: PlacedField, _ value: String, note: String, _ target: EditTarget, into canvas: inout Canvas, _ part: Rect,
    _ workspace: Workspace, _ surface: Style.Surface
  ) {
    if editing?.target == target { return drawField(into: &canvas, part, workspace) }
    var used: Int
    if let choices = field.field.choices {
      let choice = value.isEmpty ? PlacedField.notSet : value
      let isWrong = !value.isEmpty && !choices.contains(value)
      let style = Style(isWrong ? .error : .text, on: surface, underlined: isWrong)
      used = canvas.write("‹ \(choice) ›", column: part.column, row: 0, style: style)
    } else if value.isEmpty {
      used = canvas.write(PlacedField.notSet, column: part.column, row: 0, style: Style(.hint, on: surface))
    } else {
      let spans = field.isMasked(value) ? [Span(PlacedField.mask, .text)] : workspace.spans(for: value)
      used = canvas.write(spans.truncated(to: part.columns), column: part.column, row: 0, on: surface)
    }
    used += 2
    let room = max(0, part.columns - used)
    canvas.write(note.truncated(to: room), column: part.column + used, row: 0, style: Style(.hint))
  }

  func surface(_ isSelected: Bool, _ isFocused: Bool) -> Style.Surface {
    isSelected ? (isFocused ? .selected : .selectedUnfocused) : .plain
  }
}
