/// Colours a line of code: JSON, and request lines.
enum CodeColours {
  static func spans(of line: String, _ language: String) -> [Span] {
    switch language {
    case "json": json(line)
    case "http": http(line)
    default: [Span(line)]
    }
  }

  private static func http(_ line: String) -> [Span] {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isUppercase }) else { return [Span(line)] }
    return [Span(String(parts[0]), Style(.method(String(parts[0])), bold: true)), Span(" " + parts[1])]
  }

  private static func json(_ line: String) -> [Span] {
    var spans: [Span] = []
    var rest = line[...]
    while let first = rest.first {
      let (text, role) = token(first, rest)
      spans.append(Span(String(text), role))
      rest = rest[text.endIndex...]
    }
    return spans
  }

  private static func token(_ first: Character, _ rest: Substring) -> (Substring, Style.Role) {
    if first == "\"" {
      let text = string(rest)
      let isKey = rest[text.endIndex...].first { $0 != " " } == ":"
      return (text, isKey ? .bodyKey : .bodyString)
    }
    let word = rest.prefix { $0.isLetter }
    if ["true", "false"].contains(word) { return (word, .bodyBoolean) }
    if word == "null" { return (word, .bodyNull) }
    if !word.isEmpty { return (word, .text) }
    let number = rest.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    if !number.isEmpty { return (number, .bodyNumber) }
    return (rest.prefix(1), "{}[],:".contains(first) ? .bodyPunctuation : .text)
  }

  private static func string(_ rest: Substring) -> Substring {
    var isEscaped = false
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex {
      let character = rest[end]
      end = rest.index(after: end)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return rest[..<end]
  }
}
