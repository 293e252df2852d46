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

  /// - Returns: `nil` for a part that Bruno cannot name, such as one with filters.
  static func written(_ row: JSONObject) -> String? {
    guard CheckSubject(row: row).filters.isEmpty else { return nil }
    let expression = row.text("expression") ?? ""
    switch row.text("query") ?? "" {
    case "status": return "res.status"
    case "reason": return "res.statusText"
    case "duration" where expression.isEmpty: return "res.responseTime"
    case "body": return "res.body"
    case "url": return "res.url"
    case "jsonpath":
      if expression == "$", row.text("predicate") == "isType" { return "res.body" }
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

/// Declarative tests: `res.status: eq 200`.
enum BrunoChecks {
  private static let unary: [String: JSONObject] = [
    "isEmpty": ["predicate": "isEmpty"], "isNotEmpty": ["predicate": "isEmpty", "not": true],
    "isNull": ["predicate": "equals", "value": .null], "isUndefined": ["predicate": "exists", "not": true],
    "isDefined": ["predicate": "exists"], "isNumber": ["predicate": "isType", "value": "number"],
    "isString": ["predicate": "isType", "value": "string"], "isBoolean": ["predicate": "isType", "value": "boolean"],
    "isArray": ["predicate": "isType", "value": "array"], "isJson": ["predicate": "isType", "value": "object"],
    "isTruthy": ["predicate": "in", "value": [false, 0, "", .null], "not": true],
  ]

  /// Those that Bruno applies to the body as a value; ours is a text.
  private static let ofDocument: Set = ["isNumber", "isBoolean", "isArray", "isJson"]

  /// The predicates to which types matter.
  private static let typed: Set = [
    "equals", "in", "contains", "less", "lessOrEqual", "greater", "greaterOrEqual", "between",
  ]

  private static let binary: [(theirs: String, ours: String, isNegated: Bool)] = [
    ("eq", "equals", false), ("neq", "equals", true), ("gt", "greater", false), ("gte", "greaterOrEqual", false),
    ("lt", "less", false), ("lte", "lessOrEqual", false), ("in", "in", false), ("notIn", "in", true),
    ("contains", "contains", false), ("notContains", "contains", true), ("length", "length", false),
    ("matches", "matches", false), ("notMatches", "matches", true), ("startsWith", "startsWith", false),
    ("endsWith", "endsWith", false), ("between", "between", false),
  ]

  /// - Returns: `nil` for a check that we have no words for.
  static func read(_ row: JSONObject) -> JSONObject? {
    let name = row.text("name") ?? ""
    var length: JSONObject?
    if name.hasSuffix(".length") { length = BrunoExpression.read(String(name.dropLast(".length".count))) }
    guard var check = BrunoExpression.read(name) ?? length else { return nil }
    let text = row.text("value") ?? ""
    let operation = text.prefix { !$0.isWhitespace }
    let operand = String(text[operation.endIndex...].trimmed)
    if length != nil {
      // In Bruno, the body of JSON is a value, most likely a list.
      if check.text("query") == "body" { check = ["query": "jsonpath", "expression": "$"] }
      guard setLength(of: &check, operation, operand) else { return nil }
    } else if let known = unary[String(operation)] {
      if check.text("query") == "body" {
        if operation == "isTruthy" { return nil }
        if ofDocument.contains(String(operation)) { check = ["query": "jsonpath", "expression": "$"] }
      }
      check.members += known.members
    } else if operand == "undefined", operation == "eq" || operation == "neq" {
      check["predicate"] = "exists"
      if operation == "eq" { check["not"] = true }
    } else if operation == "isFalsy" {
      return nil
    } else if let known = binary.first(where: { $0.theirs == operation }) {
      check["predicate"] = .string(known.ours)
      check["value"] = value(operand, for: known.ours)
      if known.isNegated { check["not"] = true }
    } else {
      check["predicate"] = "equals"
      check["value"] = scalar(text)
    }
    // The values of a JSON body have types, which JavaScript compares; a variable is replaced before.
    if check.text("query") == "jsonpath" || operation == "isTruthy", typed.contains(check.text("predicate") ?? ""),
      !text.contains("{{")
    {
      check["strict"] = true
    }
    if BrunoRows.isOff(row) { check["off"] = true }
    if let description = BrunoRows.description(row) { check["description"] = .string(description) }
    return check
  }

  private static func setLength(of check: inout JSONObject, _ operation: Substring, _ operand: String) -> Bool {
    guard let known = binary.first(where: { $0.theirs == operation }), lengths.contains(known.theirs),
      let number = try? JSONText(operand).value, number.number != nil
    else { return false }
    let isEqual = known.ours == "equals"
    if !isEqual { check["filters"] = ["length"] }
    check["predicate"] = .string(isEqual ? "length" : known.ours)
    check["value"] = number
    if known.isNegated { check["not"] = true }
    return true
  }

  private static let lengths: Set = ["eq", "neq", "gt", "gte", "lt", "lte"]

  private static func value(_ text: String, for predicate: String) -> JSONValue {
    switch predicate {
    case "in", "between":
      let list = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
      return .array(list.split(separator: ",").map { scalar(String($0.trimmed)) })
    case "matches":
      return .string(
        text.count > 1 && text.hasPrefix("/") && text.hasSuffix("/") ? String(text.dropFirst().dropLast()) : text)
    default: return scalar(text)
    }
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}", "0": "\0",
  ]

  /// Text without quotes, which Bruno reads as a template literal of JavaScript.
  private static func unescaped(_ text: String) -> String {
    // Characters above U+FFFF are two escapes.
    var (units, rest) = ([UInt16](), text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.popFirst() else {
        units += String(scalar).utf16
        continue
      }
      let digits = rest.prefix(next == "u" ? 4 : next == "x" ? 2 : 0)
      if !digits.isEmpty, let unit = UInt16(String(digits), radix: 16) {
        units.append(unit)
        rest.removeFirst(digits.count)
      } else {
        units += String(escapes[next] ?? next).utf16
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// A value as JavaScript reads it. Anything that is not a literal is text.
  private static func scalar(_ text: String) -> JSONValue {
    if text.count >= 2, let quote = text.first, quote == text.last, quote == "\"" || quote == "'" {
      return .string(String(text.dropFirst().dropLast()))
    }
    if let json = try? JSONText(text).value, json.object == nil, json.array == nil, json.string == nil { return json }
    guard let number = number(text), number.isFinite else { return .string(unescaped(text)) }
    let isWhole = number == number.rounded() && abs(number) < 1e15
    return .number(JSONNumber(text: isWhole ? String(Int(number)) : String(number)))
  }

  /// A number as JavaScript reads it: also `0123`, `.5` and `0x10`, which JSON does not have.
  private static func number(_ text: String) -> Double? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.lowercased().hasPrefix(prefix) {
      return Int(text.dropFirst(2), radix: radix).map { Double($0) }
    }
    let isDecimal = text.allSatisfy { ("0"..."9").contains($0) || "+-.eE".contains($0) }
    return isDecimal || ["Infinity", "+Infinity", "-Infinity"].contains(text) ? Double(text) : nil
  }

  // MARK: Writing

  /// - Returns: `nil` for a check that Bruno cannot express.
  static func written(_ check: JSONObject) -> JSONObject? {
    if let row = check["x-bruno"]?.object?["assertion"]?.object { return row }
    guard let name = BrunoExpression.written(check), !name.contains(":"), let operation = operation(check)
    else { return nil }
    var row: JSONObject = [
      "name": .string(name), "value": .string(operation), "enabled": .bool(check["off"]?.bool != true),
    ]
    if let description = check.text("description") { row["description"] = .string(description) }
    return row
  }

  private static func operation(_ check: JSONObject) -> String? {
    let predicate = check.checkPredicate
    let isNegated = check["not"]?.bool == true
    let value = check["value"]
    for name in unary.keys.sorted() {
      let known = unary[name] ?? JSONObject()
      if known.text("predicate") == predicate, known["value"] == value, (known["not"] != nil) == isNegated {
        return name
      }
    }
    guard let known = binary.first(where: { $0.ours == predicate && $0.isNegated == isNegated }) else { return nil }
    if let list = value?.array {
      guard predicate == "in" || predicate == "between" else { return nil }
      let items = list.compactMap(item)
      return items.count == list.count && !items.contains { $0.contains(",") }
        ? known.theirs + " " + items.joined(separator: ", ") : nil
    }
    guard let value, predicate != "in", predicate != "between" else { return nil }
    if predicate == "matches" {
      guard let text = value.string, isOneLine(text), text[...].trimmed == text[...] else { return nil }
      return known.theirs + " " + (text.hasPrefix("/") && text.hasSuffix("/") ? "/\(text)/" : text)
    }
    return item(value).map { known.theirs + " " + $0 }
  }

  private static func isOneLine(_ text: String) -> Bool { !text.isEmpty && !text.contains(where: \.isNewline) }

  /// A value as Bruno's assertions write it: text that reads as something else is in quotes.
  private static func item(_ value: JSONValue) -> String? {
    guard let text = value.string else { return value.scalarText ?? (value == .null ? "null" : nil) }
    guard !text.contains(where: \.isNewline) else { return escaped(text) }
    let isPlain =
      !text.isEmpty && text[...].trimmed == text[...] && scalar(text) == .string(text) && number(text) == nil
    return isPlain && !"\"'".contains(text.first ?? " ") ? text : "\"" + text + "\""
  }

  /// A text of several lines as one line, without quotes.
  private static func escaped(_ text: String) -> String? {
    let line = [("\\", "\\\\"), ("\n", "\\n"), ("`", "\\`"), ("${", "\\${")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
    return isOneLine(line) && line[...].trimmed == line[...] && scalar(line) == .string(text) ? line : nil
  }
}

/// Variables set from the response: `token: res.body.token`.
enum BrunoCaptures {
  static func read(_ row: JSONObject) -> JSONObject? {
    guard let query = BrunoExpression.read(row.text("value") ?? "") else { return nil }
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
