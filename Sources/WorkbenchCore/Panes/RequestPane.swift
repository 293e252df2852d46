package import RequestModel
package import TerminalUI

/// The request under edit: its address, and one tab of its parts.
package struct RequestPane: Equatable, Sendable {
  package var tab = FormTab.params
  /// The selected row of the form; row 0 is the address.
  package var window = ListWindow(selected: 0)
  /// 0 for the left cell of a row, 1 for the right one.
  package var cell = 1
  package var editing: Editing?

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

  package func rows(_ workspace: Workspace) -> [FormRow] {
    workspace.request.map { RequestForm.rows(of: $0, tab: shownTab(workspace)) } ?? []
  }

  /// The tabs of the shown request's kind.
  package func tabs(_ workspace: Workspace) -> [FormTab] { (workspace.request?.kind ?? .standard).formTabs }

  /// The chosen tab, or the first one where the shown request's kind has none of that name.
  package func shownTab(_ workspace: Workspace) -> FormTab {
    let tabs = tabs(workspace)
    return tabs.contains(tab) ? tab : tabs.first ?? tab
  }

  package func selectedRow(_ workspace: Workspace) -> FormRow? {
    let rows = rows(workspace)
    return rows.indices.contains(window.selected) ? rows[window.selected] : nil
  }

  // MARK: Moving

  package mutating func select(_ tab: FormTab, _ workspace: Workspace) {
    self.tab = tab
    window = ListWindow(selected: 0)
    fit(workspace, height: 1)
  }

  /// Moves to the next row that can be selected.
  package mutating func move(by step: Int, _ workspace: Workspace, height: Int) {
    let rows = rows(workspace)
    guard !rows.isEmpty else { return }
    var target = min(max(0, window.selected + step), rows.count - 1)
    while rows.indices.contains(target), !rows[target].isSelectable { target += step < 0 ? -1 : 1 }
    // Nothing further on can be selected: the last row before it is as far as it goes.
    if !rows.indices.contains(target) { target = rows.lastIndex(where: \.isSelectable) ?? 0 }
    window.select(target, of: rows.count, height: height)
  }

  package mutating func fit(_ workspace: Workspace, height: Int) {
    let rows = rows(workspace)
    window.fit(count: rows.count, height: height)
    if rows.indices.contains(window.selected), !rows[window.selected].isSelectable {
      move(by: 1, workspace, height: height)
    }
  }

  // MARK: Editing

  /// What Enter edits in the selected row; `nil` where the row offers a choice or nothing.
  package func target(_ workspace: Workspace) -> EditTarget? {
    guard let request = workspace.request, let row = selectedRow(workspace) else { return nil }
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

  package mutating func beginEditing(_ target: EditTarget, _ workspace: Workspace) {
    guard let request = workspace.request else { return }
    var editor = TextEditor(target.content(in: request), isMultiline: target.isMultiline)
    if target.isMultiline, case .line(_, let line)? = selectedRow(workspace) {
      editor.place(line, 0)
      editor.moveToLineEnd()
    }
    editing = Editing(target: target, editor: editor, subject: workspace.subject, firstLine: max(0, editor.row - 3))
  }

  /// Shows the content of an open field anew, with the cursor where it was.
  package mutating func renewField(_ workspace: Workspace) {
    guard let editing, let request = workspace.request else { return }
    var editor = TextEditor(editing.target.content(in: request), isMultiline: editing.target.isMultiline)
    editor.place(editing.editor.row, editing.editor.column)
    self.editing?.editor = editor
  }

  /// Closes the field and puts its text into the draft it was opened for.
  package mutating func commit(_ workspace: inout Workspace) -> Notice? {
    guard let editing else { return nil }
    self.editing = nil
    guard case .request(let address) = editing.subject else { return nil }
    var notice: Notice?
    workspace.drafts[address]?.edit { notice = editing.target.commit(editing.editor.text, to: &$0) }
    if case .text = editing.target {
      let first = rows(workspace).firstIndex { if case .line = $0 { true } else { false } } ?? 0
      window.select(first + editing.editor.row, of: rows(workspace).count, height: .max / 2)
    }
    return notice
  }

  /// Where Tab goes from a cell: from a name to its value, from a value to the next row's name.
  package mutating func advance(after target: EditTarget, _ workspace: Workspace, height: Int) -> EditTarget? {
    guard let request = workspace.request else { return nil }
    switch target {
    case .method:
      cell = 1
      return .url
    case .parameterName(let list, let index):
      guard index < list.rows(in: request).count else { return nil }
      cell = 1
      return .parameterValue(list, index)
    case .parameterValue(let list, _):
      move(by: 1, workspace, height: height)
      cell = list.hasFixedRows ? 1 : 0
      return self.target(workspace)
    case .url, .setting, .text: return nil
    }
  }

  /// Where Shift+Tab goes: from a value to its name, from a name to the value of the row above.
  package mutating func retreat(before target: EditTarget, _ workspace: Workspace, height: Int) -> EditTarget? {
    switch target {
    case .parameterValue(let list, let index) where !list.hasFixedRows:
      cell = 0
      return .parameterName(list, index)
    case .parameterName, .parameterValue:
      let row = window.selected
      move(by: -1, workspace, height: height)
      cell = 1
      return window.selected == row ? nil : self.target(workspace)
    case .method, .url, .setting, .text: return nil
    }
  }
}
