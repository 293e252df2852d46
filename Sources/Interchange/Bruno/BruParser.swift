/// Parses a `.bru` file line by line, like Bruno's grammar. Also accepts common deviations in files written by hand.
struct BruParser {
  private var lines: [Substring]
  private var index = 0
  private var document = BruDocument()
  /// How many spaces the lines of a `'''` text are indented by.
  private let textIndent: Int
  /// A line with the start of a quoted argument that has no end in it.
  private var unquoted: (line: Int, quote: Character)?

  private init(_ text: String, textIndent: Int) {
    lines = text.replacingExactly("\r\n", with: "\n").parts(separatedBy: "\n").map { Substring($0) }
    self.textIndent = textIndent
  }

  static func document(_ text: String) throws(BruError) -> BruDocument {
    var parser = BruParser(text, textIndent: 4)
    while parser.index < parser.lines.count { try parser.block() }
    return parser.document
  }

  /// The pairs of the inner lines of a block.
  static func pairs(_ text: String, textIndent: Int) throws(BruError) -> [BruDocument.Pair] {
    var parser = BruParser(text, textIndent: textIndent)
    return try parser.pairs(isEnded: { _ in false })
  }

  // MARK: Blocks

  private mutating func block() throws(BruError) {
    let line = lines[index].trimmed
    guard !line.isEmpty, !Self.isComment(line) else {
      if !line.isEmpty { document.hasComments = true }
      index += 1
      return
    }
    let start = index + 1
    let name = line.prefix { $0 != "{" && $0 != "[" && !$0.isWhitespace }
    let rest = line[name.endIndex...].trimmed
    if name.hasPrefix("color:") {
      let color = line.dropFirst(6).trimmed
      document.blocks.append(.init(name: "color", content: .text(String(color))))
      index += 1
      return
    }
    guard !name.isEmpty, let bracket = rest.first, bracket == "{" || bracket == "[" else {
      throw BruError(line: start, problem: "expected a block such as \"get {\", not \"\(line.excerpt)\"")
    }
    lines[index] = rest.dropFirst()
    let content =
      bracket == "[" ? try list(start) : try braces(String(name), isText: BruDocument.hasText(String(name)), start)
    document.blocks.append(.init(name: String(name), content: content))
  }

  private mutating func braces(_ name: String, isText: Bool, _ start: Int) throws(BruError) -> BruDocument.Content {
    let rest = lines[index].trimmed
    if rest.first == "}" {
      lines[index] = rest.dropFirst()
      return isText ? .text("") : .pairs([])
    }
    if rest.isEmpty { index += 1 }
    let content: BruDocument.Content
    if isText {
      content = .text(text())
    } else {
      content = .pairs(try pairs { $0.first == "}" })
    }
    guard index < lines.count else { throw BruError(line: start, problem: "the block \"\(name)\" is not closed") }
    lines[index] = lines[index].dropFirst()
    return content
  }

  /// The lines up to a brace at the beginning of a line; two spaces of indent are not part of them.
  private mutating func text() -> String {
    while index < lines.count, lines[index].isEmpty { index += 1 }
    var text: [String] = []
    while index < lines.count {
      let line = lines[index]
      if line.first == "}", line.dropFirst().trimmed.isEmpty { break }
      text.append(String(line.hasPrefix("  ") ? line.dropFirst(2) : line))
      index += 1
    }
    return text.joined(separator: "\n")
  }

  private mutating func list(_ start: Int) throws(BruError) -> BruDocument.Content {
    var items: [String] = []
    while index < lines.count {
      let line = lines[index]
      let end = line.firstIndex(of: "]") ?? line.endIndex
      items += line[..<end].split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
      if end < line.endIndex {
        lines[index] = line[line.index(after: end)...]
        return .list(items)
      }
      index += 1
    }
    throw BruError(line: start, problem: "the list is not closed")
  }

  // MARK: Pairs

  private mutating func pairs(isEnded: (Substring) -> Bool) throws(BruError) -> [BruDocument.Pair] {
    var pairs: [BruDocument.Pair] = []
    var annotations: [BruDocument.Annotation] = []
    while index < lines.count, !isEnded(lines[index]) {
      lines[index] = lines[index].trimmedStart
      if let annotation = annotation() {
        annotations.append(annotation)
        if lines[index].isBlank { index += 1 }
        continue
      }
      let line = lines[index]
      if line.isBlank {
        index += 1
      } else if Self.isComment(line), !Self.isPair(line) {
        document.hasComments = true
        index += 1
      } else {
        pairs.append(try pair(annotations))
        annotations = []
      }
    }
    return pairs
  }

  private static func isComment(_ line: Substring) -> Bool { line.hasPrefix("#") || line.hasPrefix("//") }

  /// Whether a line that begins with `#` is a pair such as `#top: 1`.
  private static func isPair(_ line: Substring) -> Bool {
    guard line.first == "#", let (name, _) = line.atColon, name != "#" else { return false }
    return !name.contains(where: \.isWhitespace)
  }

