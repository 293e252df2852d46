internal import RequestModel

/// A value in a comparison.
enum PathValue {
  /// The result of a query without nodes, or of a function without a result.
  case nothing
  case null
  case boolean(Bool)
  case number(DecimalNumber)
  case string(StringBytes)
  /// An object or an array.
  case container(Int)

  init(_ literal: LogicalExpression.Literal) {
    self =
      switch literal {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number(let value): .number(value)
      case .string(let value): .string(.copied(value))
      }
  }
}
