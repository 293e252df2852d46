// Edits of the selected row and the external editor.
extension RequestPane {
  /// Changes a request: in `context` at once, so that the rows match, and in the workspace through the output.
  mutating func apply(
    _ change: FileChange, to address: Address, in context: inout PaneContext
  ) -> [PaneOutput] {
    context.workspace.items[address].draft?.apply(change)
    fit(in: context)
    return [.edit(address, change)]
  }

  mutating func apply(_ change: FileChange, in context: inout PaneContext) -> [PaneOutput] {
    guard let address = context.workspace.shownFile, context.workspace.items[address].draft != nil else { return [] }
    return apply(change, to: address, in: &context)
  }

  mutating func apply(_ change: FileChange, in context: PaneContext) -> [PaneOutput] {
    var context = context
    return apply(change, in: &context)
  }

  /// Applies one edit to the shown request.
  mutating func edit(in context: inout PaneContext, _ edit: (inout SavedFile) -> Void) -> [PaneOutput] {
    guard let address = context.workspace.shownFile, var file = context.workspace.items[address].draft?.current else {
      return []
    }
    edit(&file)
    return apply(.replace(file), to: address, in: &context)
  }

  /// Changes the rows of a table of the shown request as one edit.
  mutating func edit(
    _ list: PlacedField, in context: inout PaneContext, _ change: (inout [Parameter]) -> Void
  ) -> [PaneOutput] {
    edit(in: &context) { file in
      var rows = list.rows(in: file)
      change(&rows)
      list.setRows(rows, in: &file)
    }
  }

  /// Sets a choice. What that means for the method depends on the field that is open then.
  private mutating func put(_ value: String, in setting: PlacedField, _ context: inout PaneContext) -> [PaneOutput] {
    if setting == .bodyKind { return apply(.bodyKind(BodyKind.named(value)), in: &context) }
    var problem: FieldProblem?
    let outputs = edit(in: &context) { problem = setting.set(value, in: &$0) }
    return outputs + (problem.map { [.failure($0.sentence)] } ?? [])
  }

  mutating func change(_ setting: PlacedField, to value: String, in context: inout PaneContext) -> [PaneOutput] {
    let former = context.workspace.request
    let outputs = put(value, in: setting, &context)
    return outputs + (setting == .bodyKind ? noteMethod(after: former, in: context) : [])
  }

  /// Sets what was chosen from a list. A kind leads on to its content.
  mutating func choose(_ value: String, of setting: PlacedField, in context: inout PaneContext) -> [PaneOutput] {
    let former = context.workspace.file
    let outputs = put(value, in: setting, &context)
    if case .kinds = setting.field.type { goToContent(of: setting, after: former, in: context) }
    return outputs + (setting == .bodyKind ? noteMethod(after: former?.request, in: context) : [])
  }

  /// Opens the selected cell for editing, or the list of a choice.
  mutating func edit(in context: PaneContext) -> [PaneOutput] {
    guard let row = selectedRow else { return [] }
    if case .address = row, cell == 0, context.workspace.request != nil { return chooseMethod(in: context) }
    if case .setting(let setting) = row, let values = setting.field.choices {
      return [.open(Picker.choices(values, of: setting, context.workspace.file))]
    }
    if case .member(let list, let index, let member) = row, let values = member.field.choices {
      return cycle(member, of: list, index, values, by: 1, in: context)
    }
    if case .inherited(let value) = row { return open(value, in: context) }
    if case .address = row, let file = context.workspace.shownEnvironmentFile {
      return [.renameEnvironment(file, context.workspace.id)]
    }
    if case .address = row, case .globals(let file, _) = context.workspace.subject {
      let add = context.workspace.keys.name(of: "request.addRow")
      return [.information("\(file.name) has no other name: \(add) adds a variable")]
    }
    guard let target = target(in: context) else { return [] }
    beginEditing(target, in: context)
    guard editing == nil else { return [] }
    let editor = context.workspace.keys.name(of: "request.externalEditor")
    return [.information("The value of this secret comes from another source: \(editor) opens its file")]
  }

  /// Goes to the folder that a value comes from.
  private func open(_ value: InheritedValue, in context: PaneContext) -> [PaneOutput] {
    guard let folder = context.workspace.address(ofFolder: value.folder) else {
      return [.information("\(value.folder) is above the open folder")]
    }
    return [.reveal(folder)]
  }

  mutating func toggleRow(in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch selectedRow {
    case .parameter(let list, let index) where !list.hasFixedRows:
      return edit(list, in: &context) { $0[index].isOff.toggle() }
    case .setting(let setting) where setting.field.choices != nil: return moveCell(by: 1, in: context)
    default: return edit(in: context)
    }
  }

  /// Selects the next or the previous of the values that a row's further member can have.
  mutating func cycle(
    _ member: PlacedField, of list: PlacedField, _ index: Int, _ values: [String], by step: Int,
    in context: PaneContext
  ) -> [PaneOutput] {
    let target = EditTarget.member(list, index, member)
    let current = context.workspace.file.map(target.content).flatMap(values.firstIndex) ?? 0
    var context = context
    return edit(in: &context) {
      _ = target.commit(values[(current + step + values.count) % values.count], to: &$0)
    }
  }

  mutating func addRow(in context: PaneContext) -> [PaneOutput] {
    let places = rows.indices.filter { if case .newParameter = rows[$0] { true } else { false } }
    // The table of the selected row, else the next one.
    guard let row = places.first(where: { $0 >= window.selected }) ?? places.last else { return [] }
    window.select(row, of: rows.count, height: height(in: context))
    cell = 0
    return edit(in: context)
  }

  mutating func addVariable(in context: inout PaneContext) -> [PaneOutput] {
    let outputs = commit(&context)
    // The tab of the request is kept for it, unless the form has that one, too.
    if shownTab(in: context) != .variables { select(.variables, in: context) } else { fit(in: context) }
    return outputs + addRow(in: context)
  }

  mutating func deleteRow(in context: PaneContext) -> [PaneOutput] {
    if case .member(let list, let index, let member)? = selectedRow {
      var context = context
      return edit(in: &context) { _ = EditTarget.member(list, index, member).commit("", to: &$0) }
    }
    guard case .parameter(let list, let index)? = selectedRow, !list.hasFixedRows else {
      return [.information("Select a parameter, header or field to delete it")]
    }
    var context = context
    return edit(list, in: &context) { $0.remove(at: index) }
  }

  // MARK: The external editor

  /// The multi-line text of the shown tab.
  var textArea: PlacedField? {
    selectedRow?.text ?? rows.lazy.compactMap(\.text).first
  }
}

extension Picker {
  fileprivate static func choices(_ values: [String], of setting: PlacedField, _ file: SavedFile?) -> Picker {
    var items = values.map {
      Item(title: $0.isEmpty ? PlacedField.notSet : $0, action: .request(.setting(setting, $0)))
    }
    var selected = file.flatMap { values.firstIndex(of: setting.text(in: $0)) } ?? 0
    if setting == .bodyKind {
      if let index = TextBodyKind.all.firstIndex(where: { $0.isOf(file?.request) }) { selected = items.count + index }
      items += TextBodyKind.all.map(\.item)
    }
    return Picker(title: setting.label, items: items, selected: selected)
  }
}
