/// Declarative tests: `res.status: eq 200`.
enum BrunoChecks {
  private static let unary: [String: JSONObject] = [
    "isEmpty": ["predicate": "isEmpty"], "isNotEmpty": ["predicate": "isEmpty", "not": true],
    "isNull": ["predicate": "equals", "value": .null], "isUndefined": ["predicate": "exists", "not": true],
    "isDefined": ["predicate": "exists"], "isNumber": ["predicate": "isType", "value": "number"],
    "isString": ["predicate": "isType", "value": "string"], "isBoolean": ["predicate": "isType", "value": "boolean"],
    "isArray": ["predicate": "isType", "value": "array"], "isJson": ["predicate": "isType", "value": "collection"],
    // Bruno compares with the two values: 1 is not truthy, and 0 is not falsy.
    "isTruthy": ["predicate": "equals", "value": true], "isFalsy": ["predicate": "equals", "value": false],
  ]

  /// Those that Bruno applies to the body as a value; ours is a text.
  private static let ofDocument: Set = [
    "isNumber", "isBoolean", "isArray", "isJson", "isTruthy", "isFalsy", "length",
  ]

  /// Those that a body of JSON fails in Bruno, or that look for one of its elements.
  private static let ofText: Set = ["isString", "contains", "notContains", "startsWith", "endsWith"]

  private static let comparisons: Set = ["less", "lessOrEqual", "greater", "greaterOrEqual", "between"]

  /// Those that numbers fail in Bruno.
  private static let needsText: Set = ["contains", "startsWith", "endsWith", "length", "isEmpty"]

