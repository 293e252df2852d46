extension Field {
  /// Returns a value as the form shows it.
  package func text(of value: JSONValue?) -> String {
    switch type {
    case .flag: value?.bool ?? defaultValue?.bool ?? false ? "on" : "off"
    case .number: (value ?? defaultValue)?.number?.text ?? ""
    case .scalar: value.map(Self.text(ofScalar:)) ?? ""
    case .json(keepsBrokenText: true): value?.string ?? value?.rendered() ?? ""
    case .json: value?.rendered() ?? ""
    default: (value ?? defaultValue)?.string ?? ""
    }
  }

  /// Parses typed text.
  ///
  /// - Throws: A `FieldProblem` if the text is not a value of this field. Its `keptValue` preserves JSON that does not
  ///   parse, if the field can hold it.
  package func value(of text: String) throws(FieldProblem) -> JSONValue? {
    switch type {
    case .flag: return (text == "on") == (defaultValue?.bool ?? false) ? nil : .bool(text == "on")
    case .choice: return text == defaultValue?.string || text.isEmpty ? nil : .string(text)
    case .number(let rule): return try number(text, rule)
    case .scalar: return Self.scalar(of: text)
    case .json(let keepsBrokenText): return try json(text, keepsBrokenText)
    case .text, .file, .lines: return text.isEmpty && defaultValue == nil ? nil : .string(text)
    case .strings, .rows, .names, .object, .kinds: return nil
    }
  }

  /// The value in a new section.
  var firstValue: JSONValue? {
    guard !initial.isEmpty, let value = try? value(of: initial) else { return self.value(in: JSONObject()) }
    return value
  }

  private func number(_ text: String, _ rule: NumberRule) throws(FieldProblem) -> JSONValue? {
    if text.isEmpty, defaultValue == nil { return nil }
    let number = rule.isWhole ? Int(text).map(Double.init) : Double(text)
    guard let number, rule.allows(number) else {
      let advice = rule.advice.isEmpty ? "" : " — " + rule.advice
      throw FieldProblem(sentence: "\"\(text)\" is not a \(rule.noun)\(advice)")
    }
    let isInteger = number == number.rounded() && abs(number) < 1e15
    return .number(JSONNumber(text: isInteger ? String(Int(number)) : String(number)))
  }

  /// A number, or a text in quotes if it would be read as a number without them.
  private static func text(ofScalar value: JSONValue) -> String {
    guard let text = value.string else { return value.compact }
    return scalar(of: text) == value ? text : value.compact
  }

  private static func scalar(of text: String) -> JSONValue? {
    guard !text.isEmpty else { return nil }
    switch try? JSONText(text).value {
    case .number(let number)?: return .number(number)
    case .string(let string)?: return .string(string)
    default: return .string(text)
    }
  }

  private func json(_ text: String, _ keepsBrokenText: Bool) throws(FieldProblem) -> JSONValue? {
    if keepsBrokenText, !text.contains(where: { !$0.isWhitespace }) { return nil }
    do {
      return try JSONText(text).value
    } catch {
      let kept = keepsBrokenText ? JSONValue.string(text) : nil
      var check = JSONCheck(Array(text.utf8))
      let problem = check.run()?.description(in: text)
      guard problem == nil, check.hasVariables || check.note != nil else {
        throw FieldProblem(
          sentence: "Kept as text until it is valid JSON: \(problem ?? error.description)", keptValue: kept)
      }
      let sentence = check.note == nil ? JSONNotes.variablesAreReplaced : JSONNotes.commentsAreNotSent
      throw FieldProblem(sentence: sentence, keptValue: kept, isNote: true)
    }
  }

  /// The values to choose from, an empty one for none; `nil` for a typed value.
  package var choices: [String]? {
    switch type {
    case .flag: ["on", "off"]
    case .choice(let values): defaultValue == nil ? [""] + values : values
    case .kinds(let table): [table.absentName] + table.kinds.map(\.name)
    default: nil
    }
  }

  /// Whether the form shows the field in one row.
  package var isSingleRow: Bool {
    switch type {
    case .text, .scalar, .number, .flag, .choice, .file: true
    case .lines, .json, .strings, .rows, .names, .object, .kinds: false
    }
  }
}

/// Why typed text is not a value of a field.
package struct FieldProblem: Error, Equatable, Sendable {
  package let sentence: String
  /// A value that preserves the text anyway.
  package var keptValue: JSONValue?
  /// Whether nothing is wrong: the user should only know.
  package var isNote = false
}

package enum JSONNotes {
  package static let commentsAreNotSent =
    "Kept as text with its comments; comments and trailing commas are not sent"
  package static let variablesAreReplaced =
    "Kept as text: {{variables}} without quotes are replaced before it is sent"
}
