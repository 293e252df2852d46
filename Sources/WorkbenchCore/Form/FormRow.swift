package import RequestModel

/// One row of the request pane. The rows are made from the request each time: there is no second copy to keep in step.
package enum FormRow: Equatable, Sendable {
  /// Method and URL; always the first row.
  case address
  case heading(String)
  /// A row of a table.
  case parameter(PlacedField, Int)
  /// Where a new row of a table is begun.
  case newParameter(PlacedField)
  /// A field whose value fits into one row.
  case setting(PlacedField)
  /// A line of a long text.
  case line(PlacedField, Int)
  case hint(String)

  package var isSelectable: Bool {
    switch self {
    case .heading, .hint: false
    case .address, .parameter, .newParameter, .setting, .line: true
    }
  }
}

extension PlacedField {
  static let bodyKind = PlacedField(.body)

  /// What a new row of the table is called in the form.
  var newRowHint: String {
    if case .rows(_, let adding) = field.type { adding } else { "" }
  }

  /// Whether the names of the table's rows come from elsewhere: the rows cannot be added, renamed or removed.
  var hasFixedRows: Bool {
    if case .strings = field.type { true } else { false }
  }

  /// Whether a row may name a file in the place of a value.
  var takesFiles: Bool {
    guard case .rows(let shape, _) = field.type else { return false }
    return shape.fields.contains { if case .file = $0.type { true } else { false } }
  }

  var isJSON: Bool {
    if case .json = field.type { true } else { false }
  }

  /// The ending of the file that an external editor gets.
  var fileExtension: String {
    if case .lines(let syntax) = field.type { syntax.fileExtension } else { "json" }
  }

  /// How the value is masked where it is a credential and not a variable.
  func isMasked(_ text: String) -> Bool {
    field.isSecret && !text.isEmpty && Template(text).variables.isEmpty
  }
}
