import RequestModel
import ResponseChecks

/// A mistake in a table row that is known before the request is sent.
struct RowMistake: Equatable {
  /// The cell with the mistake: 0 for the name, 1 for the value; others have rows of their own.
  let cell: Int
  let sentence: String
}

extension PlacedField {
  /// The mistake in an enabled check, capture or step; `nil` for rows of other tables.
  func mistake(in row: Parameter) -> RowMistake? {
    guard section.isEmpty, !row.isOff else { return nil }
    switch field.name {
    case Field.checks.name:
      return CheckMistake.of(check: document(of: row)).map {
        RowMistake(cell: $0.part == .response ? 0 : 1, sentence: $0.sentence)
      }
    case Field.captures.name:
      if row.name.isEmpty { return RowMistake(cell: 0, sentence: "the capture has no name") }
      return CheckMistake.of(capture: document(of: row)).map {
        RowMistake(cell: $0.part == .scope ? 2 : 1, sentence: $0.sentence)
      }
    case Field.steps.name:
      let step = ConversationStep(document: document(of: row))
      return StepMistake.of(step).map { RowMistake(cell: step.verb == nil ? 0 : 1, sentence: $0) }
    default: return nil
    }
  }
}
