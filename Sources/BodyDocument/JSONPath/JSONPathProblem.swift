/// Why a text is not a valid query, and where.
package struct JSONPathProblem: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: Equatable, Sendable {
    case noRoot
    case endsInside(Place)
    case expected(Expectation)
    case badEscape, loneSurrogate, controlCharacter
    case badNumber, tooLargeNumber
    case unknownFunction(String)
    case argumentCount(PathFunction)
    case needsValue(PathFunction), needsQuery(PathFunction)
    case loneLiteral
    case loneFunction(PathFunction), incomparable(PathFunction)
    case severalValues
    case tooDeep
  }

  enum Place: Equatable, Sendable { case brackets, string, parentheses, condition, name }

  enum Expectation: Equatable, Sendable {
    case segment, name, selector, operand
    case endOfSelector, endOfParentheses, endOfArgument
  }

  let text: String
  let kind: Kind
  /// The number of characters before the error.
  package let position: Int

  package var description: String { Messages.notJSONPath(self) }
}
