/// Splits Markdown into blocks: the part of CommonMark that notes use, and tables.
///
/// Accepts any text: unknown syntax is read as a paragraph.
package struct MarkdownParser {
  private let lines: [String]
  private let depth: Int
  private var index = 0

  /// Quotes and lists nested deeper than this are read as paragraphs.
  private static let depthLimit = 12
  private static let lineLimit = 50_000

  package static func blocks(of text: String) -> [MarkdownBlock] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(lineLimit).map(
      String.init)
    var parser = MarkdownParser(lines: lines.map { $0.replacing("\t", with: "    ") }, depth: 0)
    return parser.parse()
  }

  private mutating func parse() -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    while index < lines.count { if let block = next() { blocks.append(block) } }
    return blocks
  }

  private mutating func next() -> MarkdownBlock? {
    let line = MarkdownLine(lines[index])
    if line.isBlank {
      index += 1
      return nil
    }
    if line.indent >= 4 { return indentedCode() }
    if let fence = line.fence { return fencedCode(fence, indent: line.indent) }
    if let heading = line.heading {
      index += 1
      return .heading(level: heading.level, MarkdownInline.spans(of: heading.text))
    }
    if line.isRule {
      index += 1
      return .rule
    }
    if depth < Self.depthLimit {
      if line.isQuote { return quote() }
      if let marker = line.marker { return list(marker) }
    }
    return table() ?? paragraph()
  }

  /// Takes lines as long as they have a part of the block.
  private mutating func take<Part>(_ read: (MarkdownLine) -> Part?) -> [Part] {
    var parts: [Part] = []
    while index < lines.count, let part = read(MarkdownLine(lines[index])) {
      parts.append(part)
      index += 1
    }
    return parts
  }

  // MARK: Code

  private mutating func fencedCode(_ fence: MarkdownLine.Fence, indent: Int) -> MarkdownBlock {
    var code: [String] = []
    index += 1
    while index < lines.count {
      let line = MarkdownLine(lines[index])
      index += 1
      if line.closes(fence) { break }
      code.append(line.dropping(min(indent, line.indent)))
    }
    return .code(language: fence.language, lines: code)
  }

  private mutating func indentedCode() -> MarkdownBlock {
    var code = take { $0.isBlank || $0.indent >= 4 ? $0.dropping(4) : nil }
    while code.last?.isEmpty == true { code.removeLast() }
    return .code(language: "", lines: code)
  }

  // MARK: Containers

  private mutating func quote() -> MarkdownBlock {
    let content = take { $0.isQuote ? $0.unquoted : $0.continuesParagraph ? $0.text : nil }
    return .quote(inner(content))
  }

  private func inner(_ lines: [String]) -> [MarkdownBlock] {
    var parser = MarkdownParser(lines: lines, depth: depth + 1)
    return parser.parse()
  }

  private mutating func list(_ first: MarkdownLine.Marker) -> MarkdownBlock {
    var items: [MarkdownBlock.Item] = []
    while index < lines.count, let marker = MarkdownLine(lines[index]).marker, marker.isOrdered == first.isOrdered,
      marker.indent < 4
    {
      items.append(item(marker))
    }
    return .list(items)
  }

  private mutating func item(_ marker: MarkdownLine.Marker) -> MarkdownBlock.Item {
    index += 1
    var wasBlank = false
    let content = take { line -> String? in
      if line.isBlank {
        wasBlank = true
        return ""
      }
      if line.indent >= marker.width || line.indent > marker.indent && line.marker != nil {
        wasBlank = false
        return line.dropping(min(line.indent, marker.width))
      }
      return !wasBlank && line.continuesParagraph ? line.text : nil
    }
    return MarkdownBlock.Item(marker: marker.shown, blocks: inner([marker.rest] + content))
  }

  // MARK: Tables and paragraphs

  private mutating func table() -> MarkdownBlock? {
    guard index + 1 < lines.count, lines[index].contains("|"), MarkdownLine(lines[index + 1]).isTableRule else {
      return nil
    }
    let header = MarkdownLine(lines[index]).cells
    index += 2
    let rows = take { line -> [[Span]]? in
      guard !line.isBlank, line.text.contains("|") else { return nil }
      let cells = line.cells.prefix(header.count).map { MarkdownInline.spans(of: $0) }
      return cells + Array(repeating: [], count: header.count - cells.count)
    }
    return .table(header: header.map { MarkdownInline.spans(of: $0) }, rows: rows)
  }

  private mutating func paragraph() -> MarkdownBlock {
    var text: [String] = []
    while index < lines.count {
      let line = MarkdownLine(lines[index])
      if !text.isEmpty, let level = line.underline {
        index += 1
        return .heading(level: level, MarkdownInline.spans(of: text.joined(separator: " ")))
      }
      guard text.isEmpty || line.continuesParagraph else { break }
      text.append(line.text)
      index += 1
    }
    return .paragraph(MarkdownInline.spans(of: text.joined(separator: "\n")))
  }
}
