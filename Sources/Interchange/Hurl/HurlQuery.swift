// Queries, filters and predicates of captures and asserts.
extension HurlScanner {
  /// The members `query`, `expression` and `x-filters`, or the mark for numbers of Hurl.
  mutating func query() throws(HurlProblem) -> JSONObject {
    skipSpaces()
    let start = index
    let name = word()
    guard let takesText = Self.queries[name] else {
      throw HurlProblem(index: start, text: "\"\(name)\" is not a query")
    }
    var row: JSONObject = ["query": .string(name)]
    if takesText {
      skipSpaces()
      row["expression"] = .string(next == "/" ? try regex() : try quoted())
    }
    let filters = try filters()
    if !filters.isEmpty {
      row["x-filters"] = .array(filters.map(JSONValue.string))
    } else if name == "duration" || name == "xpath" {
      row[CheckSubject.numbersMark] = true
    }
    return row
  }

  /// Whether a query has an argument.
  static let queries: [String: Bool] = [
    "status": false, "version": false, "url": false, "body": false, "bytes": false, "rawbytes": false,
    "duration": false, "sha256": false, "md5": false, "ip": false, "redirects": false, "header": true, "cookie": true,
    "xpath": true, "jsonpath": true, "regex": true, "variable": true, "certificate": true,
  ]

  /// Reads filters without converting them: `nth 1`, `regex /a/`.
  private mutating func filters() throws(HurlProblem) -> [String] {
    var filters: [String] = []
    while true {
      let start = index
      skipSpaces()
      let filterStart = index
      let name = word()
      guard let count = Self.filterArguments[name] else {
        index = start
        return filters
      }
      for _ in 0..<count {
        skipSpaces()
        if next == "/" {
          _ = try regex()
        } else if next == "\"" {
          _ = try quoted()
        } else if template() == nil, word().isEmpty {
          throw problem("\(name) has no argument")
        }
      }
      filters.append(text(filterStart..<index))
    }
  }

  /// How many arguments a filter has.
  static let filterArguments: [String: Int] = [
    "base64Decode": 0, "base64Encode": 0, "base64UrlSafeDecode": 0, "base64UrlSafeEncode": 0, "charsetDecode": 1,
    "count": 0, "dateFormat": 1, "daysAfterNow": 0, "daysBeforeNow": 0, "decode": 1, "first": 0, "format": 1,
    "htmlEscape": 0, "htmlUnescape": 0, "jsonpath": 1, "last": 0, "location": 0, "nth": 1, "regex": 1, "replace": 2,
    "replaceRegex": 2, "split": 1, "toDate": 1, "toFloat": 0, "toHex": 0, "toInt": 0, "toString": 0, "urlDecode": 0,
    "urlEncode": 0, "urlQueryParam": 1, "utf8Decode": 0, "utf8Encode": 0, "xpath": 1,
  ]

  // MARK: Predicates

  /// A line of `[Asserts]` as a check.
  mutating func check() throws(HurlProblem) -> JSONObject {
    var check = try query()
    skipSpaces()
    var isNot = false
    let start = index
    if read("not"), next == " " || next == "\t" { isNot = true } else { index = start }
    skipSpaces()
    let nameStart = index
    let name = predicateName()
    guard let predicate = Self.predicates[name] else {
      throw HurlProblem(index: nameStart, text: "\"\(name)\" is not a predicate")
    }
    check["predicate"] = .string(predicate.name)
    if let type = predicate.type { check["value"] = .string(type) }
    if predicate.takesValue {
      skipSpaces()
      try addValue(to: &check, isPattern: predicate.name == "matches")
    }
    if predicate.isNegated != isNot { check["not"] = true }
    if name == "countEquals" { Self.useCount(&check) }
    // 1.0 is a float for Hurl, and otherwise a whole number, too.
    if predicate.type == "integer" { check["strict"] = true }
    if predicate.takesValue, predicate.name != "matches", Self.comparesTypes(check) { check["strict"] = true }
    let marks = ["x-filters", CheckSubject.numbersMark, "x-hurl"]
    return check.ordered(by: ["query", "expression", "predicate", "value", "not", "strict"] + marks)
  }

  /// Whether types decide a comparison, which Hurl always compares. A variable has a type when it is replaced.
  private static func comparesTypes(_ check: JSONObject) -> Bool {
    guard let value = check["value"], !value.compact.contains("{{") else { return false }
    let query = check.text("query") ?? ""
    if query == "jsonpath" { return true }
    guard check["x-filters"] == nil, !value.isContainer else { return false }
    return (value.string == nil ? textQueries : numberQueries).contains(query)
  }

  /// Queries whose value is a text, and those whose value is a number.
  static let textQueries: Set = ["body", "header", "ip", "regex", "url", "version"]
  static let numberQueries: Set = ["duration", "status"]

  private mutating func predicateName() -> String {
    for sign in ["==", "!=", ">=", "<=", ">", "<"] where read(sign) { return sign }
    return word()
  }

  /// Adds the filter `count` for `count == 3`: `length` would count the characters of a text.
  private static func useCount(_ check: inout JSONObject) {
    let filters = check["x-filters"]?.array ?? []
    if filters.last != "count" { check["x-filters"] = .array(filters + ["count"]) }
  }

  private mutating func addValue(to check: inout JSONObject, isPattern: Bool) throws(HurlProblem) {
    let start = index
    if isPattern, next == "/" {
      check["value"] = .string(try regex())
      return
    }
    if next == "\"" {
      check["value"] = .string(try quoted())
      return
    }
    if let template = template() {
      check["value"] = .string(template)
      // In quotes it would be text.
      check["x-hurl"] = ["value": .string(template)]
      return
    }
    let body = try body()
    check["value"] = body.value
    if case .json(let text) = body, check["value"] == nil {
      throw HurlProblem(index: start, text: "no value: \(text.excerpt)")
    }
  }

  static let predicates: [String: PredicateWord] = {
    var all: [String: PredicateWord] = [
      "!=": .init(name: "equals", isNegated: true), "notEquals": .init(name: "equals", isNegated: true),
      "exists": .init(name: "exists", takesValue: false), "isEmpty": .init(name: "isEmpty", takesValue: false),
      "countEquals": .init(name: "equals"), "includes": .init(name: "contains"),
    ]
    for (sign, name) in signs { all[sign] = PredicateWord(name: name) }
    for (sign, name) in oldSigns { all[sign] = PredicateWord(name: name) }
    for (word, type) in types { all[word] = PredicateWord(name: "isType", type: type, takesValue: false) }
    return all
  }()

  static let signs = [
    "==": "equals", ">": "greater", ">=": "greaterOrEqual", "<": "less", "<=": "lessOrEqual",
    "startsWith": "startsWith", "endsWith": "endsWith", "contains": "contains", "matches": "matches",
  ]

  private static let oldSigns = [
    "equals": "equals", "greaterThan": "greater", "greaterThanOrEquals": "greaterOrEqual", "lessThan": "less",
    "lessThanOrEquals": "lessOrEqual",
  ]

  static let types = [
    "isBoolean": "boolean", "isCollection": "collection", "isDate": "date", "isFloat": "float",
    "isInteger": "integer", "isIsoDate": "isoDate", "isIpv4": "ipv4", "isIpv6": "ipv6", "isList": "list",
    "isNumber": "number", "isObject": "object", "isString": "string", "isUuid": "uuid",
  ]
}

/// The predicate of a check that a word of another program means.
struct PredicateWord {
  var name: String
  var type: String?
  var takesValue = true
  var isNegated = false
}
