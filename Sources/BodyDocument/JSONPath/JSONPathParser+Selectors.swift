extension JSONPathParser {
  /// Parses selectors after `[`, up to the closing `]`.
  mutating func readSelectors() throws(JSONPathProblem) -> [PathSelector] {
    var selectors: [PathSelector] = []
    repeat {
      skipBlanks()
      selectors.append(try readSelector())
      skipBlanks()
    } while consume(",")
    guard consume("]") else { throw problem(.expected(.endOfSelector), in: .brackets) }
    return selectors
  }

  private mutating func readSelector() throws(JSONPathProblem) -> PathSelector {
    switch next {
    case "'", "\"": return .name(try readString())
    case "*":
      position += 1
      return .wildcard
    case "?":
      position += 1
      skipBlanks()
      return .filter(try readCondition())
    case ":", "-": return try readIndexOrSlice()
    case let scalar? where scalar.isASCIIDigit: return try readIndexOrSlice()
    default: throw problem(.expected(.selector), in: .brackets)
    }
  }

  private mutating func readIndexOrSlice() throws(JSONPathProblem) -> PathSelector {
    let start = next == ":" ? nil : try readInteger()
    let endOfStart = position
    skipBlanks()
    guard consume(":") else {
      position = endOfStart
      guard let start else { throw problem(.expected(.selector), in: .brackets) }
      return .index(start)
    }
    skipBlanks()
    let end = try readIntegerIfAny()
    skipBlanks()
    guard consume(":") else { return .slice(start: start, end: end, step: 1) }
    skipBlanks()
    return .slice(start: start, end: end, step: try readIntegerIfAny() ?? 1)
  }

  private mutating func readIntegerIfAny() throws(JSONPathProblem) -> Int? {
    guard let scalar = next, scalar == "-" || scalar.isASCIIDigit else { return nil }
    return try readInteger()
  }

  /// Parses an integer in the I-JSON range (RFC 7493, section 2.2), without leading zeros or a plus sign.
  private mutating func readInteger() throws(JSONPathProblem) -> Int {
    let start = position
    let isNegative = consume("-")
    let digits = position
    while let scalar = next, scalar.isASCIIDigit { position += 1 }
    guard position > digits, scalars[digits] != "0" || (position == digits + 1 && !isNegative) else {
      throw next == nil && position == digits ? problem(.badNumber, in: .brackets) : problem(.badNumber, at: start)
    }
    let limit = 9_007_199_254_740_991
    guard position - digits <= 16, let value = Int(String(decoding: utf8(digits..<position), as: UTF8.self)),
      value <= limit
    else { throw problem(.tooLargeNumber, at: start) }
    return isNegative ? -value : value
  }
}
