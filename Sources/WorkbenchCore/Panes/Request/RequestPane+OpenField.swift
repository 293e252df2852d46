// Opening, committing and leaving the text field.
extension RequestPane {
  /// The text that Enter edits in the selected row; `nil` if the row has none.
  func target(in context: PaneContext) -> EditTarget? {
    guard let file = context.workspace.file, let row = selectedRow else { return nil }
    switch row {
    case .address where file.role == .environment || file.role == .workspace: return nil
    case .address where file.role != .request: return .setting(.folderName)
    case .address: return cell == 0 ? .method : .url
    case .parameter(let list, let index):
      if cell == 2, list.hasDescriptions { return .parameterDescription(list, index) }
      if cell == 0 || !list.hasValues { return .parameterName(list, index) }
      let value = EditTarget.parameterValue(list, index)
      return value.isSecret(in: file) ? .secretValue(list, index) : value
    case .member(let list, let index, let member):
      return member.field.choices == nil ? .member(list, index, member) : nil
    case .newParameter(let list): return .parameterName(list, list.rows(in: file).count)
    case .setting(let setting): return setting.field.choices == nil ? .setting(setting) : nil
    case .line(let area, _), .prose(let area, _): return .text(area)
    case .heading, .hint, .fact, .columns, .inherited: return nil
    }
  }

  mutating func beginEditing(_ target: EditTarget, in context: PaneContext) {
    guard let file = context.workspace.file, let address = context.workspace.shownFile, !target.isSecret(in: file)
    else {
      return
    }
    var editor = TextEditor(target.openingText(in: file), isMultiline: target.isMultiline)
    var language = CodeLanguage.plain
    if case .text(let field) = target { language = CodeLanguage(field, in: file) }
    if case .table(let list) = target { language = .table(allowsBareNames: list.allowsBareNames) }
    editor.syntax = language.syntax
    if target.isMultiline, case .line(_, let line)? = selectedRow {
      editor.place(line, .max)
    }
    if target.isMultiline, case .prose? = selectedRow { editor.place(0, 0) }
    var editing = Editing(
      target: target, editor: editor, address: address, opened: editor.buffer, language: language,
      firstRow: max(0, editor.row - 3), completing: Completing(seen: .init(editor)))
    if case .secretValue(let list, let index) = target {
      let variable = Variable(document: list.rows(in: file)[index].document)
      guard variable.source == .secret, let place = place(of: variable, in: context) else { return }
      editing.secret = place
    }
    editing.editor.clipboard = clipboard
    if settings.usesVim, target.isMultiline { editing.vim = lastVim.inAnotherText() }
    self.editing = editing
  }

  /// Edits the URL, whichever row is selected.
  mutating func editURL(in context: PaneContext) {
    window.select(0, of: .max, height: height(in: context))
    cell = 1
    if context.workspace.whyNotEditable == nil, let target = target(in: context) { beginEditing(target, in: context) }
  }

  /// Reloads the content of the open field and keeps the cursor's position.
  mutating func renewField(in context: PaneContext) {
    guard let editing, let file = context.workspace.file else { return }
    var editor = TextEditor(editing.target.openingText(in: file), isMultiline: editing.target.isMultiline)
    (editor.syntax, editor.clipboard) = (editing.editor.syntax, editing.editor.clipboard)
    editor.place(editing.editor.row, editing.editor.column)
    self.editing?.editor = editor
    self.editing?.opened = editor.buffer
    self.editing?.find = nil
    self.editing?.checked = nil
  }

  /// Closes the field and writes its text into the request it was opened for.
  ///
  /// Every way of leaving a field ends here, so that nothing typed is lost.
  mutating func commit(_ context: inout PaneContext) -> [PaneOutput] {
    guard let editing else { return [] }
    self.editing = nil
    remember(editing)
    if editing.secret != nil { return keepSecret(editing.editor.text, editing, in: context) }
    guard var file = context.workspace.items[editing.address].draft?.current else { return [] }
    let notice = editing.target.commit(editing.editor.text, to: &file)
    var outputs = apply(.replace(file), to: editing.address, in: &context)
    if editing.editor.buffer != editing.opened { outputs += allow(editing.target, of: editing.address, in: context) }
    if editing.target == .url, let typed = file.request?.url, PastedText.isCurl(typed) {
      return outputs + [.tell(ImportRequest.paste(typed, .request(editing.address)))]
    }
    if case .text = editing.target {
      if let first = rows.firstIndex(where: { if case .line = $0 { true } else { false } }) {
        window.select(first + editing.editor.row, of: rows.count, height: .max / 2)
      }
      fit(in: context)
    }
    return (notice.map { [.notice($0)] } ?? []) + outputs
  }

