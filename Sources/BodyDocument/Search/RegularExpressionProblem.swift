/// Why a pattern cannot be used.
package struct RegularExpressionProblem: Error, Equatable, Sendable {
  enum Kind: Equatable {
    /// The engine's words, and the column in the pattern, from 1 on.
    case syntax(String, column: Int)
    /// It takes back too many steps on this text.
    case tooCostly
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  package var sentence: String { Messages.regularExpression(kind) }
}
