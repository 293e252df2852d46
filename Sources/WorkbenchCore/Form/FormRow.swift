package import RequestModel

/// One row of the request pane, derived from the request.
package enum FormRow: Equatable, Sendable {
  /// Method and URL. Always the first row.
  case address
  case heading(String)
  /// A row of a table.
  case parameter(PlacedField, Int)
  /// The placeholder that adds a row to a table.
  case newParameter(PlacedField)
  /// A field with a single-row value.
  case setting(PlacedField)
  /// A line of a multi-line text.
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

  /// The label of the placeholder that adds a row.
  var newRowHint: String {
    if case .rows(_, let adding) = field.type { adding } else { "" }
  }

  /// Whether the table's names are derived: rows cannot be added, renamed or removed.
  var hasFixedRows: Bool {
    if case .strings = field.type { true } else { false }
  }

  /// Whether a row may name a file instead of a value.
  var takesFiles: Bool {
    guard case .rows(let shape, _) = field.type else { return false }
    return shape.fields.contains { if case .file = $0.type { true } else { false } }
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
