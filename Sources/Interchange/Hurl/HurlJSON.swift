// JSON as Hurl reads it: apart from templates, anything that is not JSON is an error.
extension HurlScanner {
  /// The text of a JSON value, whose parts may be templates.
  mutating func json() throws(HurlProblem) -> String {
    let start = index
    // The ends of the containers around the next value, outer first.
    var closers: [Unicode.Scalar] = []
    while true {
      if let closer = jsonOpening() {
        closers.append(closer)
        skipJSONSpace()
        if next != closer {
          if closer == "}" { try jsonKey() }
          continue
        }
      } else {
        try jsonScalar(isWhole: closers.isEmpty)
      }
      if try endsJSON(&closers) { return text(start..<index) }
    }
  }

  /// Reads what follows a value: ends of containers, or a comma and the key of the next member.
  ///
  /// - Returns: Whether the outermost value has ended.
  private mutating func endsJSON(_ closers: inout [Unicode.Scalar]) throws(HurlProblem) -> Bool {
    while let closer = closers.last {
      skipJSONSpace()
      if next == closer {
        index += 1
        closers.removeLast()
        continue
      }
      let comma = index
      guard read(",") else { throw jsonProblem("a comma or \(closer) expected") }
      skipJSONSpace()
      guard next != closer else { throw HurlProblem(index: comma, text: "JSON has no comma before \(closer)") }
      if closer == "}" { try jsonKey() }
      return false
    }
    return true
  }

  /// - Returns: The end of the container that begins here, of which it reads the beginning.
  private mutating func jsonOpening() -> Unicode.Scalar? {
    guard !isTemplateInJSON, let scalar = next, scalar == "{" || scalar == "[" else { return nil }
    index += 1
    return scalar == "{" ? "}" : "]"
  }

  private mutating func jsonKey() throws(HurlProblem) {
    guard next == "\"" else { throw jsonProblem("a name in double quotes expected") }
    try jsonString()
    skipJSONSpace()
    guard read(":") else { throw jsonProblem("a colon expected") }
    skipJSONSpace()
  }

  /// - Parameter isWhole: Whether it is the whole body. Any unknown line is taken for one, and the error says so.
  private mutating func jsonScalar(isWhole: Bool) throws(HurlProblem) {
    if next == "\"" { return try jsonString() }
    if isTemplateInJSON, template() != nil { return }
    let start = index
    let literal = read {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0)
    }
    if ["true", "false", "null"].contains(literal) { return }
    if let value = try? JSONText(literal).value, value.number != nil { return }
    index = start
    guard isWhole else { throw jsonProblem("a value of JSON expected") }
    throw problem("no header, section or body: \"\(restOfLine.excerpt)\"")
  }

  /// Whether the two braces begin a template: after those of JSON comes a quote or another brace.
  private var isTemplateInJSON: Bool {
    guard looksAt("{{") else { return false }
    let after = scalars[(index + 2)...].first { !$0.properties.isWhitespace }
    return after.map { $0 != "\"" && $0 != "}" && $0 != "{" } ?? false
  }

  private mutating func jsonString() throws(HurlProblem) {
    let start = index
    index += 1
    while let scalar = next, scalar != "\"" {
      switch scalar {
      case "\\": try jsonEscape()
      case "\n": throw HurlProblem(index: start, text: "the string does not end in its line")
      case "\t", "\r", "\u{8}", "\u{C}": throw problem("a control character is an escape in JSON, such as \\t")
      default: index += 1
      }
    }
    guard read("\"") else { throw HurlProblem(index: start, text: "the string does not end") }
  }

  private mutating func jsonEscape() throws(HurlProblem) {
    let letter = peek(1)
    let digits = text(min(index + 2, scalars.count)..<min(index + 6, scalars.count)).unicodeScalars
    let isNumber = letter == "u" && digits.count == 4 && digits.allSatisfy(\.properties.isASCIIHexDigit)
    guard let letter, isNumber || "\"\\/bfnrt".unicodeScalars.contains(letter) else {
      throw problem("not an escape of JSON")
    }
    index += isNumber ? 6 : 2
  }

  private mutating func skipJSONSpace() {
    while let scalar = next, " \t\r\n".unicodeScalars.contains(scalar) { index += 1 }
  }

  /// At the end of the text, the error is that the body does not end.
  private func jsonProblem(_ text: String) -> HurlProblem { problem(isAtEnd ? "the body does not end" : text) }
}
