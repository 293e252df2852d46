extension ExportFormat {
  /// One file that needs nothing else: no script, no fonts, no network.
  static let html = ExportFormat("html", "HTML documentation", fileExtension: "html", needs: .history) {
    source throws(ExportError) in
    ExportResult(HTMLWriter.page(source.collection.name, CollectionDocument(source).blocks))
  }
}

enum HTMLWriter {
  static func page(_ title: String, _ blocks: [DocumentBlock]) -> String {
    var contents = ""
    var body = ""
    for (index, block) in blocks.enumerated() {
      if case .heading(let level, let text) = block {
        body += "<h\(level) id=\"s\(index)\">\(text.escapedForMarkup)</h\(level)>\n"
        if level > 1 { contents += "<a class=\"l\(level)\" href=\"#s\(index)\">\(text.escapedForMarkup)</a>\n" }
      } else {
        body += html(block)
      }
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title.escapedForMarkup)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <nav>
      \(contents)</nav>
      <main>
      \(body)</main>
      </body>
      </html>

      """
  }

  private static func html(_ block: DocumentBlock) -> String {
    switch block {
    case .heading: return ""
    case .request(let method, let url):
      return "<p class=\"request\"><b>\(method.escapedForMarkup)</b> <code>\(url.escapedForMarkup)</code></p>\n"
    case .notes(let text): return MarkdownHTML.html(text)
    case .sentence(let text): return "<p>\(text.escapedForMarkup)</p>\n"
    case .code(let title, _, let text):
      return "<p class=\"title\">\(title.escapedForMarkup)</p>\n<pre><code>\(text.escapedForMarkup)</code></pre>\n"
    case .table(let title, let columns, let rows):
      let head = columns.map { "<th>\($0.escapedForMarkup)</th>" }.joined()
      let lines = rows.map { row in "<tr>" + row.map { "<td>\($0.escapedForMarkup)</td>" }.joined() + "</tr>" }
      return "<p class=\"title\">\(title.escapedForMarkup)</p>\n<table><tr>\(head)</tr>\n"
        + lines.joined(separator: "\n") + "</table>\n"
    }
  }

  private static let style = """
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
    body { margin: 0; display: flex }
    nav { position: sticky; top: 0; height: 100vh; overflow: auto; min-width: 14rem; padding: 1rem; box-sizing: border-box }
    nav a { display: block; color: inherit; text-decoration: none; padding: .1rem 0 }
    nav a:hover { text-decoration: underline }
    nav .l3 { padding-left: 1rem } nav .l4, nav .l5, nav .l6 { padding-left: 2rem }
    main { max-width: 50rem; padding: 1rem 2rem; min-width: 0; flex: 1 }
    pre, .request { background: #8882; padding: .6rem .8rem; border-radius: .4rem; overflow: auto }
    .title { font-weight: 600; margin-bottom: .3rem }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8885; overflow-wrap: anywhere }
    @media (max-width: 50rem) { body { display: block } nav { position: static; height: auto } main { padding: 1rem } }
    @media print { nav { display: none } }
    """
}

/// Notes in Markdown as HTML: paragraphs, headings, lists, quotes, code, emphasis and links. All else is text.
enum MarkdownHTML {
  static func html(_ text: String) -> String {
    var result = ""
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)[...]
    while let line = lines.popFirst() {
      let trimmed = line.trimmed
      if trimmed.isEmpty { continue }
      if trimmed.hasPrefix("```") {
        result += "<pre><code>" + fenced(&lines, trimmed).escapedForMarkup + "</code></pre>\n"
      } else if let item = listItem(trimmed) {
        result += list(item, &lines)
      } else if trimmed.hasPrefix("#") {
        result += "<p class=\"title\">" + inline(String(trimmed.drop { $0 == "#" || $0 == " " })) + "</p>\n"
      } else {
        result += "<p>" + paragraph(line, &lines) + "</p>\n"
      }
    }
    return result
  }

  private static func fenced(_ lines: inout ArraySlice<String>, _ opening: String) -> String {
    let fence = opening.prefix { $0 == "`" }
    var code: [String] = []
    while let line = lines.popFirst(), !line.trimmed.hasPrefix(fence) { code.append(line) }
    return code.joined(separator: "\n")
  }

  private static func listItem(_ line: String) -> (isOrdered: Bool, text: String)? {
    for mark in ["- ", "* ", "+ "] where line.hasPrefix(mark) { return (false, String(line.dropFirst(2))) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, line[digits.endIndex...].hasPrefix(". ") else { return nil }
    return (true, String(line[digits.endIndex...].dropFirst(2)))
  }

  private static func list(_ first: (isOrdered: Bool, text: String), _ lines: inout ArraySlice<String>) -> String {
    var items = [first.text]
    while let line = lines.first, let item = listItem(line.trimmed), item.isOrdered == first.isOrdered {
      items.append(item.text)
      lines.removeFirst()
    }
    let tag = first.isOrdered ? "ol" : "ul"
    return "<\(tag)>" + items.map { "<li>" + inline($0) + "</li>" }.joined() + "</\(tag)>\n"
  }

  private static func paragraph(_ first: String, _ lines: inout ArraySlice<String>) -> String {
    var text = [first]
    while let line = lines.first, !line.trimmed.isEmpty, !line.trimmed.hasPrefix("```"), !line.hasPrefix("#"),
      listItem(line.trimmed) == nil
    {
      text.append(line)
      lines.removeFirst()
    }
    return inline(text.joined(separator: "\n"))
  }

  /// Code, bold text and links within a line.
  private static func inline(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let isCode = index % 2 == 1
      return isCode ? "<code>" + String(part).escapedForMarkup + "</code>" : plain(String(part))
    }.joined()
  }

  private static func plain(_ text: String) -> String {
    let bold = text.split(separator: "**", omittingEmptySubsequences: false)
    // An unpaired mark is literal text.
    guard bold.count > 2, bold.count % 2 == 1 else { return links(text) }
    return bold.enumerated().map { $0 % 2 == 1 ? "<b>\(links(String($1)))</b>" : links(String($1)) }.joined()
  }

  /// `[text](url)` with a URL of the web; others stay text.
  private static func links(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let middle = rest[open...].firstRange(of: "]("),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      let url = rest[middle.upperBound..<close]
      result += String(rest[..<open]).escapedForMarkup
      let label = String(rest[rest.index(after: open)..<middle.lowerBound]).escapedForMarkup
      let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
      result += isWeb ? "<a href=\"\(String(url).escapedForMarkup)\">\(label)</a>" : label
      rest = rest[rest.index(after: close)...]
    }
    return result + String(rest).escapedForMarkup
  }
}