  /// Writes the open field into its request. A long text stays open.
  mutating func write(in context: PaneContext) -> [PaneOutput] {
    var context = context
    guard let editing, editing.target.isMultiline,
      var file = context.workspace.items[editing.address].draft?.current
    else {
      return commit(&context)
    }
    let notice = editing.target.commit(editing.editor.text, to: &file)
    self.editing?.opened = editing.editor.buffer
    return (notice.map { [.notice($0)] } ?? []) + apply(.replace(file), to: editing.address, in: &context)
  }

  /// Schedules a save of the typed text to the draft, at most half a second after a key.
  mutating func keepSoon() -> [PaneOutput] {
    guard !isWakeAsked else { return [] }
    isWakeAsked = true
    return [.effect(.wakeForDraft(after: .milliseconds(500)))]
  }

  /// Saves the open field to the draft without closing it.
  mutating func keepField(in context: PaneContext) -> [PaneOutput] {
    isWakeAsked = false
    let revision = editing?.editor.revision
    let isPausing = editing?.kept == revision
    checkText(isPausing: isPausing)
    editing?.kept = revision
    guard let editing, let openText, let draft = context.workspace.items[openText.address].draft else { return [] }
    let field = OpenField(draft: draft, target: openText.target, text: editing.editor.buffer)
    // Check long texts once typing has paused.
    let again = editing.checked == editing.editor.revision || !editing.target.isMultiline || isPausing ? [] : keepSoon()
    return [.effect(.files(context.workspace.id, .keepField(openText.address, field)))] + again
  }

  /// Remembers the state that the next open field starts with.
  private mutating func remember(_ editing: Editing) {
    clipboard = editing.editor.clipboard
    if let find = editing.find { lastFind = find }
    if let vim = editing.vim { lastVim = vim }
  }

  /// Whether Tab moves from the open field to another one.
  func hasNextField(in context: PaneContext) -> Bool {
    guard let editing, !editing.target.isMultiline, let file = context.workspace.file else { return false }
    if case .parameterName(let list, let index) = editing.target, index >= list.rows(in: file).count {
      // An empty name adds no row.
      return editing.editor.buffer.count > 0
    }
    var pane = self
    return pane.advance(after: editing.target, in: context) != nil || pane.window != window
  }

  /// The cell that Tab moves to: from a name to its value, from a value to the next row's name.
  mutating func advance(after target: EditTarget, in context: PaneContext) -> EditTarget? {
    guard let file = context.workspace.file else { return nil }
    switch target {
    case .method:
      cell = 1
      return .url
    case .parameterName(let list, let index):
      guard index < list.rows(in: file).count else { return nil }
      if !list.hasValues { return moveToField(by: 1, in: context) }
      cell = 1
      let value = EditTarget.parameterValue(list, index)
      return value.isSecret(in: file) ? .secretValue(list, index) : value
    case .parameterValue, .secretValue, .parameterDescription, .member, .url, .setting:
      return moveToField(by: 1, in: context)
    case .text, .table: return nil
    }
  }

  /// The empty value that Enter opens after the name of a row.
  mutating func emptyValue(after target: EditTarget, in context: PaneContext) -> EditTarget? {
    guard case .parameterName(let list, let index) = target, list.hasValues, let file = context.workspace.file else {
      return nil
    }
    let value = EditTarget.parameterValue(list, index)
    let isThere = index < list.rows(in: file).count
    return isThere && !value.isSecret(in: file) && value.content(in: file).isEmpty
      ? advance(after: target, in: context) : nil
  }

  /// Moves to the next row with a field of one line, and returns that field: its name when moving down, its value when
  /// moving up. Stops at a row with a choice, which is selected but not opened.
  private mutating func moveToField(by step: Int, in context: PaneContext) -> EditTarget? {
    let (window, cell) = (self.window, self.cell)
    var row: Int
    repeat {
      row = self.window.selected
      move(by: step, in: context)
      self.cell = 1
      if step > 0, case .parameter(let list, _)? = selectedRow, !list.hasFixedRows { self.cell = 0 }
      if step > 0, case .newParameter? = selectedRow { self.cell = 0 }
      if self.window.selected != row, let target = target(in: context), !target.isMultiline { return target }
      if self.window.selected != row, case .member(_, _, let member)? = selectedRow, member.field.choices != nil {
        return nil
      }
    } while self.window.selected != row
    (self.window, self.cell) = (window, cell)
    return nil
  }

  /// The cell that Shift+Tab moves to: from a value to its name, from a name to the value of the row above.
  mutating func retreat(before target: EditTarget, in context: PaneContext) -> EditTarget? {
    switch target {
    case .parameterValue(let list, let index) where !list.hasFixedRows, .secretValue(let list, let index):
      cell = 0
      return .parameterName(list, index)
    case .parameterDescription:
      cell = 1
      return self.target(in: context)
    case .parameterName, .parameterValue, .member, .setting: return moveToField(by: -1, in: context)
    case .method, .url, .text, .table: return nil
    }
  }
}
