import Foundation

/// The assertions of httpyac: `?? status == 200`.
enum HTTPFileChecks {
  /// - Returns: `nil` for one that has no check.
  static func read(_ text: String) -> JSONValue? {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let subject = words.first,
      let mark = words.indices.dropFirst().first(where: { predicates[words[$0]] != nil })
    else { return nil }
    let expression = words[1..<mark].joined(separator: " ")
    guard var check = query(subject, expression), let predicate = predicates[words[mark]] else { return nil }
    let value = value(of: text, after: mark)
    check["predicate"] = .string(predicate.name)
    if let type = predicate.type { check["value"] = .string(type) }
    if predicate.takesValue { check["value"] = typed(value, of: subject, words[mark]) }
    if ["sha256", "md5"].contains(words[mark]) {
      guard subject == "body", expression.isEmpty, let data = Data(base64Encoded: value) else { return nil }
      check["query"] = .string(words[mark])
      check["value"] = .string(data.hex)
    }
    if predicate.isNegated { check["not"] = true }
    return .object(check)
  }

  /// An assertion without an equivalent, as a check that fails.
  static func unsupported(_ text: String) -> JSONValue {
    ["query": .string(CheckSubject.unsupported), "expression": .string(text)]
  }

  /// The text after the word at the index, unchanged.
  private static func value(of text: String, after index: Int) -> String {
    var rest = text[...]
    for _ in 0...index {
      rest = rest.drop(while: \.isWhitespace)
      rest = rest.drop { !$0.isWhitespace }
    }
    return String(rest).trimmed
  }

  private static func query(_ subject: String, _ expression: String) -> JSONObject? {
    switch subject {
    case "status", "duration": return expression.isEmpty ? ["query": .string(subject)] : nil
    case "header": return expression.isEmpty ? nil : ["query": "header", "expression": .string(expression)]
    case "xpath": return expression.isEmpty ? nil : ["query": "xpath", "expression": .string(expression)]
    case "body":
      if expression.isEmpty { return ["query": "body"] }
      if expression.contains(" ") { return nil }
      let path = expression.hasPrefix("$") ? expression : "$." + expression
      return ["query": "jsonpath", "expression": .string(path)]
    default: return nil
    }
  }

  private static let predicates: [String: PredicateWord] = {
    var all: [String: PredicateWord] = [
      "equals": .init(name: "equals"), "!=": .init(name: "equals", isNegated: true),
      "contains": .init(name: "contains"), "exists": .init(name: "exists", takesValue: false),
      "isTrue": .init(name: "exists", takesValue: false),
      "isFalse": .init(name: "exists", takesValue: false, isNegated: true), "sha256": .init(name: "equals"),
      "md5": .init(name: "equals"),
    ]
    for (name, sign) in signs { all[sign] = PredicateWord(name: name) }
    for (type, word) in types { all[word] = PredicateWord(name: "isType", type: type, takesValue: false) }
    return all
  }()

  private static func typed(_ text: String, of subject: String, _ word: String) -> JSONValue {
    let isNumeric = ["status", "duration"].contains(subject) || [">", ">=", "<", "<="].contains(word)
    guard isNumeric, !["startsWith", "endsWith", "matches", "contains", "includes"].contains(word),
      let number = try? JSONText(text).value, number.number != nil
    else { return .string(text) }
    return number
  }

  // MARK: Writing

  /// - Returns: The text after `??`; `nil` for a check that httpyac has no words for.
  static func text(_ check: JSONObject) -> String? {
    if check.text("query") == CheckSubject.unsupported { return check.text("expression") }
    guard let query = check.text("query"), !check.flag("off"), CheckSubject(row: check).filters.isEmpty else {
      return nil
    }
    let predicate = check.checkPredicate
    let subject: String
    switch query {
    case "status", "duration", "body":
      guard check.filledText("expression") == nil else { return nil }
      subject = query
    case "header", "xpath": subject = query + " " + (check.text("expression") ?? "")
    case "jsonpath":
      guard let path = check.text("expression")?.removingExactly(prefix: "$."), !path.contains(" ") else { return nil }
      subject = "body " + path
    default: return nil
    }
    let isNot = check.flag("not")
    if predicate == "exists" { return subject + (isNot ? " isFalse" : " exists") }
    if predicate == "isType", !isNot, let type = check.text("value"), let word = types[type] {
      return subject + " " + word
    }
    guard let sign = isNot ? (predicate == "equals" ? "!=" : nil) : signs[predicate],
      let value = check["value"]?.scalarText, !value.contains(where: \.isNewline)
    else { return nil }
    return subject + " " + sign + " " + value
  }

  private static let types = [
    "number": "isNumber", "boolean": "isBoolean", "string": "isString", "array": "isArray",
  ]

  private static let signs = [
    "equals": "==", "greater": ">", "greaterOrEqual": ">=", "less": "<", "lessOrEqual": "<=",
    "startsWith": "startsWith", "endsWith": "endsWith", "contains": "includes", "matches": "matches",
  ]
}
