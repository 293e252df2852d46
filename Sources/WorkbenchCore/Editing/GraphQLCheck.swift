/// Finds the first syntax error in a GraphQL request: operations and fragments (its specification, section 2).
struct GraphQLCheck {
  private typealias Problem = TextCheck.Problem

  private let tokens: [GraphQLToken]
  private var index = 0
  private var depth = 0

  private init(_ tokens: [GraphQLToken]) { self.tokens = tokens }

  /// Accepts an empty text.
  static func problem(in bytes: [UInt8]) -> TextCheck.Problem? {
    do throws(TextCheck.Problem) {
      var check = GraphQLCheck(try GraphQLToken.tokens(of: bytes))
      while check.token.kind != .end { try check.definition() }
      return nil
    } catch {
      return error
    }
  }

  private var token: GraphQLToken { tokens[index] }

  private mutating func advance() { index = min(index + 1, tokens.count - 1) }

  private func isAt(_ text: String) -> Bool { token.kind != .string && token.text == text }

  private mutating func consume(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    advance()
    return true
  }

  private func expected(_ what: String) -> Problem {
    Problem(
      offset: token.range.lowerBound, sentence: "expected \(what)" + (token.kind == .end ? " before the end" : ""))
  }

  private mutating func expect(_ text: String) throws(Problem) {
    if !consume(text) { throw expected("\"\(text)\"") }
  }

  private mutating func name(_ what: String) throws(Problem) {
    guard token.kind == .name || token.kind == .variable else { throw expected(what) }
    advance()
  }

  private mutating func nested(_ body: (inout GraphQLCheck) throws(TextCheck.Problem) -> Void) throws(TextCheck.Problem)
  {
    guard depth < 200 else { throw Problem(offset: token.range.lowerBound, sentence: "this is nested too deeply") }
    depth += 1
    try body(&self)
    depth -= 1
  }

  // MARK: Definitions

  private mutating func definition() throws(Problem) {
    if token.kind == .variable { return advance() }
    if isAt("{") { return try selections() }
    if consume("fragment") {
      if isAt("on") { throw expected("the name of the fragment") }
      try name("the name of the fragment")
      try expect("on")
      try name("a type")
    } else if consume("query") || consume("mutation") || consume("subscription") {
      if token.kind == .name || token.kind == .variable { advance() }
      if isAt("(") { try variables() }
    } else {
      throw expected("query, mutation, subscription, fragment or \"{\"")
    }
    try directives()
    try selections()
  }

  private mutating func variables() throws(Problem) {
    try expect("(")
    repeat {
      try expect("$")
      try name("the name of a variable")
      try expect(":")
      try type()
      if consume("=") { try value() }
      try directives()
    } while !isAt(")") && token.kind != .end
    try expect(")")
  }

  private mutating func type() throws(Problem) {
    if consume("[") {
      try nested { check throws(TextCheck.Problem) in try check.type() }
      try expect("]")
    } else {
      try name("a type")
    }
    _ = consume("!")
  }

  // MARK: Selections

  private mutating func selections() throws(Problem) {
    let start = token.range.lowerBound
    try expect("{")
    if isAt("}") { throw expected("a field") }
    while !isAt("}") {
      if token.kind == .end { throw Problem(offset: start, sentence: "the \"{\" is not closed") }
      try nested { check throws(TextCheck.Problem) in try check.selection() }
    }
    advance()
  }

  private mutating func selection() throws(Problem) {
    if consume("...") {
      if consume("on") {
        try name("a type")
      } else if token.kind == .name || token.kind == .variable {
        advance()
        return try directives()
      }
      try directives()
      return try selections()
    }
    try name("a field")
    if consume(":") { try name("a field") }
    try arguments()
    try directives()
    if isAt("{") { try selections() }
  }

  private mutating func arguments() throws(Problem) {
    let start = token.range.lowerBound
    guard consume("(") else { return }
    repeat {
      try name("the name of an argument")
      try expect(":")
      try value()
      if token.kind == .end { throw Problem(offset: start, sentence: "the \"(\" is not closed") }
    } while !isAt(")")
    advance()
  }

  private mutating func directives() throws(Problem) {
    while consume("@") {
      try name("the name of a directive")
      try arguments()
    }
  }

  // MARK: Values

  private mutating func value() throws(Problem) {
    switch token.kind {
    case .name, .number, .string, .variable: return advance()
    case .punctuation, .end: break
    }
    let start = token.range.lowerBound
    if consume("$") { return try name("the name of a variable") }
    if consume("[") {
      while !consume("]") {
        if token.kind == .end { throw Problem(offset: start, sentence: "the \"[\" is not closed") }
        try nested { check throws(TextCheck.Problem) in try check.value() }
      }
    } else if consume("{") {
      while !consume("}") {
        if token.kind == .end { throw Problem(offset: start, sentence: "the \"{\" is not closed") }
        try name("the name of a field")
        try expect(":")
        try nested { check throws(TextCheck.Problem) in try check.value() }
      }
    } else {
      throw expected("a value")
    }
  }
}
