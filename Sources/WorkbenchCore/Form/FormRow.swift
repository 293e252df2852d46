/// One row of the form, derived from the file.
package enum FormRow: Equatable, Sendable {
  /// Method and URL of a request, the name of a folder. Always the first row.
  case address
  case heading(String)
  /// The headings of a table.
  case columns(PlacedField)
  /// A row of a table.
  case parameter(PlacedField, Int)
  /// A further member of a table's row, such as the key of a certificate.
  case member(PlacedField, Int, PlacedField)
  /// The placeholder that adds a row to a table.
  case newParameter(PlacedField)
  /// A field with a single-row value.
  case setting(PlacedField)
  /// A line of a multi-line text.
  case line(PlacedField, Int)
  /// A line of rendered Markdown, wrapped to the width of the form.
  case prose(PlacedField, [Span])
  case hint(String)
  /// A read-only label with its value.
  case fact(String, String)
  case inherited(InheritedValue)

  /// The multi-line text that the row belongs to.
  var text: PlacedField? {
    switch self {
    case .line(let field, _), .prose(let field, _): field
    default: nil
    }
  }

  /// The rows of a hint that is longer than the form is wide.
  func wrapped(to columns: Int) -> [FormRow] {
    guard case .hint(let text) = self, text.columns > columns else { return [self] }
    return text.wrapped(to: columns).map(FormRow.hint)
  }

  package var isSelectable: Bool {
    switch self {
    case .heading, .hint, .fact, .columns: false
    case .address, .parameter, .member, .newParameter, .setting, .line, .prose, .inherited: true
    }
  }
}

extension PlacedField {
  static let bodyKind = PlacedField(.body)
  static let folderName = PlacedField(.folderName)

  /// Shown in place of a choice that is not made.
  static let notSet = "not set"

  /// Shown in place of a credential.
  static let mask = "••••••"

  /// The label of the placeholder that adds a row.
  var newRowHint: String {
    if case .rows(_, let adding) = field.type { adding } else { "" }
  }

  /// Whether the table's names are derived: rows cannot be added, renamed or removed.
  var hasFixedRows: Bool {
    if case .strings = field.type { true } else { false }
  }

  /// Whether its rows are checks of the response.
  var isChecks: Bool { field.name == Field.checks.name }

  /// Whether a row may name a file instead of a value.
  var takesFiles: Bool { shape?.fields.contains { $0.name == "file" } ?? false }

  /// Whether a row has a value beside its name.
  var hasValues: Bool { shape.map { $0.cells != nil || $0.fields.contains { $0.name == "value" } } ?? true }

  /// The headings of a row's name and value.
  var headings: [String] { shape?.cells?.headings ?? ["Name", "Value"] }

  /// Whether a row has a description beside its value.
  var hasDescriptions: Bool { hasValues && shape?.fields.contains { $0.name == "description" } ?? false }

  /// The last cell of a row: name, value, description.
  var lastCell: Int { hasDescriptions ? 2 : hasValues ? 1 : 0 }

  /// A new row with an empty name.
  func newRow() -> Parameter { hasValues ? Parameter("", "") : Parameter(document: ["name": ""]) }

  /// The further members of a row that have rows of their own.
  func members(of row: Parameter) -> [PlacedField] {
    if holdsVariables { return [] }
    if let cells = shape?.cells { return fields(cells.further, of: row) }
    let further = (shape?.fields ?? []).filter {
      !["name", "value", "off", "file", "asIs"].contains($0.name) && !(hasDescriptions && $0.name == "description")
        && ($0.isInForm || row.document[$0.name] != nil)
    }
    // Only the parts that are files have a type and a name as a rule.
    return further.filter { !takesFiles || row.file != nil || row.document[$0.name] != nil }.map {
      PlacedField($0, in: field.name)
    }
  }

  /// A member that is always in the form, or once it is set.
  private func fields(_ names: [String], of row: Parameter) -> [PlacedField] {
    let fields = (shape?.fields ?? []).filter { names.contains($0.name) }
    return fields.filter { $0.isInForm || row.document[$0.name] != nil }.map { PlacedField($0, in: field.name) }
  }

  /// Whether the text is rendered as Markdown.
  var isMarkdown: Bool {
    if case .lines(.markdown) = field.type { true } else { false }
  }

  var isJSON: Bool {
    if case .json = field.type { true } else { false }
  }

  /// The extension of the file opened in an external editor.
  var fileExtension: String {
    if case .lines(let syntax) = field.type { syntax.fileExtension } else { "json" }
  }

  /// Whether to mask the value: it is a secret and contains no variables.
  func isMasked(_ text: String) -> Bool {
    field.isSecret && !text.isEmpty && Template(text).variables.isEmpty
  }
}
