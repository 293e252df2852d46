/// The beginning of a line of Markdown and its meaning.
struct MarkdownLine {
  /// The number of leading spaces.
  let indent: Int
  /// The line without its leading spaces.
  let text: String

  init(_ line: String) {
    let spaces = line.prefix { $0 == " " }.count
    indent = spaces
    text = String(line.dropFirst(spaces))
  }

  var isBlank: Bool { text.isEmpty }

  /// The line without up to `count` spaces in front.
  func dropping(_ count: Int) -> String { String(repeating: " ", count: max(0, indent - count)) + text }

  // MARK: Code

  struct Fence {
    let mark: Character
    let count: Int
    let language: String
  }

  var fence: Fence? {
    guard indent < 4, let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let count = text.prefix { $0 == mark }.count
    let info = text.dropFirst(count)
    guard count >= 3, mark == "~" || !info.contains("`") else { return nil }
    return Fence(mark: mark, count: count, language: info.split(separator: " ").first?.lowercased() ?? "")
  }

  func closes(_ fence: Fence) -> Bool {
    let count = text.prefix { $0 == fence.mark }.count
    return indent < 4 && count >= fence.count && text.dropFirst(count).allSatisfy { $0 == " " }
  }

  // MARK: Headings

  var heading: (level: Int, text: String)? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.isEmpty || rest.first == " " else { return nil }
    var words = rest.trimming { $0 == " " }
    let closing = words.reversed().prefix { $0 == "#" }.count
    let before = words.dropLast(closing)
    if closing > 0, before.isEmpty || before.last == " " { words = before }
    return (level, String(words.trimmingSuffix { $0 == " " }))
  }

  /// The level of a heading that the line underlines.
  var underline: Int? {
    guard indent < 4, let mark = text.first, mark == "=" || mark == "-" else { return nil }
    let rest = text.drop { $0 == mark }
    return rest.allSatisfy { $0 == " " } ? (mark == "=" ? 1 : 2) : nil
  }

  var isRule: Bool {
    guard let mark = text.first, "-*_".contains(mark) else { return false }
    let marks = text.filter { $0 != " " }
    return marks.count >= 3 && marks.allSatisfy { $0 == mark }
  }

  // MARK: Containers

  var isQuote: Bool { indent < 4 && text.first == ">" }

  var unquoted: String {
    let rest = text.dropFirst()
    return String(rest.first == " " ? rest.dropFirst() : rest)
  }

  struct Marker {
    let indent: Int
    /// Columns up to the content.
    let width: Int
    let isOrdered: Bool
    let shown: String
    let rest: String
  }

  var marker: Marker? {
    guard !isRule, let (mark, isOrdered) = bareMarker else { return nil }
    let after = text.dropFirst(mark.count)
    guard after.isEmpty || after.first == " " else { return nil }
    let spaces = after.prefix { $0 == " " }.count
    let gap = spaces > 4 || spaces == after.count ? 1 : spaces
    let rest = String(after.dropFirst(gap))
    let (shown, content) = Self.task(rest)
    return Marker(
      indent: indent, width: indent + mark.count + gap, isOrdered: isOrdered, shown: shown ?? (isOrdered ? mark : "•"),
      rest: content)
  }

  private var bareMarker: (String, isOrdered: Bool)? {
    guard let first = text.first else { return nil }
    if "-*+".contains(first) { return (String(first), false) }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...9).contains(digits.count), let end = text.dropFirst(digits.count).first, end == "." || end == ")" else {
      return nil
    }
    return (digits + String(end), true)
  }

  private static func task(_ text: String) -> (String?, String) {
    for (mark, shown) in [("[ ] ", "☐"), ("[x] ", "☑"), ("[X] ", "☑")] where text.hasPrefix(mark) {
      return (shown, String(text.dropFirst(mark.count)))
    }
    return (nil, text)
  }

  /// Whether the line continues the paragraph above it.
  var continuesParagraph: Bool {
    if isBlank { return false }
    if indent >= 4 { return true }
    return fence == nil && heading == nil && !isRule && !isQuote && marker == nil
  }

  // MARK: Tables

  var isTableRule: Bool {
    let cells = cells
    return text.contains("-") && !cells.isEmpty
      && cells.allSatisfy { cell in
        let dashes = cell.drop { $0 == ":" }
        let rest = dashes.drop { $0 == "-" }
        return dashes.first == "-" && (rest.isEmpty || rest == ":")
      }
  }

  /// The texts between the bars; `\|` is not a bar.
  var cells: [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in text.first == "|" ? text.dropFirst() : text[...] {
      if character == "|", !isEscaped {
        cells.append(cell)
        cell = ""
      } else if character == "|" {
        cell.removeLast()
        cell.append("|")
      } else {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if cell.contains(where: { $0 != " " }) || cells.isEmpty { cells.append(cell) }
    return cells.map { cell in String(cell.trimming { $0 == " " }) }
  }
}
