internal import Foundation

/// Evaluates the checks and captures of one response.
package struct CheckEvaluation {
  let facts: ResponseFacts
  let context: CheckContext

  package init(_ facts: ResponseFacts, _ context: CheckContext) {
    self.facts = facts
    self.context = context
  }

  /// The results of checks, in order, and whether a failed check that is `hard` ended them.
  package func results(of checks: [JSONObject]) -> (results: [LogEvent.Check], isEnded: Bool) {
    var results: [LogEvent.Check] = []
    for check in checks where check["off"]?.bool != true {
      let result = result(of: check)
      results.append(result)
      if !result.isPassed, check["hard"]?.bool == true { return (results, true) }
    }
    return (results, false)
  }

  package func result(of check: JSONObject) -> LogEvent.Check {
    let name = CheckName.of(check)
    do throws(CheckProblem) {
      try CheckMembers.refuseUnknown(in: check, of: .check)
      let value = try value(of: check)
      let predicate = try Predicate(check, context)
      let failure = try predicate.failure(of: value, CheckOrigin(check), context)
      return LogEvent.Check(
        name, isPassed: failure == nil, detail: failure.map { $0.text(masking: mask(for: value, of: check)) } ?? "")
    } catch {
      return LogEvent.Check(name, isPassed: false, detail: error.sentence.text(masking: context.mask))
    }
  }

  /// The text that a capture sets its variable to: a string itself, other values as JSON.
  package func captured(_ capture: JSONObject) throws(CheckProblem) -> String {
    let value = try capturedValue(capture)
    return value.string ?? value.compact
  }

  /// The value that a capture sets its variable to.
  package func capturedValue(_ capture: JSONObject) throws(CheckProblem) -> JSONValue {
    try CheckMembers.refuseUnknown(in: capture, of: .capture)
    switch try value(of: capture).collapsed {
    case .missing: throw CheckProblem("the response has no such value")
    case .json(let value): return value
    case .nodes: return ""
    case .bytes(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Also masks values that filters and regular expressions extract from a secret, such as its second half: values that
  /// the source no longer contains once its secrets are masked.
  private func mask(for value: CheckValue, of row: JSONObject) -> (String) -> String {
    let mask = context.mask
    guard let source = source(of: row) else { return mask }
    let shown = mask(source)
    let made = shown == source ? [] : value.strings.filter { $0.count > 2 && !shown.contains($0) }
    return { text in
      let isMade = made.contains {
        text.contains($0) || text.contains(JSONValue.string($0).compact.dropFirst().dropLast())
      }
      return isMade ? FieldChange.mask : mask(text)
    }
  }

  /// The text that the row's filters or regular expression apply to; `nil` without either.
  private func source(of row: JSONObject) -> String? {
    var plain = row
    (plain["filters"], plain["x-filters"]) = (nil, nil)
    if plain == row { return row["query"]?.string == "regex" ? String(decoding: facts.body, as: UTF8.self) : nil }
    return (try? value(of: plain))?.strings.joined(separator: "\n")
  }

  /// The part of the response that a row names, after its filters.
  func value(of row: JSONObject) throws(CheckProblem) -> CheckValue {
    let query = row["query"]?.string ?? ""
    var expression = ""
    if let text = row["expression"]?.string { expression = try context.resolve(text) }
    let known = try ResponseQuery.named(query, with: expression)
    try CheckMistake.refuse(expression, of: known)
    var value = try known.read(facts, expression, context)
    if query == "jsonpath", row.selectsLists { value = value.selection }
    if row.hasHurlsNumbers { value = value.hurlsNumber(from: query) }
    guard let filters = row["filters"]?.array else { return try HurlFilters(row, facts, context).applied(to: value) }
    for filter in filters { value = try ResponseFilter(filter.string ?? "", context).apply(to: value, facts) }
    return value
  }
}
