// Keywords about single values.
extension SchemaRules {
  mutating func checkType() {
    guard let type = self["type"] else { return }
    let names = type.string.map { [$0] } ?? (type.array ?? []).compactMap(\.string)
    guard !names.contains(where: instance.isType) else { return }
    fail("type", "is \(instance.kindName), not \(Self.list(names.map(Self.article)))")
  }

  mutating func checkValue() throws(SchemaProblem) {
    if let value = self["const"], SchemaInstance(value) != instance {
      fail("const", "is not \(Self.shown(value))")
    }
    guard let values = self["enum"]?.array else { return }
    try evaluation.spend(values.count)
    if !values.contains(where: { SchemaInstance($0) == instance }) {
      fail("enum", "is not one of \(values.prefix(10).map(Self.shown).joined(separator: ", "))")
    }
  }

  mutating func checkNumber() throws(SchemaProblem) {
    guard case .number(let number) = instance else { return }
    check("minimum", number, "less than") { $0 >= $1 }
    check("maximum", number, "greater than") { $0 <= $1 }
    check("exclusiveMinimum", number, "not greater than") { $0 > $1 }
    check("exclusiveMaximum", number, "not less than") { $0 < $1 }
    if let divisor = self["multipleOf"]?.number {
      let value = DecimalNumber(divisor)
      guard value > DecimalNumber(0) else {
        throw SchemaProblem("The multipleOf at \(node.location) is \(divisor.text), which is not greater than 0")
      }
      guard let isMultiple = number.value.isMultiple(of: value) else {
        throw SchemaProblem("The multipleOf at \(node.location) and a value have too many digits to be compared")
      }
      if !isMultiple { fail("multipleOf", "is \(number.text), which is not a multiple of \(divisor.text)") }
    }
  }

  private mutating func check(
    _ keyword: String, _ number: SchemaNumber, _ words: String, _ isFine: (DecimalNumber, DecimalNumber) -> Bool
  ) {
    guard let limit = self[keyword]?.number, !isFine(number.value, DecimalNumber(limit)) else { return }
    fail(keyword, "is \(number.text), which is \(words) \(limit.text)")
  }

  /// Checks how many there are by the two keywords.
  mutating func checkCount(_ count: Int, _ noun: String, _ least: String, _ most: String) {
    var words: String { "has \(Self.counted(count, noun))" }
    if let limit = self.count(least), count < limit { fail(least, "\(words), less than \(limit)") }
    if let limit = self.count(most), count > limit { fail(most, "\(words), more than \(limit)") }
  }

  mutating func checkText() throws(SchemaProblem) {
    guard case .string(let text) = instance else { return }
    // The length is in code points.
    checkCount(text.text.unicodeScalars.count, "character", "minLength", "maxLength")
    if let pattern = self["pattern"]?.string, try !self.pattern(pattern).matches(text.text) {
      fail("pattern", "does not match the pattern \(pattern)")
    }
  }

  mutating func checkFormat() throws(SchemaProblem) {
    guard evaluation.assertsFormats || dialect.assertsFormats, let format = self["format"]?.string,
      SchemaFormat.holds(format, instance) == false
    else { return }
    fail("format", "is not of the format \(format)")
  }

  // MARK: Words

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  static func shown(_ value: JSONValue) -> String {
    let text = value.compact
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  static func list(_ words: [String]) -> String { words.joined(separator: " or ") }

  private static func article(_ type: String) -> String {
    switch type {
    case "null": "null"
    case "array", "integer", "object": "an " + type
    default: "a " + type
    }
  }
}
