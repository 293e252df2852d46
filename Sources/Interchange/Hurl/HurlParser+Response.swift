// The expected response of an entry: its status, headers, captures, checks and body.
extension HurlParser {
  mutating func readResponse() throws(HurlProblem) {
    while !scanner.isAtEnd, readBetween() {}
    if isNextEntry() { return }
    scanner.skipSpaces()
    guard isResponse else { return }
    try readStatus()
    var section: String?
    var known: Set<String> = []
    while !scanner.isAtEnd {
      if readBetween() { continue }
      if isNextEntry() { return }
      scanner.skipSpaces()
      if startsRequest { return }
      if let name = try readSectionName(after: &known) {
        section = name
        continue
      }
      if try !readResponseLine(section) {
        addBodyCheck(try scanner.body())
        return try scanner.endLine()
      }
    }
  }

  /// - Returns: Whether it has read an empty line, or a comment that is not of the next entry.
  private mutating func readBetween() -> Bool {
    if scanner.emptyLine() { return true }
    guard !isNextEntry(), let comment = scanner.comment() else { return false }
    keepMark(comment)
    return true
  }

  private mutating func readStatus() throws(HurlProblem) {
    _ = scanner.read("HTTP")
    if scanner.read("/") {
      let version = scanner.read { !" \t\n".unicodeScalars.contains($0) }
      if version != "*" {
        entry.checks.append(
          ["query": "version", "predicate": "equals", "value": .string(version), "x-hurl": ["version": true]])
      }
    }
    scanner.skipSpaces()
    let start = scanner.index
    if !scanner.read("*") {
      let status = scanner.word()
      guard let code = Int(status) else { throw HurlProblem(index: start, text: "a status or * expected") }
      entry.checks.append(["query": "status", "predicate": "equals", "value": .number(code)])
    }
    try scanner.endLine()
  }

  /// - Returns: `false` where the body begins.
  private mutating func readResponseLine(_ section: String?) throws(HurlProblem) -> Bool {
    switch section {
    case "Asserts":
      guard isQuery else { return false }
      entry.checks.append(.object(try scanner.check()))
    case "Captures":
      guard let name = try scanner.key() else { return false }
      try addCapture(name)
    case nil:
      guard let name = try scanner.key() else { return false }
      let value = try scanner.value()
      entry.checks.append(
        [
          "query": "header", "expression": .string(name), "predicate": "equals", "value": .string(value), "any": true,
        ])
    default: throw scanner.problem("[\(section ?? "")] belongs to a request")
    }
    try scanner.endLine()
    return true
  }

  private mutating func addCapture(_ written: String) throws(HurlProblem) {
    let query = try scanner.query()
    scanner.skipSpaces()
    let name = entry.withOwnValues(written)
    var capture: JSONObject = ["name": .string(name)]
    capture.members += query.members.filter { !$0.key.value.hasPrefix("x-") }
    if scanner.read("redact") { capture["secret"] = true }
    capture.members += query.members.filter { $0.key.value.hasPrefix("x-") }
    // The names of secret variables must be known before the response is shown.
    guard !name.contains("{{") else {
      return entry.problems.append("The capture \(written): its name depends on a variable")
    }
    entry.captures.append(.object(capture))
  }

  /// Whether the next word is a query, and not a body.
  private var isQuery: Bool {
    var ahead = scanner
    let word = ahead.word()
    guard !word.isEmpty, !["true", "false", "null", "hex", "base64", "file"].contains(word) || ahead.next == " " else {
      return false
    }
    return Double(word) == nil
  }

  /// Adds a check for the expected body.
  private mutating func addBodyCheck(_ body: HurlBody) {
    var check: JSONObject = ["query": "body", "predicate": "equals"]
    switch body {
    case .json(let text), .multiline("json", let text):
      if let value = try? JSONText(text).value {
        check = ["query": "jsonpath", "expression": "$", "predicate": "equals", "value": value]
      } else {
        check["value"] = .string(text)
      }
    case .base64, .hex, .file:
      check["query"] = "bytes"
      check["value"] = body.value
    case .xml, .text, .multiline, .graphql: check["value"] = body.value
    }
    check["x-hurl"] = ["body": true]
    entry.checks.append(.object(check))
  }
}