  private mutating func pair(_ annotations: [BruDocument.Annotation]) throws(BruError) -> BruDocument.Pair {
    let start = index + 1
    guard let key = key() else {
      throw BruError(line: start, problem: "expected \"name: value\", not \"\(lines[index].trimmed.excerpt)\"")
    }
    var pair = BruDocument.Pair(name: key, value: "", annotations: annotations)
    if pair.name.hasPrefix("~") {
      pair.name.removeFirst()
      pair.isEnabled = false
    }
    let rest = lines[index].trimmed
    if rest == "[" {
      pair.list = try listValue(start)
    } else if rest.hasPrefix("'''"), let quoted = quotedLines(rest, indent: textIndent) {
      let suffix = quoted.rest.trimmed
      pair.value = String((quoted.text + (suffix.isEmpty ? "" : " " + suffix))[...].trimmed)
      index = quoted.line
    } else {
      pair.value = String(rest)
    }
    index += 1
    return pair
  }

  /// Reads a name and its colon: plain, in quotes, or in `'''` over several lines.
  private mutating func key() -> String? {
    let line = lines[index]
    let mark = line.hasPrefix("~") ? "~" : ""
    let unmarked = line.dropFirst(mark.count)
    if unmarked.first == "\"", let (name, rest) = Self.quoted(unmarked.dropFirst()) {
      lines[index] = rest
      return mark + name
    }
    if unmarked.hasPrefix("'''"), let quoted = quotedLines(unmarked, indent: 0),
      quoted.rest.trimmedStart.first == ":"
    {
      index = quoted.line
      lines[index] = quoted.rest.trimmedStart.dropFirst()
      return mark + String(quoted.text[...].trimmed)
    }
    guard let (name, rest) = line.atColon else { return nil }
    lines[index] = rest
    return String(name.trimmed)
  }

  private static func quoted(_ text: Substring) -> (name: String, rest: Substring)? {
    var name = ""
    var rest = text
    while let character = rest.first, character != "\"" {
      rest = rest.dropFirst()
      if character == "\\", rest.first == "\"" {
        name.append("\"")
        rest = rest.dropFirst()
      } else {
        name.append(character)
      }
    }
    guard rest.first == "\"" else { return nil }
    let after = rest.dropFirst().trimmedStart
    return after.first == ":" ? (name, after.dropFirst()) : nil
  }

  private mutating func listValue(_ start: Int) throws(BruError) -> [String] {
    var items: [String] = []
    index += 1
    while index < lines.count {
      let item = lines[index].trimmed
      if item == "]" { return items }
      if !item.isEmpty { items.append(String(item)) }
      index += 1
    }
    throw BruError(line: start, problem: "the list is not closed")
  }

  /// The text from `'''` at the beginning of `start` to the next `'''`, possibly on a later line, and the rest of that.
  private func quotedLines(_ start: Substring, indent: Int) -> (text: String, line: Int, rest: Substring)? {
    var text: [String] = []
    var at = index
    var rest = start.dropFirst(3)
    while true {
      let end = rest.firstRange(of: "'''")
      let line = rest[..<(end?.lowerBound ?? rest.endIndex)]
      let spaces = at == index ? 0 : min(indent, line.prefix { $0 == " " || $0 == "\t" }.count)
      text.append(String(line.dropFirst(spaces)))
      if let end { return (text.joined(separator: "\n"), at, rest[end.upperBound...]) }
      at += 1
      guard at < lines.count else { return nil }
      rest = lines[at]
    }
  }

  // MARK: Annotations

  /// Reads `@name` or `@name(value)` in front of a pair; `@name:` is the name of a pair.
  private mutating func annotation() -> BruDocument.Annotation? {
    let line = lines[index]
    guard line.first == "@" else { return nil }
    let name = line.dropFirst().prefix { !"():".contains($0) && !$0.isWhitespace }
    var rest = line[name.endIndex...]
    guard !name.isEmpty, rest.trimmedStart.first != ":" else { return nil }
    guard rest.first == "(" else {
      lines[index] = rest.trimmedStart
      return .init(name: String(name))
    }
    rest = rest.dropFirst()
    if rest.hasPrefix("'''"), let quoted = quotedLines(rest, indent: textIndent), quoted.rest.first == ")" {
      index = quoted.line
      lines[index] = quoted.rest.dropFirst().trimmedStart
      let lines = quoted.text.parts(separatedBy: "\n").filter { !$0[...].trimmed.isEmpty }
      return .init(name: String(name), value: lines.joined(separator: "\n"))
    }
    guard let (value, after) = argument(rest), after.first != ":" else { return nil }
    lines[index] = after.trimmedStart
    return .init(name: String(name), value: value)
  }

  /// The text up to the closing parenthesis, without its quotes.
  private mutating func argument(_ text: Substring) -> (value: String, rest: Substring)? {
    if let quote = text.first, quote == "'" || quote == "\"", unquoted?.line != index || unquoted?.quote != quote {
      if let end = text.dropFirst().firstRange(of: "\(quote))") {
        return (String(text.dropFirst()[..<end.lowerBound]), text[end.upperBound...])
      }
      // The rest of the line is not searched again for each argument in it.
      unquoted = (index, quote)
    }
    guard let end = text.firstIndex(of: ")") else { return nil }
    return (String(text[..<end]), text[text.index(after: end)...])
  }
}

extension Substring {
  // By scalar: a combining mark after a space or a colon would be part of the same `Character`.
  var trimmedStart: Substring { Substring(unicodeScalars.drop { $0.properties.isWhitespace }) }

  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  var trimmed: Substring { Substring(unicodeScalars.trimming { $0.properties.isWhitespace }) }

  /// The text before and after the first colon.
  fileprivate var atColon: (before: Substring, after: Substring)? {
    guard let colon = unicodeScalars.firstIndex(of: ":") else { return nil }
    return (self[..<colon], self[unicodeScalars.index(after: colon)...])
  }
}
