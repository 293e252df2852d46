import ResponseChecks

/// A mistake in a table row that is known before the request is sent.
struct RowMistake: Equatable {
  /// The cell with the mistake: 0 for the name, 1 for the value; others have rows of their own.
  let cell: Int
  let sentence: String

  /// Why templates cannot refer to a variable of this name; `nil` if they can.
  static func sentence(aboutVariable name: String) -> String? {
    if name.isEmpty || Template.canRefer(to: name) { return nil }
    let bare = name.trimmingBlanks
    let excess = bare.isEmpty || Template.canRefer(to: bare) ? "blanks around it" : "braces"
    return "{{\(name)}} is not this variable: leave out the \(excess)"
  }
}

extension PlacedField {
  /// The mistake in an enabled variable, check, capture or step; `nil` for rows of other tables.
  func mistake(in row: Parameter) -> RowMistake? {
    guard section.isEmpty, !row.isOff else { return nil }
    switch field.name {
    case Field.variables.name:
      return RowMistake.sentence(aboutVariable: row.name).map { RowMistake(cell: 0, sentence: $0) }
    case Field.checks.name:
      return CheckMistake.of(check: document(of: row)).map {
        RowMistake(cell: $0.part == .response ? 0 : 1, sentence: $0.sentence)
      }
    case Field.captures.name:
      if row.name.isEmpty { return RowMistake(cell: 0, sentence: "the capture has no name") }
      if let sentence = RowMistake.sentence(aboutVariable: row.name) { return RowMistake(cell: 0, sentence: sentence) }
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
