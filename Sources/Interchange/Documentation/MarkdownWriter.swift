extension ExportFormat {
  static let markdown = ExportFormat("markdown", "Markdown documentation", fileExtension: "md", needs: .history) {
    source throws(ExportError) in
    ExportResult(CollectionDocument(source).blocks.map(MarkdownWriter.text).joined(separator: "\n\n") + "\n")
  }
}

enum MarkdownWriter {
  static func text(_ block: DocumentBlock) -> String {
    switch block {
    case .heading(let level, let text): String(repeating: "#", count: level) + " " + line(text)
    case .request(let method, let url): fenced("\(method) \(url)", "http")
    case .notes(let text): text
    case .sentence(let text): line(text)
    case .table(let title, let columns, let rows): table(title, columns, rows)
    case .code(let title, let language, let text): "**\(line(title))**\n\n" + fenced(text, language)
    }
  }

  private static func table(_ title: String, _ columns: [String], _ rows: [[String]]) -> String {
    let head = ["**\(line(title))**", "", row(columns), row(columns.map { _ in "---" })]
    return (head + rows.map { row($0.map(cell)) }).joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private static func cell(_ text: String) -> String { line(text).replacing("|", with: "\\|") }

  /// One line, without characters that mean something.
  private static func line(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isNewline {
        result += " "
      } else {
        if "\\`*_<>[]#".contains(character) { result += "\\" }
        result.append(character)
      }
    }
    return result
  }

  /// A fence that is longer than any in the text.
  private static func fenced(_ text: String, _ language: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return fence + language + "\n" + text + (text.hasSuffix("\n") ? "" : "\n") + fence
  }
}
