/// Writes checks and captures as lines of `[Asserts]` and `[Captures]`.
struct HurlAssertWriter {
  var text: HurlText

  /// - Returns: `nil` for a check that Hurl has no words for.
  mutating func line(_ check: JSONObject) -> String? {
    let check = Self.typed(check)
    guard !check.flag("off"), let query = query(check), let predicate = predicate(check) else { return nil }
    return query + " " + (check.flag("not") ? "not " : "") + predicate
  }

  mutating func line(capture: JSONObject) -> String? {
    guard !capture.flag("off"), let name = capture.filledText("name"), let query = query(capture) else {
      return nil
    }
    return text.key(name) + ": " + query + (capture.flag("secret") ? " redact" : "")
  }

  /// The check with a value of the type that the query has: in Hurl no text equals a number.
  private static func typed(_ check: JSONObject) -> JSONObject {
    guard !check.flag("strict"), CheckSubject(row: check).filters.isEmpty, check.checkPredicate != "length",
      let value = check["value"], !value.isContainer
    else { return check }
    var typed = check
    let query = check.text("query") ?? ""
    if HurlScanner.textQueries.contains(query), value.string == nil {
      let isOrder = ["greater", "greaterOrEqual", "less", "lessOrEqual"].contains(check.checkPredicate)
      if isOrder { typed["filters"] = ["toFloat"] } else { typed["value"] = .string(value.compact) }
    } else if HurlScanner.numberQueries.contains(query), let text = value.string,
      let number = (try? JSONText(text).value)?.number
    {
      typed["value"] = .number(number)
    }
    return typed
  }

  private mutating func query(_ row: JSONObject) -> String? {
    guard let name = row.text("query"), let takesText = HurlScanner.queries[name] else { return nil }
    var words = [name]
    if takesText {
      guard let expression = row.text("expression") else { return nil }
      words.append(text.quoted(expression))
    } else if row.filledText("expression") != nil {
      // Such as a phase of the duration.
      return nil
    }
    let filters = ((row["filters"] ?? row["x-filters"])?.array ?? []).compactMap(\.string)
    // The words are those of Hurl, but for some that it does not have.
    let isHurls = filters.allSatisfy { filter in
      let name = String(filter.prefix { !$0.isWhitespace })
      return HurlScanner.filterArguments[name] != nil && !filter.contains(where: \.isNewline)
    }
    guard isHurls else { return nil }
    words += filters
    return words.joined(separator: " ")
  }

  private mutating func predicate(_ check: JSONObject) -> String? {
    let value = check["value"] ?? .null
    switch check.checkPredicate {
    case "exists": return "exists"
    case "isEmpty": return "isEmpty"
    case "isType":
      let type = value.string == "array" ? "list" : value.string
      return HurlScanner.types.first { $0.value == type }?.key
    case "length": return value.number.map { "count == " + $0.text }
    case "equals" where check["x-hurl"]?.object?.text("value") == value.string && value.string != nil:
      return "== " + (value.string ?? "")
    case let name:
      guard let sign = HurlScanner.signs.first(where: { $0.value == name })?.key, let value = self.value(value) else {
        return nil
      }
      return sign + " " + value
    }
  }

  private mutating func value(_ value: JSONValue) -> String? {
    switch value {
    case .null, .bool, .number: return value.compact
    case .string(let string): return text.quoted(string.value)
    case .array: return nil
    case .object(let object):
      guard object.members.count == 1 else { return nil }
      if let hex = object.text("hex") { return "hex," + hex + ";" }
      if let base64 = object.text("base64") { return "base64," + base64 + ";" }
      return object.text("file").map { "file," + text.fileName($0) + ";" }
    }
  }

  /// The body that a response has to have, for the last check if it came from one.
  mutating func body(_ check: JSONObject) -> [String]? {
    guard check["x-hurl"]?.object?.flag("body") == true, check.checkPredicate == "equals", let value = check["value"]
    else { return nil }
    switch check.text("query") {
    case "jsonpath": return value.isContainer ? text.plain(value.rendered()).map { [$0] } : nil
    case "bytes": return self.value(value).map { [$0] }
    case "body": return value.string.map { text.body($0) }
    default: return nil
    }
  }
}
