/// Why a pattern cannot be used.
package struct RegularExpressionProblem: Error, Equatable, Sendable {
  enum Kind: Equatable {
    /// The engine's message and the column in the pattern, from 1.
    case syntax(String, column: Int)
    /// The pattern backtracks too much on this text.
    case tooCostly
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package var sentence: String { Messages.regularExpression(kind) }
}
