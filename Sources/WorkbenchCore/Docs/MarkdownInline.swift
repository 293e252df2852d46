/// Emphasis, code, links and escapes within a paragraph.
///
/// A line feed in a span is a line break.
package struct MarkdownInline {
  private enum Token {
    case text(String)
    case spans([Span])
    /// A run of `*`, `_` or `~`, of which `left` remain.
    case delimiter(Character, left: Int, opens: Bool, closes: Bool)
  }

  private let characters: [Character]
  private let depth: Int
  private var index = 0
  private var tokens: [Token] = []
  private var text = ""
  /// Lengths of backquotes that nothing closes, so that they are searched once.
  private var unclosed: Set<Int> = []

  private static let lookBack = 64
  private static let linkLimit = 2_000

  package static func spans(of text: String) -> [Span] {
    var inline = MarkdownInline(characters: Array(text), depth: 0)
    return inline.parse()
  }

  private mutating func parse() -> [Span] {
    while index < characters.count { step() }
    flush()
    return styled().merged
  }

  private func character(_ offset: Int) -> Character? { characters[ifPresent: index + offset] }

  private mutating func flush() {
    if !text.isEmpty { tokens.append(.text(text)) }
    text = ""
  }

  private mutating func step() {
    switch characters[index] {
    case "\\": escape()
    case "`": code()
    case "*", "_", "~": delimiter()
    case "!" where character(1) == "[": if !link(from: index + 1) { plain() }
    case "[": if !link(from: index) { plain() }
    case "<": if !angle() { plain() }
    case "&": entity()
    case "\n": lineEnd()
    default: plain()
    }
  }

  private mutating func plain() {
    text.append(characters[index])
    index += 1
  }

  private mutating func escape() {
    guard let next = character(1) else { return plain() }
    if next == "\n" {
      text.append("\n")
      index += 2
    } else if next.isASCII, next.isPunctuation || next.isSymbol {
      text.append(next)
      index += 2
    } else {
      plain()
    }
  }

  /// Two spaces before it make a line end a break.
  private mutating func lineEnd() {
    let isBreak = text.hasSuffix("  ")
    while text.last == " " { text.removeLast() }
    text.append(isBreak ? "\n" : " ")
    index += 1
  }

  private mutating func entity() {
    let name = characters[(index + 1)...].prefix(10).prefix { $0 != ";" && $0 != "\n" }
    let reference = String(name) + ";"
    guard character(name.count + 1) == ";", let (scalar, end) = HTMLEntities.reference(reference[...].utf8),
      end == reference.endIndex
    else { return plain() }
    text.unicodeScalars.append(scalar)
    index += name.count + 2
  }

  // MARK: Code, tags, links

  private mutating func code() {
    let count = characters[index...].prefix { $0 == "`" }.count
    guard !unclosed.contains(count), let end = closing(count, from: index + count) else {
      unclosed.insert(count)
      text += String(repeating: "`", count: count)
      index += count
      return
    }
    var content = characters[(index + count)..<end].map { $0 == "\n" ? " " : $0 }
    if content.count > 2, content.first == " ", content.last == " " {
      content = Array(content[1..<(content.count - 1)])
    }
    flush()
    tokens.append(.spans([Span(String(content), .bodyString)]))
    index = end + count
  }

  private func closing(_ count: Int, from start: Int) -> Int? {
    var place = start
    while place < characters.count {
      guard characters[place] == "`" else {
        place += 1
        continue
      }
      let run = characters[place...].prefix { $0 == "`" }.count
      if run == count { return place }
      place += run
    }
    return nil
  }

  /// `<https://…>` is a link, `<br>` a break; other tags are left out.
  private mutating func angle() -> Bool {
    let content = characters[(index + 1)...].prefix(Self.linkLimit).prefix { $0 != ">" && $0 != "<" && $0 != "\n" }
    guard content.endIndex < characters.count, characters[content.endIndex] == ">", let first = content.first else {
      return false
    }
    let inner = String(content)
    if inner.contains("://") || inner.contains("@"), !inner.contains(" ") {
      flush()
      let isMail = !inner.contains("://") && !inner.hasPrefix("mailto:")
      tokens.append(.spans([Self.linkSpan(inner, to: isMail ? "mailto:" + inner : inner)]))
    } else if inner.lowercased().hasPrefix("br"), inner.count <= 4 {
      text.append("\n")
    } else if !(first.isLetter || first == "/" || first == "!") {
      return false
    }
    index = content.endIndex + 1
    return true
  }

  private static func linkSpan(_ text: String, to target: String) -> Span {
    Span(text, Style(.redirect, underlined: true), link: target)
  }

  /// `[text](url "title")`, and `![text](url)` for a picture.
  private mutating func link(from start: Int) -> Bool {
    guard depth < 4, let close = matching("[", "]", from: start), close + 1 < characters.count,
      characters[close + 1] == "(", let end = matching("(", ")", from: close + 1)
    else { return false }
    let target = String(characters[(close + 2)..<end]).split(separator: " ").first.map(String.init) ?? ""
    var inner = MarkdownInline(characters: Array(characters[(start + 1)..<close]), depth: depth + 1)
    var spans = inner.parse().map { span in
      let style =
        span.style.role == .text ? Style(.redirect, bold: span.style.isBold, underlined: true) : span.style
      return Span(span.text, style, link: target.isEmpty ? nil : target)
    }
    if spans.isEmpty { spans = [Self.linkSpan(target, to: target)] }
    let isShown = spans.map(\.text).joined() == target || target.isEmpty
    flush()
    tokens.append(.spans(spans + (isShown ? [] : [Span(" (\(target))", .hint)])))
    index = end + 1
    return true
  }

  private func matching(_ open: Character, _ close: Character, from start: Int) -> Int? {
    var level = 0
    var place = start
    let end = min(characters.count, start + Self.linkLimit)
    while place < end {
      switch characters[place] {
      case "\\": place += 1
      case open: level += 1
      case close:
        level -= 1
        if level == 0 { return place }
      default: break
      }
      place += 1
    }
    return nil
  }

  // MARK: Emphasis

  private mutating func delimiter() {
    let mark = characters[index]
    let count = characters[index...].prefix { $0 == mark }.count
    let (before, after) = (index > 0 ? characters[index - 1] : " ", character(count) ?? " ")
    var opens = !after.isWhitespace
    var closes = !before.isWhitespace
    // Underscores within words are letters.
    if mark == "_" {
      opens = opens && !(before.isLetter || before.isNumber)
      closes = closes && !(after.isLetter || after.isNumber)
    }
    let isKnown = mark != "~" || count == 2
    flush()
    tokens.append(.delimiter(mark, left: count, opens: opens && isKnown, closes: closes && isKnown))
    index += count
  }

  /// Pairs delimiters, each closing one with the nearest that opens.
  private mutating func styled() -> [Span] {
    var openers: [Int] = []
    var (strong, weak) = ([Int](repeating: 0, count: tokens.count + 1), [Int](repeating: 0, count: tokens.count + 1))
    for place in tokens.indices {
      guard case .delimiter(let mark, var left, let opens, let closes) = tokens[place] else { continue }
      while closes, left > 0, let at = opener(of: mark, in: openers),
        case .delimiter(_, let other, let o, let c) = tokens[openers[at]]
      {
        let used = min(left, other) >= 2 ? 2 : 1
        if used == 2, mark != "~" {
          strong[openers[at]] += 1; strong[place] -= 1
        } else {
          weak[openers[at]] += 1; weak[place] -= 1
        }
        tokens[openers[at]] = .delimiter(mark, left: other - used, opens: o, closes: c)
        left -= used
        openers.removeSubrange((other == used ? at : at + 1)...)
      }
      tokens[place] = .delimiter(mark, left: left, opens: opens, closes: closes)
      if opens, left > 0 { openers.append(place) }
    }
    return spans(strong, weak)
  }

  private func opener(of mark: Character, in openers: [Int]) -> Int? {
    openers.indices.suffix(Self.lookBack).last { at in
      if case .delimiter(let other, let left, _, _) = tokens[openers[at]] { other == mark && left > 0 } else { false }
    }
  }

  private func spans(_ strong: [Int], _ weak: [Int]) -> [Span] {
    var (bold, underlined) = (0, 0)
    var spans: [Span] = []
    for (place, token) in tokens.enumerated() {
      bold += strong[place]
      underlined += weak[place]
      let style = Style(bold: bold > 0, underlined: underlined > 0)
      switch token {
      case .text(let text): spans.append(Span(text, style))
      case .delimiter(let mark, let left, _, _):
        if left > 0 { spans.append(Span(String(repeating: String(mark), count: left), style)) }
      case .spans(let inner):
        spans += inner.map {
          Span(
            $0.text,
            Style(
              $0.style.role, bold: $0.style.isBold || bold > 0, underlined: $0.style.isUnderlined || underlined > 0),
            link: $0.link)
        }
      }
    }
    return spans
  }
}
