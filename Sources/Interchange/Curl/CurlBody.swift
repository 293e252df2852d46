package import Foundation

/// The body that curl's data options produce. Option values may contain `{{name}}`.
package struct CurlBody {
  package enum Content {
    /// A template.
    case text(String)
    /// A path, not a template.
    case file(String)
    /// The rows of a multipart form. They are templates, except for the paths of their files.
    case form([JSONObject])
  }

  package private(set) var content: Content?
  /// The text to append to the URL's query: the data with `--get`, else the values of `--url-query`.
  package private(set) var query: String?
  package private(set) var isJSON: Bool
  package private(set) var notes: [InterchangeNote]

  /// - Parameters:
  ///   - options: Long names without hyphens and their values, in their order.
  ///   - reader: Reads a file, or standard input for `-`.
  package init(_ options: [(name: String, value: String)], isGet: Bool, reader: @escaping (String) -> Data?) {
    let files = CurlFiles(reader: reader)
    var (data, form, query) = (CurlData(files: files), CurlForm(files: files), [String]())
    for (name, value) in options {
      let value = VariableMarks.marking(value)
      if let kind = CurlData.Kind(rawValue: name) {
        data.add(value, kind)
      } else if name == "url-query" {
        query.append(data.query(value))
      } else if name == "form-string" {
        form.addLiteral(value)
      } else {
        form.add(value)
      }
    }
    if isGet, let text = data.joined() { query = [text] }
    let added = CurlAddress.loweringEscapes(query.map(Self.template).joined(separator: "&"))
    self.query = query.isEmpty ? nil : added
    (isJSON, notes) = (data.isJSON, data.notes + form.notes)
    if !form.rows.isEmpty {
      content = .form(form.rows.compactMap(\.object).map(Self.templates))
    } else if !isGet {
      content = data.file.map { .file(Self.path($0)) } ?? data.text.map { .text(Self.template($0)) }
    }
  }

  private static func template(_ marked: String) -> String { VariableMarks.template(marked, keepsBraces: false) }

  private static func path(_ marked: String) -> String { VariableMarks.template(marked, keepsBraces: true) }

  /// Members that take no variables.
  private static let literal: Set = ["file", "type", "filename"]

  private static func templates(_ row: JSONObject) -> JSONObject {
    var row = row
    for member in row.members {
      let key = member.key.value
      if let text = member.value.string { row[key] = .string(literal.contains(key) ? path(text) : template(text)) }
    }
    return row
  }
}
