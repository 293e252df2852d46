/// The language of a long text, which determines its colours, checks and formatting.
package enum CodeLanguage: Equatable, Sendable {
  case plain, json, xml, html, graphql, javascript, form, markdown
  /// The rows of a table as lines of `Name: value`.
  case table(allowsBareNames: Bool)

  package init(mediaType: String) {
    let type = mediaType.prefix { $0 != ";" }.lowercased().trimmingBlanks
    self =
      switch type {
      case "application/json", "text/json": .json
      case "text/html", "application/xhtml+xml": .html
      case "application/xml", "text/xml": .xml
      case "application/graphql": .graphql
      case "application/javascript", "text/javascript": .javascript
      case "application/x-www-form-urlencoded": .form
      case "text/markdown": .markdown
      default: type.hasSuffix("+json") ? .json : type.hasSuffix("+xml") ? .xml : .plain
      }
  }

  package init(_ field: PlacedField, in file: SavedFile) {
    switch field.field.type {
    case .json: self = .json
    case .lines(.graphql): self = .graphql
    case .lines(.markdown): self = .markdown
    case .lines(.javascript): self = .javascript
    default:
      // The media type that the text of a body is sent with.
      let type = field.section == BodyKind.section ? file.request?.body?["type"]?.string : nil
      self = CodeLanguage(mediaType: type ?? "")
    }
  }

  package var syntax: EditingSyntax {
    switch self {
    case .json, .javascript: EditingSyntax(comment: .init("//"), indentsBrackets: true)
    case .graphql: EditingSyntax(comment: .init("#"), indentsBrackets: true)
    case .table: EditingSyntax(comment: .init("//"))
    case .xml, .html, .markdown: EditingSyntax(comment: .init("<!--", "-->"))
    case .plain, .form: EditingSyntax()
    }
  }

  package var title: String {
    switch self {
    case .plain: "text"
    case .json: "JSON"
    case .xml: "XML"
    case .html: "HTML"
    case .graphql: "GraphQL"
    case .javascript: "JavaScript"
    case .form: "form text"
    case .markdown: "Markdown"
    case .table: "a table"
    }
  }
}
