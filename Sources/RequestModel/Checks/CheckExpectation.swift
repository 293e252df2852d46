/// The expectation of a check, as one line: `equals 7`, `not contains error`, `between [1, 5]`.
package struct CheckExpectation: Equatable, Sendable {
  package var isNegated = false
  /// `nil` for the default: that there is a value, or that it equals the one given.
  package var predicate: String?
  package var value: JSONValue?

  package init(row: JSONObject) {
    isNegated = row["not"]?.bool ?? false
    predicate = row["predicate"]?.string
    value = row["value"]
  }

  package func set(in row: inout JSONObject) {
    row["not"] = isNegated ? true : nil
    row["predicate"] = predicate.map(JSONValue.string)
    row["value"] = value
  }

  /// The predicate that the check is evaluated with: a value has to be equal; without a value, the part has to exist.
  package var effectivePredicate: String { predicate ?? (value == nil ? "exists" : "equals") }

  // MARK: Text

  package var text: String {
    let name = predicate ?? (value == nil ? "" : "equals")
    let words = [isNegated ? "not" : "", name, value.map(shown) ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func shown(_ value: JSONValue) -> String {
    if predicate == "schema", let object = value.object, object.members.count == 1, let file = object["file"]?.string {
      return file
    }
    guard let text = value.string else { return value.compact }
    let isPlain = text.trimmingSpaces.isExactly(text) && !text.isEmpty && !text.contains(where: \.isNewline)
    // The operand of `in` and `between` is always shown as JSON.
    return isPlain && !["in", "between"].contains(predicate) && read(text) == value ? text : value.compact
  }

  // MARK: Reading

  /// Reads a line. Symbols such as `==` and `>=` are read as well; a value alone is compared for equality.
  package init(_ text: String) {
    var rest = text.trimmingSpaces
    while true {
      if let after = Self.word("not", in: rest) {
        rest = after
      } else if rest.startsExactly(with: "!"), !rest.startsExactly(with: "!=") {
        rest = String(rest.dropFirst()).trimmingSpaces
      } else {
        break
      }
      isNegated.toggle()
    }
    if let (name, isNot, after) = Self.symbol(in: rest) {
      predicate = name
      if isNot { isNegated.toggle() }
      rest = after
    } else if let known = CheckWords.predicates.first(where: { Self.word($0.name, in: rest) != nil }) {
      predicate = known.name
      rest = Self.word(known.name, in: rest) ?? ""
    } else if !rest.isEmpty {
      predicate = "equals"
    }
    if !rest.isEmpty { value = read(rest) }
  }

  /// Whether a text begins with a predicate, its symbol, or a negation.
  static func begins(_ text: String) -> Bool {
    symbol(in: text) != nil || word("not", in: text) != nil || text.startsExactly(with: "!")
      || CheckWords.predicates.contains { word($0.name, in: text) != nil }
  }

  /// Returns the text after a leading word.
  private static func word(_ word: String, in text: String) -> String? {
    guard let rest = text.removingExactly(prefix: word), rest.isEmpty || rest.utf8.first == UInt8(ascii: " ") else {
      return nil
    }
    return rest.trimmingSpaces
  }

  private static let symbols = [
    ("==", "equals", false), ("!=", "equals", true), ("<=", "lessOrEqual", false), (">=", "greaterOrEqual", false),
    ("<", "less", false), (">", "greater", false), ("=", "equals", false),
  ]

  private static func symbol(in text: String) -> (name: String, isNot: Bool, after: String)? {
    for (symbol, name, isNot) in symbols {
      if let rest = text.removingExactly(prefix: symbol) { return (name, isNot, rest.trimmingSpaces) }
    }
    return nil
  }

  /// Reads JSON as JSON, and anything else as text. The list of `in` and `between` may also be separated by commas.
  private func read(_ text: String) -> JSONValue {
    if let json = try? JSONText(text).value { return json }
    switch predicate {
    case "schema": return ["file": .string(text)]
    case "in": return .array(Self.list(text))
    case "between":
      let separator = text.containsExactly(",") ? "," : text.containsExactly(" and ") ? " and " : " "
      return .array(text.parts(separatedByText: separator).map(Self.element))
    default: return .string(text)
    }
  }

  /// Elements between commas; without any, words between blanks that all are JSON: `200 201`.
  private static func list(_ text: String) -> [JSONValue] {
    let words = text.parts(separatedBy: " ").filter { !$0.isEmpty }
    let values = words.compactMap { try? JSONText($0).value }
    let isPlain = !text.containsExactly(",") && values.count == words.count
    return isPlain ? values : text.parts(separatedBy: ",").map(element)
  }

  private static func element(_ text: String) -> JSONValue {
    let text = text.trimmingSpaces
    return (try? JSONText(text).value) ?? .string(text)
  }
}

extension JSONObject {
  /// The predicate that a check is evaluated with, also if its row has none.
  package var checkPredicate: String { CheckExpectation(row: self).effectivePredicate }
}
