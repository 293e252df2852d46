/// Describes one named value of a request, an auth kind, a body kind or the options.
///
/// Drives reading, saving, the form row, secrecy, the JSON Schema and the reference in `docs/`.
/// A class, because reading a request iterates over many fields and references are cheaper to copy.
package final class Field: Sendable {
  /// The name of the member in the file.
  package let name: String
  /// The name in the form.
  package let label: String
  /// A sentence for the schema and the reference.
  package let help: String
  package let type: FieldType
  /// Whether the value is a credential: masked in the form, never stored in history.
  package let isSecret: Bool
  /// The value if the member is missing.
  package let defaultValue: JSONValue?
  /// The initial value of a new field.
  package let initial: String
  /// The note beside the value in the form; `missingNote` replaces it if the value is missing.
  package let note: String
  package let missingNote: String?
  /// Whether the form has a row for it.
  package let isInForm: Bool
  /// Whether `{{variables}}` in the value are replaced.
  package let allowsVariables: Bool
  /// When the form has the row, where that depends on another field of the same kind.
  package let condition: FieldCondition?
  /// The heading above its row; `nil` in forms without headings.
  package let group: FieldGroup?
  /// The long text below which the form has its row; `nil` puts the row above all texts.
  package let textAbove: String?

  package init(
    _ name: String, _ label: String, _ help: String, _ type: FieldType = .text, isSecret: Bool = false,
    defaultValue: JSONValue? = nil, initial: String = "", note: String = "", missingNote: String? = nil,
    isInForm: Bool = true, allowsVariables: Bool = true, condition: FieldCondition? = nil, group: FieldGroup? = nil,
    textAbove: String? = nil
  ) {
    self.name = name
    self.label = label
    self.help = help
    self.type = type
    self.isSecret = isSecret
    self.defaultValue = defaultValue
    self.initial = initial
    self.note = note
    self.missingNote = missingNote
    self.isInForm = isInForm
    self.allowsVariables = allowsVariables
    self.condition = condition
    self.group = group
    self.textAbove = textAbove
  }
}

extension Field {
  /// A field whose value has no variables.
  static func literal(_ name: String, _ label: String, _ help: String, _ type: FieldType = .text) -> Field {
    Field(name, label, help, type, allowsVariables: false)
  }
}

/// Which values of another field give a field a meaning.
package struct FieldCondition: Sendable {
  package let field: String
  package let values: Set<String>

  package init(_ field: String, _ values: [String]) {
    self.field = field
    self.values = Set(values)
  }
}

/// The type of a field's value, in the file and in the form.
package indirect enum FieldType: Sendable {
  case text
  /// A text or a number. A typed number is one, and a text in quotes is a text.
  case scalar
  /// Long text: a string, or an array of lines.
  case lines(TextSyntax)
  case number(NumberRule)
  case flag
  case choice([String])
  /// The path of a file, relative to the request file.
  case file
  /// Any JSON. With `keepsBrokenText`, a string holds text that is parsed as JSON after its variables are replaced.
  case json(keepsBrokenText: Bool = false)
  /// An object of strings.
  case strings
  /// An array of objects. `adding` is the label of the form's row for a new one.
  case rows(RowShape, adding: String)
  case names
  case object([Field])
  /// An object whose kind is given by one of its keys.
  case kinds(KindTable)
}

/// The syntax of a long text.
package enum TextSyntax: String, Sendable {
  case plain = "txt"
  case markdown = "md"
  case graphql
  case javascript = "js"

  package var fileExtension: String { rawValue }
}

/// The numbers that a field accepts, and the messages for all others.
package struct NumberRule: Sendable {
  package let range: ClosedRange<Double>
  package private(set) var isWhole = false
  /// Completes the message for a typed value: `"soon" is not a time`.
  package let noun: String
  package private(set) var advice = ""
  /// Completes the message for a number in a file: `"timeout" is negative`.
  package let refusal: @Sendable (JSONNumber) -> String

  package func allows(_ number: Double) -> Bool {
    range.contains(number) && (!isWhole || number == number.rounded())
  }
}

extension NumberRule {
  /// - Parameter expected: Completes the message for a number in a file, after the number and `not`.
  init(_ range: ClosedRange<Double>, isWhole: Bool = false, noun: String, advice: String = "", not expected: String) {
    self.init(range: range, isWhole: isWhole, noun: noun, advice: advice) { "\($0.text), not \(expected)" }
  }
}

/// The shape of a table's rows: headers, parts, variables.
package struct RowShape: Sendable {
  /// The name of its definition in the schema.
  package let name: String
  package let summary: String
  package let fields: [Field]
  /// How the form shows a row that has no name and value of its own.
  package private(set) var cells: RowCells?
}
