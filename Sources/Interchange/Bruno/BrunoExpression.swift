/// Parts of the response in Bruno's assertions and variables: `res.status`, `res.body.items[0].id`.
enum BrunoExpression {
  /// - Returns: The members `query` and `expression`; `nil` for other JavaScript.
  static func read(_ text: String) -> JSONObject? {
    let trimmed = String(text[...].trimmed)
    // The oldest files begin with a dollar sign.
    let text = trimmed.hasPrefix("$res") ? String(trimmed.dropFirst()) : trimmed
    switch text {
    case "res.status", "res.getStatus()": return ["query": "status"]
    case "res.statusText", "res.getStatusText()": return ["query": "reason"]
    case "res.responseTime", "res.getResponseTime()": return ["query": "duration"]
    case "res.body", "res.getBody()": return ["query": "body"]
    case "res.url", "res.getUrl()": return ["query": "url"]
    default: break
    }
    if let path = text.removingExactly(prefix: "res.body") ?? text.removingExactly(prefix: "res.getBody()"),
      isPath(path)
    {
      return ["query": "jsonpath", "expression": .string("$" + path)]
    }
    if let name = argument(text, of: "res(") {
      let path = (name.hasPrefix("[") ? "" : ".") + name
      return isPath(path) ? ["query": "jsonpath", "expression": .string("$" + path)] : nil
    }
    if let name = argument(text, of: "res.getHeader(") ?? argument(text, of: "res.headers[", closing: "]") {
      return ["query": "header", "expression": .string(name)]
    }
    if let name = text.removingExactly(prefix: "res.headers."), !name.isEmpty, name.allSatisfy(isNameCharacter) {
      return ["query": "header", "expression": .string(name)]
    }
    if let name = argument(text, of: "bru.getVar(") { return ["query": "variable", "expression": .string(name)] }
    return nil
  }

  /// Reads the length of a part, which is a filter here: `res.body.items.length`.
  static func readLength(_ text: String) -> JSONObject? {
    let whole = String(text[...].trimmed)
    guard whole.hasSuffix(".length"), var row = read(String(whole.dropLast(".length".count))) else { return nil }
    // In Bruno, the body of JSON is a value, most likely a list.
    if row.text("query") == "body" { row = ["query": "jsonpath", "expression": "$"] }
    row["filters"] = ["length"]
    return row
  }

  /// - Returns: `nil` for a part that Bruno cannot name, such as one with filters other than `length`.
  static func written(_ row: JSONObject) -> String? {
    let subject = CheckSubject(row: row)
    if subject.filters.isEmpty { return writtenPart(row) }
    // The text of a body has another length than its value.
    guard subject.filters == ["length"], subject.query != "body" else { return nil }
    let isDocument = subject.query == "jsonpath" && subject.expression == "$"
    return isDocument ? "res.body.length" : writtenPart(row).map { $0 + ".length" }
  }

  private static func writtenPart(_ row: JSONObject) -> String? {
    let expression = row.text("expression") ?? ""
    switch row.text("query") ?? "" {
    case "status": return "res.status"
    case "reason": return "res.statusText"
    case "duration" where expression.isEmpty: return "res.responseTime"
    case "body": return "res.body"
    case "url": return "res.url"
    case "jsonpath":
      if expression == "$", ["isType", "equals", "length"].contains(row.text("predicate")) { return "res.body" }
      guard let path = expression.removingExactly(prefix: "$"), !path.isEmpty, isPath(path) else { return nil }
      return "res.body" + path
    case "header" where isQuotable(expression): return "res.getHeader(\"\(expression)\")"
    case "variable" where isQuotable(expression): return "bru.getVar(\"\(expression)\")"
    default: return nil
    }
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$" || character == "-"
  }

  /// Whether it fits between quotes, and in the name of an assertion, which ends at a colon.
  private static func isQuotable(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { "\"\\:".contains($0) || $0.isNewline }
  }

  /// The text in quotes of `res("…")`.
  private static func argument(_ text: String, of start: String, closing: Character = ")") -> String? {
    guard let rest = text.removingExactly(prefix: start), rest.count >= 3, rest.last == closing else { return nil }
    let quoted = rest.dropLast()
    guard let quote = quoted.first, "\"'`".contains(quote), quoted.last == quote, quoted.count >= 2 else { return nil }
    let inner = quoted.dropFirst().dropLast()
    return inner.contains(quote) || inner.contains("\\") || inner.contains("${") ? nil : String(inner)
  }

  /// Whether it is a chain such as `.items[0]["a b"]`, which JSONPath and JavaScript write alike.
  private static func isPath(_ text: String) -> Bool {
    var rest = text[...]
    guard !rest.isEmpty else { return false }
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "." {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        guard let letter = name.first, !letter.isNumber else { return false }
        rest = rest[name.endIndex...]
        // Methods and the length of a list are not members.
        if rest.first == "(" || name == "length" { return false }
      } else if first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return false }
        let inner = rest[..<end]
        let isQuoted =
          inner.count >= 2 && inner.first == inner.last && (inner.first == "\"" || inner.first == "'")
          && !inner.dropFirst().dropLast().contains { "\"'\\:".contains($0) }
        guard isQuoted || (!inner.isEmpty && inner.allSatisfy { $0.isASCII && $0.isNumber }) else { return false }
        rest = rest[rest.index(after: end)...]
      } else {
        return false
      }
    }
    return true
  }
}

/// Variables set from the response: `token: res.body.token`.
enum BrunoCaptures {
  static func read(_ row: JSONObject) -> JSONObject? {
    let text = row.text("value") ?? ""
    guard let query = BrunoExpression.read(text) ?? BrunoExpression.readLength(text) else { return nil }
    var capture: JSONObject = ["name": .string(row.text("name") ?? "")]
    capture.members += query.members
    if BrunoRows.isOff(row) { capture["off"] = true }
    if let description = BrunoRows.description(row) { capture["description"] = .string(description) }
    if row.flag("local") { capture["x-bruno"] = ["local": true] }
    return capture
  }

  static func written(_ capture: JSONObject) -> JSONObject? {
    guard let expression = BrunoExpression.written(capture) else { return nil }
    var row = BrunoRows.written(capture)
    row["value"] = .string(expression)
    if capture["x-bruno"]?.object?.flag("local") == true { row["local"] = true }
    return row
  }
}
