/// Lays blocks out as lines of a width.
struct MarkdownLayout {
  private let columns: Int
  private(set) var lines: [[Span]] = []

  /// Narrower than this nothing is indented further.
  private static let narrowest = 16

  static func lines(of blocks: [MarkdownBlock], columns: Int) -> [[Span]] {
    var layout = MarkdownLayout(columns: max(1, columns))
    layout.add(blocks)
    return layout.lines
  }

  private mutating func add(_ blocks: [MarkdownBlock]) {
    for (index, block) in blocks.enumerated() {
      if index > 0 { lines.append([]) }
      add(block)
    }
  }

  private mutating func add(_ block: MarkdownBlock) {
    switch block {
    case .heading(let level, let spans): add(heading: spans, level)
    case .paragraph(let spans): lines += SpanWrapping.lines(of: spans, columns: columns)
    case .code(let language, let code): add(code: code, language)
    case .quote(let blocks): addIndented(blocks, first: "▏ ", rest: "▏ ", .border)
    case .list(let items): addList(items)
    case .table(let header, let rows): lines += TableLayout(header, rows, columns: columns).lines
    case .rule: lines.append([Span(String(repeating: "─", count: columns), .border)])
    }
  }

  private mutating func add(heading spans: [Span], _ level: Int) {
    let style = Style(level <= 2 ? .title : .label, bold: true, underlined: level == 1)
    let whole = spans.map { Span($0.text, style, link: $0.link) }
    lines += SpanWrapping.lines(of: whole, columns: columns)
  }

  private mutating func add(code: [String], _ language: String) {
    let bar = Span("│ ", .border)
    let room = max(1, columns - 2)
    for line in code {
      let spans = CodeColours.spans(of: line.safeLine, language)
      lines += SpanWrapping.broken(spans, columns: room).map { [bar] + $0 }
    }
  }

  private mutating func addList(_ items: [MarkdownBlock.Item]) {
    for item in items {
      let marker = item.marker + " "
      addIndented(
        item.blocks, first: marker, rest: String(repeating: " ", count: marker.columns), .label, isTight: true)
    }
  }

  /// Adds blocks behind a margin.
  private mutating func addIndented(
    _ blocks: [MarkdownBlock], first: String, rest: String, _ role: Style.Role, isTight: Bool = false
  ) {
    let width = columns - first.columns
    guard width >= Self.narrowest || columns < Self.narrowest else { return add(blocks) }
    var inner = MarkdownLayout(columns: max(1, width))
    if isTight { for block in blocks { inner.add(block) } } else { inner.add(blocks) }
    if inner.lines.isEmpty { inner.lines = [[]] }
    for (index, line) in inner.lines.enumerated() { lines.append([Span(index == 0 ? first : rest, role)] + line) }
  }
}
