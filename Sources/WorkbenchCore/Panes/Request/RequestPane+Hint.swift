// Explains the variables at the cursor, and has the hints that their rows are too short for.
extension RequestPane {
  /// The explanation of the variables at the cursor or in the selected cell, for the bottom border.
  ///
  /// - Parameter nameWidth: The width of the names in the form.
  func explanation(in context: PaneContext, nameWidth: Int = 0) -> [Span] {
    let selected = editing == nil ? selectedText(in: context) : nil
    let names = selected.map { expressions(in: $0, context) } ?? namesAtCursor(in: context)
    let variables = context.workspace.variables.value
    // Prefer a variable without a value.
    let name = names.first { !variables.unresolved(in: "{{\($0)}}").isEmpty } ?? names.first
    return mistake(in: context) ?? selected.flatMap(Self.unclosedBraces) ?? name.map(variables.explanation) ?? findings
      ?? secretKeys(in: context) ?? hint(in: context, nameWidth: nameWidth).map { [Span($0, .hint)] } ?? []
  }

  /// The hint of the selected row; `nil` if the row shows all of it.
  private func hint(in context: PaneContext, nameWidth: Int) -> String? {
    guard let file = context.workspace.file else { return nil }
    let width = context.contentColumns - 2
    switch selectedRow {
    case .setting(let field):
      let note = field.note(in: file)
      // An open field has the place of its note.
      let isCut = editing != nil || nameWidth + field.shownWidth(in: file) + 2 + note.columns > width
      return isCut && !note.isEmpty ? note : nil
    case .newParameter(let list):
      return editing == nil && list.newRowHint.columns + 4 > width ? list.newRowHint : nil
    default: return nil
    }
  }

  /// The mistake in the selected row.
  private func mistake(in context: PaneContext) -> [Span]? {
    guard editing == nil, let (list, index) = rowWithMistake, let file = context.workspace.file,
      let row = list.rows(in: file).dropFirst(index).first
    else { return nil }
    return list.mistake(in: row).map { [Span($0.sentence.visibleLine, .error)] }
  }

  /// The remark on braces in a text that are not closed.
  private static func unclosedBraces(in text: String) -> [Span]? {
    Template.unclosed(in: text).map { _ in [Span(Template.remarkOnUnclosed, .warning)] }
  }

  private var rowWithMistake: (list: PlacedField, index: Int)? {
    switch selectedRow {
    case .parameter(let list, let index), .member(let list, let index, _): (list, index)
    default: nil
    }
  }

  /// The error in the open text with its position, or a remark on the text.
  private var findings: [Span]? {
    guard let editing, let check = editing.check else { return nil }
    if let problem = check.problem { return [Span(Self.sentence(problem, in: editing.editor.buffer), .error)] }
    return check.note.map { [Span($0, .note)] }
  }

  /// The keys for the secret variable in the selected row.
  private func secretKeys(in context: PaneContext) -> [Span]? {
    guard editing == nil, isSecretSelected(in: context) else { return nil }
    let map = context.workspace.keys
    let (reveal, unset) = (map.name(of: "request.reveal"), map.name(of: "request.unsetSecret"))
    let toggle = map.name(of: "request.toggleSecret")
    let shown = isSecretRevealed(in: context) ? "masks it" : "reveals it"
    let keys = "\(reveal) \(shown)  \(unset) unsets it  \(toggle) keeps it in the file"
    switch cell {
    case 0: return [Span("e renames it  → selects its value  " + keys, .hint)]
    case 1: return [Span("e sets its value  " + keys, .hint)]
    default: return [Span("e describes it in the file  ← selects its value  " + keys, .hint)]
    }
  }

  /// The variables at the cursor of the open field.
  private func namesAtCursor(in context: PaneContext) -> [String] {
    guard let editing, editing.secret == nil else { return [] }
    let (text, column) = editing.editor.surroundings
    return VariableAtCursor.name(in: text, at: column).map { names(of: $0, in: context) } ?? []
  }

  private func expressions(in text: String, _ context: PaneContext) -> [String] {
    Template(text).expressions.flatMap { names(of: $0, in: context) }
  }

  /// The text of the selected row, of which long ones are split into lines.
  private func selectedText(in context: PaneContext) -> String? {
    context.workspace.file.flatMap { file in selectedRow.map { text(of: $0, file) } }
  }

  /// The variables in a template. A nested one has its whole name, with the inner variables replaced, then the inner
  /// ones.
  private func names(of template: String, in context: PaneContext) -> [String] {
    guard Template.isNested(template) else { return [template] }
    let whole = context.workspace.variables.value.index.filled(template)
    return (whole.map { [$0] } ?? []) + Template(template).variables
  }

  private func text(of row: FormRow, _ file: SavedFile) -> String {
    switch row {
    case .address: file.request?.shownURL ?? ""
    case .parameter(let list, let index):
      EditTarget.parameterName(list, index).content(in: file) + EditTarget.parameterValue(list, index).content(in: file)
    case .member(let list, let index, let member):
      member.field.allowsVariables ? EditTarget.member(list, index, member).content(in: file) : ""
    case .setting(let field): field.field.allowsVariables ? field.text(in: file) : ""
    case .line(let field, let index):
      field.field.allowsVariables
        ? field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(index).first.map(
          String.init) ?? "" : ""
    case .inherited(let value): value.value
    case .newParameter, .prose, .heading, .hint, .fact, .columns: ""
    }
  }
}

extension PlacedField {
  /// The columns of its value in the form.
  fileprivate func shownWidth(in file: SavedFile) -> Int {
    let value = text(in: file)
    let shown = value.isEmpty ? Self.notSet : isMasked(value) ? Self.mask : value
    return shown.columns + (field.choices == nil ? 0 : 4)
  }
}

/// Finds the variable that the cursor of a text field is in.
enum VariableAtCursor {
  /// - Parameter column: The number of characters before the cursor.
  static func name(in line: String, at column: Int) -> String? {
    let offset = String(line.prefix(column)).utf8.count
    let found = Template.ranges(in: line).first { $0.lowerBound <= offset && offset <= $0.upperBound }
    guard let found else { return nil }
    return Template(String(decoding: Array(line.utf8)[found], as: UTF8.self)).expressions.first
  }
}
