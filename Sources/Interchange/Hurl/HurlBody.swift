/// A body of a request or a response as a Hurl file writes it.
enum HurlBody: Equatable {
  case json(String)
  case xml(String)
  /// The text of a multiline string, with the word after its backquotes.
  case multiline(language: String, String)
  case text(String)
  case graphql(String, variables: String?)
  case base64(String)
  case hex(String)
  case file(String)

  /// The value that a check compares with; `nil` for JSON with templates outside of texts.
  var value: JSONValue? {
    switch self {
    case .json(let text): (try? JSONText(text).value)
    case .xml(let text), .text(let text), .multiline(_, let text): .string(text)
    // As it is sent.
    case .graphql(let query, let variables):
      .string("{\"query\":\(JSONValue.string(query).compact)\(variables.map { ",\"variables\":" + $0 } ?? "")}")
    case .base64(let text): ["base64": .string(text)]
    case .hex(let text): ["hex": .string(text)]
    case .file(let path): ["file": .string(path)]
    }
  }
}

extension HurlScanner {
  /// Reads a body.
  mutating func body() throws(HurlProblem) -> HurlBody {
    skipSpaces()
    if looksAt("```") { return try multiline() }
    if next == "`" { return .text(try backquoted()) }
    if read("base64,") { return .base64(try bytes()) }
    if read("hex,") { return .hex(try bytes()) }
    if read("file,") {
      skipSpaces()
      let name = try fileName()
      skipSpaces()
      guard read(";") else { throw problem("; expected") }
      return .file(name)
    }
    if next == "<" { return .xml(try xml()) }
    return .json(try json())
  }

  // MARK: XML

  /// The text of an XML document: up to the end of its outermost element.
  private mutating func xml() throws(HurlProblem) -> String {
    let start = index
    var depth = 0
    while !isAtEnd {
      guard next == "<" else {
        index += 1
        continue
      }
      if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") || skip("<!", to: ">") {
        continue
      }
      let isEnd = peek(1) == "/"
      let isEmpty = skipTag()
      if isEnd { depth -= 1 } else if !isEmpty { depth += 1 }
      if depth <= 0 { return text(start..<min(index, scalars.count)) }
    }
    throw HurlProblem(index: start, text: "the XML does not end")
  }

  private mutating func skip(_ opening: String, to closing: String) -> Bool {
    guard looksAt(opening) else { return false }
    index += opening.unicodeScalars.count
    while !isAtEnd, !looksAt(closing) { index += 1 }
    index = min(index + closing.unicodeScalars.count, scalars.count)
    return true
  }

  /// - Returns: Whether the tag has no end tag.
  private mutating func skipTag() -> Bool {
    var quote: Unicode.Scalar?
    var last: Unicode.Scalar = "<"
    while let scalar = next {
      index += 1
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        return last == "/"
      }
      last = scalar
    }
    return true
  }

  // MARK: Multiline strings

  private mutating func multiline() throws(HurlProblem) -> HurlBody {
    let start = index
    index += 3
    let head = restOfLine
    guard !head.contains("```") else {
      let text = try escapedText { $0 == "`" || $0 == "\n" }
      guard read("```") else { throw HurlProblem(index: start, text: "the string does not end") }
      return .text(text)
    }
    skipLine()
    let textStart = index
    while !isAtEnd, !looksAt("```") { index += 1 }
    let content = text(textStart..<min(index, scalars.count))
    guard read("```") else { throw HurlProblem(index: start, text: "the multiline string does not end") }
    let words = head.split(separator: ",").map { String($0).trimmed }
    if words.first == "graphql" { return Self.graphql(content) }
    return try Self.multiline(words, content)
  }

  private static func multiline(_ words: [String], _ content: String) throws(HurlProblem) -> HurlBody {
    var content = content
    let language = words.first.flatMap { ["json", "xml", "hex", "base64", "raw"].contains($0) ? $0 : nil } ?? ""
    if language == "hex" { return .hex(content.filter { !$0.isWhitespace }) }
    if language == "base64" { return .base64(content.filter { !$0.isWhitespace }) }
    if words.contains("escape") {
      var scanner = HurlScanner(content)
      content = try scanner.escapedText { _ in false }
    }
    if words.contains("novariable") || words.contains("novariables") {
      content = content.replacing("{{", with: "{{'{{'}}")
    }
    return .multiline(language: language, content)
  }

  private static func graphql(_ content: String) -> HurlBody {
    guard
      let mark = content.hasPrefix("variables")
        ? content.startIndex..<content.startIndex : content.firstRange(of: "\nvariables")
    else { return .graphql(content.trimmed, variables: nil) }
    let rest = content[mark.upperBound...].drop { $0 != "{" }
    guard !rest.isEmpty else { return .graphql(content.trimmed, variables: nil) }
    return .graphql(String(content[..<mark.lowerBound]).trimmed, variables: String(rest).trimmed)
  }
}