  /// The predicates to which types matter.
  private static let typed = comparisons.union(needsText).union(["equals", "in"])

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
    let (operation, operand) = parts(row.text("value") ?? "")
    guard var check = check(of: name, operation, operand) else { return nil }
    // A variable has a type when it is replaced.
    if !operand.contains("{{"), hasTypes(check) { check["strict"] = true }
    if BrunoRows.isOff(row) { check["off"] = true }
    if let description = BrunoRows.description(row) { check["description"] = .string(description) }
    return check
  }

  /// Why the check of an assertion may pass where Bruno fails, or fail where it passes.
  static func difference(_ row: JSONObject) -> String? {
    let expression = BrunoExpression.read(row.text("name") ?? "")
    guard expression?.text("query") == "body", ofText.contains(parts(row.text("value") ?? "").operation) else {
      return nil
    }
    return "it is about the text of the body; in Bruno, a body of JSON is no text"
  }

  /// The name of the operator and the text after it. A text without one is compared.
  private static func parts(_ text: String) -> (operation: String, operand: String) {
    let text = String(text[...].trimmed)
    let name = String(text.prefix { !$0.isWhitespace })
    guard unary[name] != nil || binary.contains(where: { $0.theirs == name }) else { return ("eq", text) }
    return (name, String(text.dropFirst(name.count)[...].trimmed))
  }

  private static func check(of name: String, _ operation: String, _ operand: String) -> JSONObject? {
    if operation != "matches", operation != "notMatches", hasExpression(operand) { return nil }
    if var check = BrunoExpression.read(name) {
      if check.text("query") == "body", ofDocument.contains(operation) { check = ofDocumentItself }
      return setPredicate(operation, operand, of: &check) ? check : nil
    }
    guard var check = BrunoExpression.readLength(name) else { return nil }
    return setLength(of: &check, operation, operand) ? check : nil
  }

  private static let ofDocumentItself: JSONObject = ["query": "jsonpath", "expression": "$"]

  /// Whether there is JavaScript in a value, which Bruno reads as a template literal.
  private static func hasExpression(_ text: String) -> Bool {
    text.replacing("\\\\", with: "").replacing("\\${", with: "").contains("${")
  }

  /// Sets the predicate and its value.
  ///
  /// - Returns: Whether the check can pass.
  private static func setPredicate(_ operation: String, _ operand: String, of check: inout JSONObject) -> Bool {
    if let known = unary[operation] {
      check.members += known.members
      return true
    }
    if operand == "undefined", operation == "eq" || operation == "neq" {
      check["predicate"] = "exists"
      if operation == "eq" { check["not"] = true }
      return true
    }
    guard let known = binary.first(where: { $0.theirs == operation }) else { return false }
    let value = value(operand, for: known.ours)
    check["predicate"] = .string(known.ours)
    check["value"] = value
    if known.isNegated { check["not"] = true }
    // Bruno compares only numbers.
    let isComparison = comparisons.contains(known.ours) && !operand.contains("{{")
    return !isComparison || scalars(value).allSatisfy { $0.number != nil }
  }

  private static func scalars(_ value: JSONValue?) -> [JSONValue] { value?.array ?? value.map { [$0] } ?? [] }

  /// Whether types decide if the check passes. Those of variables and of a body that is not JSON are unknown.
  private static func hasTypes(_ check: JSONObject) -> Bool {
    let predicate = check.text("predicate") ?? ""
    guard typed.contains(predicate) else { return false }
    let values = scalars(check["value"])
    switch check.text("query") {
    case "jsonpath": return true
    case "status", "duration": return needsText.contains(predicate) || values.contains { $0.number == nil }
    case "header", "reason", "url": return predicate != "contains" && values.contains { $0.string == nil }
    default: return false
    }
  }

  private static func setLength(of check: inout JSONObject, _ operation: String, _ operand: String) -> Bool {
    guard let known = binary.first(where: { $0.theirs == operation }), lengths.contains(known.theirs),
      let number = try? JSONText(operand).value, number.number != nil
    else { return false }
    let isEqual = known.ours == "equals"
    if isEqual { check["filters"] = nil }
    check["predicate"] = .string(isEqual ? "length" : known.ours)
    check["value"] = number
    if known.isNegated { check["not"] = true }
    return true
  }

  private static let lengths: Set = ["eq", "neq", "gt", "gte", "lt", "lte"]

  private static func value(_ text: String, for predicate: String) -> JSONValue {
    switch predicate {
    case "in":
      let list = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
      return .array(list.parts(separatedBy: ",").map { scalar($0.trimmed) })
    case "between": return .array(text.parts(separatedBy: ",").prefix(2).map { scalar($0.trimmed) })
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
    if let literal = ["true": JSONValue.bool(true), "false": .bool(false), "null": .null][text] { return literal }
    guard let number = number(text), number.isFinite else { return .string(unescaped(text)) }
    // Bruno leaves numbers as text that JavaScript would round.
    if number > largestWhole { return .string(text) }
    let isWhole = number == number.rounded() && number >= -largestWhole
    if !isWhole, let json = try? JSONText(text).value, json.number != nil { return json }
    return .number(JSONNumber(text: isWhole ? String(Int(number)) : String(number)))
  }

  private static let largestWhole = 9_007_199_254_740_991.0

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
    var value = check["value"]
    if predicate == "isType", value == "object" { value = "collection" }
    for name in unary.keys.sorted() where name != "isTruthy" && name != "isFalsy" {
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
    guard !text.contains(where: \.isNewline), !text.contains("${") else { return escaped(text) }
    let isPlain =
      !text.isEmpty && text[...].trimmed == text[...] && scalar(text) == .string(text) && number(text) == nil
    return isPlain && text != "undefined" && !"\"'".contains(text.first ?? " ") ? text : "\"" + text + "\""
  }

  /// A text of several lines, or with what is JavaScript in Bruno, as one line without quotes.
  private static func escaped(_ text: String) -> String? {
    let line = [("\\", "\\\\"), ("\n", "\\n"), ("`", "\\`"), ("${", "\\${")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
    return isOneLine(line) && line[...].trimmed == line[...] && scalar(line) == .string(text) ? line : nil
  }
}
