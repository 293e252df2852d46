/// What a comparison looks at.
enum PathValue {
  /// The result of a query that finds no node, and of a function that has none.
  case nothing
  case null
  case boolean(Bool)
  case number(DecimalNumber)
  case string(JSONTextBytes)
  /// An object or an array, which may be empty.
  case container(Int)

  init(_ literal: LogicalExpression.Literal) {
    self =
      switch literal {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number(let value): .number(value)
      case .string(let value): .string(.decoded(value))
      }
  }
}
