internal import RequestModel

/// The condition of a filter.
indirect enum LogicalExpression: Equatable, Sendable {
  case or([LogicalExpression])
  case and([LogicalExpression])
  case not(LogicalExpression)
  case comparison(Operand, Comparison, Operand)
  case exists(PathExpression)
  case test(FunctionCall)

  enum Comparison: Equatable, Sendable { case equal, unequal, less, lessOrEqual, greater, greaterOrEqual }

  /// One side of a comparison, or an argument of a function.
  indirect enum Operand: Equatable, Sendable {
    case literal(Literal)
    case query(PathExpression)
    case function(FunctionCall)
  }

  enum Literal: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(DecimalNumber)
    /// Decoded UTF-8.
    case string([UInt8])
  }

  struct FunctionCall: Equatable, Sendable {
    var function: PathFunction
    var arguments: [Operand]
  }
}
