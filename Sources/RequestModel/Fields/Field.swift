/// One named value of a request, an auth kind, a body kind or the options: everything the program knows about it.
///
/// Reading, saving, the form's row, secrecy, the JSON Schema and the reference in `docs/` all come from here.
/// A class, as every request that is read walks the lists of fields.
package final class Field: Sendable {
  /// The member's name in the file.
  package let name: String
  /// The name on the screen.
  package let label: String
  /// One sentence for the schema and the reference.
  package let help: String
  package let type: FieldType
  /// Whether the value is a credential: masked in the form, never kept in history.
  package let isSecret: Bool
  /// The value where the member is missing.
  package let defaultValue: JSONValue?
  /// What a new text field begins with.
  package let initial: String
  /// What the form says beside the value, and beside one that is missing.
  package let note: String
  package let missingNote: String?
  /// Whether the form has a row for it.
  package let isInForm: Bool
  /// Whether `{{variables}}` in the value are replaced.
  package let allowsVariables: Bool

  package init(
    _ name: String, _ label: String, _ help: String, _ type: FieldType = .text, isSecret: Bool = false,
    defaultValue: JSONValue? = nil, initial: String = "", note: String = "", missingNote: String? = nil,
    isInForm: Bool = true, allowsVariables: Bool = true
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
  }
}

/// What the value of a field is, in the file and in the form.
package indirect enum FieldType: Sendable {
  case text
  /// Long text: one string, or an array with one string a line.
  case lines(TextSyntax)
  case number(NumberRule)
  case flag
  case choice([String])
  /// The path of a file, relative to the request's own.
  case file
  /// Any JSON. With `keepsBrokenText`, a string holds text that becomes JSON when its variables are replaced.
  case json(keepsBrokenText: Bool = false)
  /// An object of strings.
  case strings
  /// An array of objects. `adding` names a new one in the form.
  case rows(RowShape, adding: String)
  case names
  case object([Field])
  /// An object in which one key says the kind.
  case kinds(KindTable)
}

/// What a long text is written in.
package enum TextSyntax: String, Sendable {
  case plain = "txt"
  case markdown = "md"
  case graphql

  package var fileExtension: String { rawValue }
}

/// Which numbers a field takes, and how the others are refused.
package struct NumberRule: Sendable {
  package let range: ClosedRange<Double>
  package let isWhole: Bool
  /// What the number is, for a typed value that is none: `"soon" is not a time`.
  package let noun: String
  package let advice: String
  /// Completes `"timeout" is …` for a number of the file that does not fit.
  package let refusal: @Sendable (JSONNumber) -> String

  package init(
    _ range: ClosedRange<Double>, isWhole: Bool = false, noun: String, advice: String = "",
    refusal: @escaping @Sendable (JSONNumber) -> String
  ) {
    self.range = range
    self.isWhole = isWhole
    self.noun = noun
    self.advice = advice
    self.refusal = refusal
  }

  package func allows(_ number: Double) -> Bool {
    range.contains(number) && (!isWhole || number == number.rounded())
  }
}

/// The objects of a table: headers, parts, variables.
package struct RowShape: Sendable {
  /// The name of its definition in the schema.
  package let name: String
  package let summary: String
  package let fields: [Field]

  package init(_ name: String, _ summary: String, _ fields: [Field]) {
    self.name = name
    self.summary = summary
    self.fields = fields
  }
}
