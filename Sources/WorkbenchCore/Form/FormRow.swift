package import RequestModel

/// One row of the form, derived from the file.
package enum FormRow: Equatable, Sendable {
  /// Method and URL of a request, the name of a folder. Always the first row.
  case address
  case heading(String)
  /// The headings of a table.
  case columns(PlacedField)
  /// A row of a table.
  case parameter(PlacedField, Int)
  /// The placeholder that adds a row to a table.
  case newParameter(PlacedField)
  /// A field with a single-row value.
  case setting(PlacedField)
  /// A line of a multi-line text.
  case line(PlacedField, Int)
  case hint(String)
  /// A label and its value, for reading.
  case fact(String, String)
  case inherited(InheritedValue)

  package var isSelectable: Bool {
    switch self {
    case .heading, .hint, .fact, .columns: false
    case .address, .parameter, .newParameter, .setting, .line, .inherited: true
    }
  }
}

extension PlacedField {
  static let bodyKind = PlacedField(.body)
  static let folderName = PlacedField(.folderName)

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
