import RequestModel
import TerminalUI

extension Workbench {
  var whyNotEditable: String? {
    switch workspace.subject {
    case .request(let address):
      workspace.drafts[address] != nil
        ? nil
        : workspace.problems[address] == nil
          ? "Still reading the file" : "This file cannot be edited here: E opens it in your editor"
    case .past: "This is history: o in the list goes to the request itself"
    case .folder, .nothing: "Select a request first"
    }
  }

  /// The long text of the tab in sight.
  var textArea: PlacedField? {
    if case .line(let area, _)? = requestPane.selectedRow(workspace) { return area }
    return requestPane.rows(workspace).lazy.compactMap { if case .line(let area, _) = $0 { area } else { nil } }.first
  }

  mutating func editAddress() -> [Effect] {
    let effects = focus(.request)
    requestPane.window.select(0, of: .max, height: height(.request))
    requestPane.cell = 1
    guard whyNotEditable == nil else { return effects }
    requestPane.beginEditing(.url, workspace)
    return effects
  }

  mutating func edit() -> [Effect] {
    guard let row = requestPane.selectedRow(workspace) else { return [] }
    if case .address = row, requestPane.cell == 0 { return openMethods() }
    if case .setting(let setting) = row, let values = setting.field.choices {
      return openChoices(setting, values)
    }
    if let target = requestPane.target(workspace) { requestPane.beginEditing(target, workspace) }
    return []
  }

  private mutating func openMethods() -> [Effect] {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
    let items = methods.map { Picker.Item(title: $0, detail: "", whyUnavailable: nil, action: .method($0)) }
    let selected = methods.firstIndex(of: workspace.request?.method ?? "GET") ?? 0
    overlays.append(
      .picker(Picker(title: "Method (or type your own)", items: items, selected: selected, allowsOther: true)))
    return []
  }

  private mutating func openChoices(_ setting: PlacedField, _ values: [String]) -> [Effect] {
    let items = values.map { Picker.Item(title: $0, detail: "", whyUnavailable: nil, action: .setting(setting, $0)) }
    let selected = workspace.request.flatMap { values.firstIndex(of: setting.text(in: $0)) } ?? 0
    overlays.append(.picker(Picker(title: setting.label, items: items, selected: selected)))
    return []
  }

  mutating func change(_ setting: PlacedField, to value: String) -> [Effect] {
    if setting == .bodyKind { return changeDraft { $0.setBodyKind(BodyKind.named(value)) } }
    var problem: FieldProblem?
    let effects = editDraft { problem = setting.set(value, in: &$0) }
    if let problem { notice = Notice(.failure, problem.sentence) }
    return effects
  }

  mutating func toggleRow() -> [Effect] {
    switch requestPane.selectedRow(workspace) {
    case .parameter(let list, let index) where !list.hasFixedRows:
      return editDraft { request in
        var rows = list.rows(in: request)
        rows[index].isOff.toggle()
        list.setRows(rows, in: &request)
      }
    case .setting: return moveCell(1)
    default: return edit()
    }
  }

  mutating func addRow() -> [Effect] {
    let rows = requestPane.rows(workspace)
    guard let row = rows.lastIndex(where: { if case .newParameter = $0 { true } else { false } }) else {
      return refuse("Add a row", "This tab has no rows to add")
    }
    requestPane.window.select(row, of: rows.count, height: height(.request))
    requestPane.cell = 0
    return edit()
  }

  mutating func deleteRow() -> [Effect] {
    guard case .parameter(let list, let index)? = requestPane.selectedRow(workspace), !list.hasFixedRows else {
      notice = Notice(.information, "Only a parameter, header or field can be deleted")
      return []
    }
    return editDraft { request in
      var rows = list.rows(in: request)
      rows.remove(at: index)
      list.setRows(rows, in: &request)
    }
  }

  mutating func moveInRequest(_ step: Int) -> [Effect] {
    requestPane.move(by: step, workspace, height: height(.request))
    return []
  }

  /// Left and right: between name and value, or through the values of a choice.
  mutating func moveCell(_ step: Int) -> [Effect] {
    guard let row = requestPane.selectedRow(workspace), let request = workspace.request else { return [] }
    guard case .setting(let setting) = row, let values = setting.field.choices else {
      requestPane.cell = min(1, max(0, requestPane.cell + step))
      return []
    }
    if let reason = whyNotEditable {
      notice = Notice(.information, reason)
      return []
    }
    let index = values.firstIndex(of: setting.text(in: request)) ?? 0
    return change(setting, to: values[(index + step + values.count) % values.count])
  }

  mutating func editExternally() -> [Effect] {
    guard let area = textArea, let request = workspace.request else { return [] }
    let ticket = EditTicket(workspace: workspace.id, subject: workspace.subject, field: area)
    return [.edit(ticket, text: area.text(in: request), fileExtension: area.fileExtension)]
  }
}
