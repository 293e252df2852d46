/// Colours a line of pretty-printed JSON. Tokens never span lines.
enum JSONLine {
  static func spans(_ line: String) -> [Span] {
    var spans: [Span] = []
    var rest = Substring(line)
    while let character = rest.first {
      let token: Substring
      let role: Style.Role
      if character == "\"" {
        token = string(rest)
        role = rest[token.endIndex...].first == ":" ? .bodyKey : .bodyString
      } else if character.isLetter {
        token = rest.prefix(while: \.isLetter)
        role = token == "null" ? .bodyNull : .bodyBoolean
      } else if character.isNumber || character == "-" {
        token = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
        role = .bodyNumber
      } else {
        token = rest.prefix { !$0.isLetter && !$0.isNumber && $0 != "\"" && $0 != "-" }
        role = .bodyPunctuation
      }
      spans.append(Span(String(token), role))
      rest = rest[token.endIndex...]
    }
    return spans
  }

  private static func string(_ text: Substring) -> Substring {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == "\"" {
        return text[...index]
      }
    }
    return text
  }
}
