internal import Foundation

// Operators, and calls on a value.
extension ScriptReader {
  mutating func expression() throws(Problem) -> ScriptValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { throw Problem(text: "values are nested too deep", offset: index) }
    let start = index
    var value = try postfix()
    // Whether none of the operands of `||` that follow can take its place.
    var isKnown = false
    while true {
      skipSpaces()
      if looksAt("+"), !looksAt("++"), !looksAt("+=") {
        let areKnown = try addTerms(to: &value)
        isKnown = isKnown && areKnown
      } else if looksAt("||") || looksAt("??") {
        index += 2
        let other = try postfix()
        if isKnown { continue }
        if value.isNothing || VariableMarks.contains(value.text) { value = other } else { isKnown = true }
      } else if let scalar = peek, !",;)]}:".unicodeScalars.contains(scalar), !isNextStatement(after: start) {
        // An operator, a function or another thing that only running it would tell.
        skipExpression()
        return mark(string(start..<index))
      } else {
        return value
      }
    }
  }

  /// Adds all terms that follow: numbers up to the first other value, then texts.
  ///
  /// - Returns: Whether they are known: no term has a variable.
  private mutating func addTerms(to value: inout ScriptValue) throws(Problem) -> Bool {
    var number = value.finiteNumber
    var sum = value.text
    // The sum is the only copy of its text, which grows in place.
    value = .undefined
    var areKnown = true
    while looksAt("+"), !looksAt("++"), !looksAt("+=") {
      index += 1
      let term = try postfix()
      if let total = Self.total(number, term.finiteNumber) {
        number = total
        sum = ScriptValue(number: total).text
      } else {
        number = nil
        let text = term.text
        areKnown = areKnown && !VariableMarks.contains(text)
        sum += text
      }
      skipSpaces()
    }
    value = number == nil ? .text(sum) : .number(sum)
    return areKnown
  }

  private static func total(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second, (first + second).isFinite else { return nil }
    return first + second
  }

  /// Whether a line end ends the expression.
  private func isNextStatement(after start: Int) -> Bool {
    guard let scalar = peek else { return true }
    let gap = text[start..<index].reversed().prefix { $0.properties.isWhitespace }
    return gap.contains("\n") && (Self.isNameScalar(scalar) || "\"'`(".unicodeScalars.contains(scalar))
  }

  /// Skips to the end of the expression, over brackets and strings.
  mutating func skipExpression() {
    var open = 0
    while let scalar = peek {
      if "\"'`".unicodeScalars.contains(scalar) {
        _ = try? quoted()
        continue
      }
      if looksAt("//") || looksAt("/*") { skipSpaces(); continue }
      if "([{".unicodeScalars.contains(scalar) { open += 1 }
      if ")]}".unicodeScalars.contains(scalar) {
        if open == 0 { return }
        open -= 1
      }
      if open == 0, ",;".unicodeScalars.contains(scalar) || (scalar == "\n" && !looksAt("\n.")) { return }
      index += 1
    }
  }

  /// A variable for an expression whose value is unknown.
  mutating func mark(_ source: String) -> ScriptValue {
    let source = source.trimmingCharacters(in: .whitespacesAndNewlines)
    let isPath = !source.isEmpty && source.unicodeScalars.allSatisfy { Self.isNameScalar($0) || $0 == "." }
    if let variable = source.removingExactly(prefix: "process.env."), isPath {
      return .text(variables.reference(variable))
    }
    let name = isPath ? source : "value"
    unknown.append(name)
    return .text(VariableMarks.mark(name))
  }

  mutating func postfix() throws(Problem) -> ScriptValue {
    skipSpaces()
    guard let scalar = peek else { throw Problem(text: "a value is missing", offset: index) }
    var value: ScriptValue
    switch scalar {
    case "\"", "'", "`": value = .text(try quoted())
    case "{": value = try object()
    case "[": value = .array(try list("]"))
    case "(":
      index += 1
      value = try expression()
      guard consume(")") else { return value }
    case "-", "0"..."9", ".": value = number()
    default:
      guard let name = name() else { return .undefined }
      value = try named(name)
    }
    while consume(".") { value = try member(of: value) }
    return value
  }

  /// `.toString("base64")`, `.trim()` and other calls on a value; those that are unknown change nothing.
  private mutating func member(of value: ScriptValue) throws(Problem) -> ScriptValue {
    let name = name() ?? ""
    guard consume("(") else {
      if case .object = value { return value[name] ?? .undefined }
      return value
    }
    let arguments = try list(")", isOpen: true)
    switch (name, value) {
    case ("toString", .buffer(let text)) where arguments.first == .text("base64"):
      try spend(text.utf8.count)
      return .text(Data(text.utf8).base64EncodedString())
    case ("trim", .text(let text)): return .text(text.trimmingCharacters(in: .whitespacesAndNewlines))
    default: return value
    }
  }
}
