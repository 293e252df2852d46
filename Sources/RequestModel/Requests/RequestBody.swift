/// What a stored request sends after its head. One key of the file's `body` object says the kind.
package enum RequestBody: Equatable, Hashable, Sendable {
  /// JSON as JSON: sent in its own order, with its own numbers.
  case json(JSONValue)
  /// Any text, with its media type; `nil` stands for `text/plain`.
  case text(String, type: String?)
  /// `application/x-www-form-urlencoded`.
  case form([Parameter])
  /// `multipart/form-data`; a row has a `value` or a `file`.
  case multipart([Parameter])
  /// The bytes of a file, its path relative to the request's own file.
  case file(String, type: String?)
  case graphql(query: String, variables: JSONValue?)

  /// The key that names the kind in the file.
  package var kind: Kind {
    switch self {
    case .json: .json
    case .text: .text
    case .form: .form
    case .multipart: .multipart
    case .file: .file
    case .graphql: .graphql
    }
  }

  package enum Kind: String, CaseIterable, Sendable {
    case json, text, form, multipart, file, graphql
  }
}

extension RequestBody {
  static func read(_ reader: ObjectReader) throws(DocumentError) -> RequestBody? {
    let kinds = Kind.allCases.filter { reader.object[$0.rawValue] != nil }
    guard let kind = kinds.first else { return nil }
    guard kinds.count == 1 else {
      let names = kinds.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
      throw DocumentError("\"body\" has \(names): only one kind can be sent", at: reader.path)
    }
    return switch kind {
    case .json: reader.object["json"].map(RequestBody.json)
    case .text: .text(try reader.lines("text") ?? "", type: try reader.string("type"))
    case .form: .form(try parameters("form", reader))
    case .multipart: .multipart(try parameters("multipart", reader))
    case .file: .file(try reader.string("file") ?? "", type: try reader.string("type"))
    case .graphql: try graphQL(reader)
    }
  }

  /// Writes this body into the file's `body` object: its own kind replaces every other; members we do not know stay.
  func write(to object: inout JSONObject) {
    let hadType = object["text"] != nil || object["file"] != nil
    if hadType, kind != .text, kind != .file { object["type"] = nil }
    for kind in Kind.allCases where kind != self.kind { object[kind.rawValue] = nil }
    switch self {
    case .json(let value): object["json"] = value
    case .text(let text, let type):
      object["text"] = .lines(text, like: object["text"])
      object["type"] = type.map(JSONValue.string)
    case .form(let rows): object["form"] = .array(rows.map { .object($0.document) })
    case .multipart(let rows): object["multipart"] = .array(rows.map { .object($0.document) })
    case .file(let path, let type):
      object["file"] = .string(path)
      object["type"] = type.map(JSONValue.string)
    case .graphql(let query, let variables):
      var content = object["graphql"]?.object ?? JSONObject()
      content["query"] = .lines(query, like: content["query"])
      content["variables"] = variables
      object["graphql"] = .object(content)
    }
  }

  private static func parameters(_ key: String, _ reader: ObjectReader) throws(DocumentError) -> [Parameter] {
    var rows: [Parameter] = []
    for row in try reader.objects(key) { rows.append(try Parameter.read(row)) }
    return rows
  }

  private static func graphQL(_ reader: ObjectReader) throws(DocumentError) -> RequestBody? {
    guard let content = try reader.object("graphql") else { return nil }
    return .graphql(query: try content.lines("query") ?? "", variables: content.object["variables"])
  }
}

extension JSONValue {
  /// Long text as the file holds it: one string a line, or the single string that it was as long as it has a single line.
  static func lines(_ text: String, like old: JSONValue?) -> JSONValue {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    if lines.count == 1, old?.array == nil || text.isEmpty { return .string(text) }
    return .array(lines.map(JSONValue.string))
  }
}
