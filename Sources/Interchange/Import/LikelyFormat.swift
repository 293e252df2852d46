internal import Foundation

extension ImportSource {
  /// Why a source that no format recognizes cannot be read, with the position; `nil` if it is just text.
  package var problem: String? {
    guard !isFolder else { return nil }
    let likely = likelyFormat
    guard let first = text.first(where: { !$0.isWhitespace }) else {
      let title = likely?.title ?? (isNamed(".yaml", ".yml") ? "YAML" : isNamed(".json") ? "JSON" : nil)
      return "1:1 — the text is empty" + (title.map { ", not \($0)" } ?? "")
    }
    guard let jsonProblem, "{[".contains(first) || isNamed(".yaml", ".yml", ".json") || likely != nil else {
      return nil
    }
    return jsonProblem + (likely.map { " (\($0.title))" } ?? "")
  }

  /// The format of a source that is too damaged to be recognized, by its words and its name.
  package var likelyFormat: ImportFormat? {
    if let named = Self.names.first(where: { isNamed($0.suffix) }) { return named.format }
    let start = String(decoding: data.prefix(64 << 10), as: UTF8.self)
    let marks = Self.marks.first { $0.words.allSatisfy { start.containsExactly($0) } }
    if let marks { return marks.format }
    let lines = start.split(whereSeparator: \.isNewline)
    return Self.keys.first { row in
      lines.contains { line in row.keys.contains { line.hasPrefix($0 + ":") } }
    }?.format
  }

  private func isNamed(_ suffixes: String...) -> Bool {
    let name = fileName?.lowercased() ?? ""
    return suffixes.contains { name.hasSuffix($0) }
  }

  /// Words of documents in JSON. Those of a format that contains the words of another come first.
  private static let marks: [(words: [String], format: ImportFormat)] = [
    (["\"_postman_variable_scope\""], .postmanEnvironment),
    (["schema.getpostman.com"], .postman), (["\"_postman_id\""], .postman),
    (["\"openapi\""], .openapi), (["\"swagger\""], .openapi),
    (["\"__export_format\""], .insomnia), (["insomnia.rest/"], .insomnia),
    (["\"log\"", "\"entries\""], .har),
  ]

  /// Members at the top of documents in YAML.
  private static let keys: [(keys: [String], format: ImportFormat)] = [
    (["openapi", "swagger"], .openapi), (["__export_format"], .insomnia), (["opencollection"], .bruno),
  ]

  private static let names: [(suffix: String, format: ImportFormat)] = [
    (".har", .har), (".wsdl", .wsdl), (".sh", .curl), (".curl", .curl),
    (".postman_collection.json", .postman), (".postman_environment.json", .postmanEnvironment),
  ]
}
