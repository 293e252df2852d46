internal import Foundation

/// The filters of a check or a capture of a Hurl file. Each needs a value, of the types that Hurl's filter takes.
struct HurlFilters {
  private enum Kind { case boolean, bytes, date, list, nodes, number, redirect, text }

  private let row: JSONObject
  private let facts: ResponseFacts
  private let context: CheckContext

  init(_ row: JSONObject, _ facts: ResponseFacts, _ context: CheckContext) {
    (self.row, self.facts, self.context) = (row, facts, context)
  }

  private var query: String { row["query"]?.string ?? "" }

  /// Applies the filters to the value of the query.
  func applied(to found: CheckValue) throws(CheckProblem) -> CheckValue {
    guard let filters = row["x-filters"]?.array, !filters.isEmpty else { return found }
    var source = query
    var value = Self.input(found, of: source)
    for text in filters {
      let filter = try ResponseFilter(text.string ?? "", context)
      try refuse(value, from: source, for: filter.name)
      value = try filter.apply(to: value, facts)
      value = value.hurlsNumber(from: filter.name)
      if filter.name == "jsonpath" { value = row.selectsLists ? value.selection : value.collapsed }
      if value == .missing, Self.choosing.contains(filter.name) {
        throw CheckProblem("\(filter.name): the list has no such element")
      }
      source = filter.name
    }
    return value
  }

  /// The value of a query as Hurl gives it to filters: a digest is bytes, and the only match of a JSONPath is itself.
  private static func input(_ found: CheckValue, of query: String) -> CheckValue {
    switch query {
    case "jsonpath": found.collapsed
    case "md5", "sha256": found.text.flatMap { Data(hex: $0) }.map(CheckValue.bytes) ?? found
    default: found
    }
  }

  // MARK: Types

  /// Refuses a value that Hurl's filter does not take.
  ///
  /// - Parameter source: The query or the filter that the value is from.
  private func refuse(_ value: CheckValue, from source: String, for filter: String) throws(CheckProblem) {
    guard let input = Self.inputs.first(where: { $0.filters.contains(filter) }) else { return }
    guard input.kinds.isDisjoint(with: kinds(of: value, from: source)) else { return }
    let isOfPath = source == "jsonpath" && (filter == "count" || Self.choosing.contains(filter))
    let advice = isOfPath ? " — with no-jsonpath-coercion: true, a JSONPath always selects a list" : ""
    throw CheckProblem("\(filter) takes \(input.words) in Hurl, got \(value)\(advice)")
  }

  private static let choosing: Set = ["first", "last", "nth"]

  private static let inputs: [(filters: Set<String>, kinds: Set<Kind>, words: String)] = [
    (
      [
        "base64Decode", "base64UrlSafeDecode", "htmlEscape", "htmlUnescape", "jsonpath", "regex", "replace",
        "replaceRegex", "split", "toDate", "urlDecode", "urlEncode", "urlQueryParam", "utf8Encode", "xpath",
      ], [.text], "text"
    ),
    (
      ["base64Encode", "base64UrlSafeEncode", "charsetDecode", "decode", "toHex", "utf8Decode"], [.bytes], "bytes"
    ),
    (choosing, [.list], "a list"), (["count"], [.list, .bytes, .nodes], "a list or bytes"),
    (["dateFormat", "daysAfterNow", "daysBeforeNow", "format"], [.date], "a date"),
    (["toFloat", "toInt"], [.number, .text], "a number or text"),
    (["toString"], [.text, .number, .boolean, .date], "text, a number, a boolean or a date"),
    (["location"], [.redirect], "an element of redirects"),
  ]

  private func kinds(of value: CheckValue, from source: String) -> Set<Kind> {
    switch value {
    case .missing: source == "xpath" ? [.nodes] : []
    case .nodes: source == "xpath" ? [.nodes] : [.list]
    case .bytes: [.bytes]
    case .json(.string): kindsOfText(from: source)
    case .json(.number): [.number]
    case .json(.bool): [.boolean]
    case .json(.array): [.list]
    case .json(.object): query == "redirects" ? [.redirect] : []
    case .json: []
    }
  }

  /// A date is a text here.
  private func kindsOfText(from source: String) -> Set<Kind> {
    let part = row["expression"]?.string?.lowercased() ?? ""
    switch source {
    case "toDate": return [.date]
    case "certificate" where part.hasSuffix("-date"), "cookie" where part.hasSuffix("[expires]"): return [.date]
    // A captured date may be its value.
    case "variable": return [.text, .date]
    default: return [.text]
    }
  }
}

extension CheckValue {
  /// A number with the type that it has in Hurl: milliseconds are whole, and numbers of an XPath have a fraction.
  ///
  /// - Parameter source: The query or the filter that the value is from.
  func hurlsNumber(from source: String) -> CheckValue {
    guard case .json(.number(let number)) = self else { return self }
    switch source {
    case "duration": return .json(.number(JSONNumber(text: String(number.text.prefix { $0 != "." }))))
    case "xpath", "toFloat":
      return number.int == nil ? self : .json(.number(JSONNumber(text: number.text + ".0")))
    default: return self
    }
  }
}

extension JSONObject {
  /// Whether numbers of this check or capture have Hurl's types.
  var hasHurlsNumbers: Bool { self["x-filters"] != nil || self[CheckSubject.numbersMark]?.bool == true }

  /// Whether a JSONPath of this check or capture selects a list, also of one value and of none.
  var selectsLists: Bool { self[CheckSubject.listsMark]?.bool == true }
}
