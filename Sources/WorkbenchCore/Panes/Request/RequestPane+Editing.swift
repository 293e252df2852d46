import RequestModel
import TerminalUI

// Edits of the selected row and the external editor.
extension RequestPane {
  /// Changes a request: in `context` at once, so that the rows match, and in the workspace through the output.
  mutating func apply(
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

  /// Applies one edit to the shown request.
  mutating func edit(in context: inout PaneContext, _ edit: (inout SavedRequest) -> Void) -> [PaneOutput] {
    guard case .request(let address) = context.workspace.subject,
      var request = context.workspace.drafts[address]?.current
    else { return [] }
    edit(&request)
    return apply(.replace(request), to: address, in: &context)
  }

  mutating func change(_ setting: PlacedField, to value: String, in context: inout PaneContext) -> [PaneOutput] {
    if setting == .bodyKind { return apply(.bodyKind(BodyKind.named(value)), in: context) }
    var problem: FieldProblem?
    let outputs = edit(in: &context) { problem = setting.set(value, in: &$0) }
    return outputs + (problem.map { [.failure($0.sentence)] } ?? [])
  }

  /// Opens the selected cell for editing, or the list of a choice.
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
      return [.refusal("Add row", "This tab has no table")]
    }
    window.select(row, of: rows.count, height: height(in: context))
    cell = 0
    return edit(in: context)
  }

  mutating func deleteRow(in context: PaneContext) -> [PaneOutput] {
    guard case .parameter(let list, let index)? = selectedRow, !list.hasFixedRows else {
      return [.information("Select a parameter, header or field to delete it")]
    }
    var context = context
    return edit(in: &context) { request in
      var rows = list.rows(in: request)
      rows.remove(at: index)
      list.setRows(rows, in: &request)
    }
  }

  // MARK: The external editor

  /// The multi-line text of the shown tab.
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
