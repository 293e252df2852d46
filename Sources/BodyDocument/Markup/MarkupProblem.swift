/// Why a text is not well-formed XML, and where.
struct MarkupProblem: Error, Equatable {
  enum Kind: Equatable {
    case expected(String)
    case expectedName, expectedValueInQuotes, expectedRoot, expectedEnd, expectedReference
    /// `<` within an attribute's value.
    case bareBracket
    case repeatedAttribute, controlCharacter
    case tooDeep, tooMany, noRoom, stopped
  }

  var kind: Kind
  var offset: Int
}
