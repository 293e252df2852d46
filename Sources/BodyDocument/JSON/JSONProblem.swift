/// Why a text is not valid JSON, and where.
struct JSONProblem: Error, Equatable {
  enum Kind: Equatable {
    case expected(Expectation)
    case controlCharacter, badEscape, badNumber, tooDeep, tooMany, noRoom, stopped
  }

  enum Expectation: Equatable {
    case value, key, colon, end
    case commaOrClosing(UInt8)
    case quote
  }

  var kind: Kind
  var offset: Int
}
