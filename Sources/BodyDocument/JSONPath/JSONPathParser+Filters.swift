extension JSONPathParser {
  typealias Operand = LogicalExpression.Operand

  /// Parses `||` of `&&` of basic conditions.
  mutating func readCondition() throws(JSONPathProblem) -> LogicalExpression {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.maximumNesting else { throw problem(.tooDeep) }
    var alternatives: [LogicalExpression] = []
    repeat {
      skipBlanks()
      alternatives.append(try readConjunction())
      skipBlanks()
    } while consume(word: "||")
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }

  private mutating func readConjunction() throws(JSONPathProblem) -> LogicalExpression {
    var parts: [LogicalExpression] = []
    repeat {
      skipBlanks()
      parts.append(try readBasicCondition())
      skipBlanks()
    } while consume(word: "&&")
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func readBasicCondition() throws(JSONPathProblem) -> LogicalExpression {
    let isNegated = consume("!")
    if isNegated { skipBlanks() }
    if consume("(") {
      let inner = try readCondition()
      skipBlanks()
      guard consume(")") else { throw problem(.expected(.endOfParentheses), in: .parentheses) }
      return isNegated ? .not(inner) : inner
    }
    let start = position
    let operand = try readOperand()
    if isNegated { return .not(try test(operand, at: start)) }
    let end = position
    skipBlanks()
    guard let comparison = takeComparison() else {
      position = end
      return try test(operand, at: start)
    }
    try checkComparable(operand, at: start)
    skipBlanks()
    let other = position
    let right = try readOperand()
    try checkComparable(right, at: other)
    return .comparison(operand, comparison, right)
  }

  private mutating func takeComparison() -> LogicalExpression.Comparison? {
    if consume(word: "==") { return .equal }
    if consume(word: "!=") { return .unequal }
    if consume("<") { return consume("=") ? .lessOrEqual : .less }
    if consume(">") { return consume("=") ? .greaterOrEqual : .greater }
    return nil
  }

  private mutating func readOperand() throws(JSONPathProblem) -> Operand {
    switch next {
    case "'", "\"": return .literal(.string(try readString()))
    case "@", "$":
      let isRelative = next == "@"
      position += 1
      return .query(PathExpression(isRelative: isRelative, segments: try readSegments()))
    case let scalar? where scalar.isASCIIDigit || scalar == "-": return .literal(.number(try readNumber()))
    case let scalar? where ("a"..."z").contains(scalar): return try readWord()
    default: throw problem(.expected(.operand), in: .condition)
    }
  }

  /// Parses `true`, `false`, `null`, or a function call.
  private mutating func readWord() throws(JSONPathProblem) -> Operand {
    let start = position
    while let scalar = next, ("a"..."z").contains(scalar) || scalar == "_" || scalar.isASCIIDigit { position += 1 }
    let word = String(decoding: utf8(start..<position), as: UTF8.self)
    guard next != "(" else {
      guard let function = PathFunction(rawValue: word) else { throw problem(.unknownFunction(word), at: start) }
      position += 1
      return .function(.init(function: function, arguments: try readArguments(of: function, from: start)))
    }
    switch word {
    case "true": return .literal(.boolean(true))
    case "false": return .literal(.boolean(false))
    case "null": return .literal(.null)
    default: throw problem(.expected(.operand), at: start)
    }
  }

  private mutating func readArguments(
    of function: PathFunction, from start: Int
  ) throws(JSONPathProblem) -> [Operand] {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.maximumNesting else { throw problem(.tooDeep) }
    var arguments: [Operand] = []
    skipBlanks()
    if !consume(")") {
      repeat {
        skipBlanks()
        let place = position
        let argument = try readOperand()
        try check(argument, of: function, at: place)
        arguments.append(argument)
        skipBlanks()
      } while consume(",")
      guard consume(")") else { throw problem(.expected(.endOfArgument), in: .parentheses) }
    }
    guard arguments.count == function.argumentCount else { throw problem(.argumentCount(function), at: start) }
    return arguments
  }
}

// MARK: Types of RFC 9535, section 2.4.3

extension JSONPathParser {
  /// Whether the operand is a condition: a query, or a function with a logical result.
  private func test(_ operand: Operand, at start: Int) throws(JSONPathProblem) -> LogicalExpression {
    switch operand {
    case .query(let path): return .exists(path)
    case .function(let call) where call.function.isLogical: return .test(call)
    case .function(let call): throw problem(.loneFunction(call.function), at: start)
    case .literal: throw problem(.loneLiteral, at: start)
    }
  }

  private func checkComparable(_ operand: Operand, at start: Int) throws(JSONPathProblem) {
    switch operand {
    case .query(let path) where !path.isSingular: throw problem(.severalValues, at: start)
    case .function(let call) where call.function.isLogical: throw problem(.incomparable(call.function), at: start)
    case .literal, .query, .function: return
    }
  }

  private func check(_ argument: Operand, of function: PathFunction, at start: Int) throws(JSONPathProblem) {
    switch argument {
    case .query(let path):
      guard function.takesNodes || path.isSingular else { throw problem(.needsValue(function), at: start) }
    case .function(let call) where call.function.isLogical: throw problem(.needsValue(function), at: start)
    case .literal, .function:
      guard !function.takesNodes else { throw problem(.needsQuery(function), at: start) }
    }
  }
}
