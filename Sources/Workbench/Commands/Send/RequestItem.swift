import Foundation

/// A change of the request in HTTPie's form: `name==query`, `Name:header`, `field=text`, `field:=json`, `field@file`.
enum RequestItem: Equatable, Sendable {
  case query(String, String)
  case header(String, String)
  case removedHeader(String)
  case field(String, JSONValue)
  case file(String, path: String, type: String?)

  private static let separators = [":=@", "==@", "=@", ":@", ":=", "==", ":", "=", "@", ";"]

  /// - Throws: A usage error for a text without a separator, or if its file or its JSON cannot be read.
  init(_ typed: String) throws {
    guard let (name, separator, value) = Self.split(typed), !name.isEmpty else {
      throw CommandExit.usageError(
        "\"\(typed)\" is not an item — write name==query, Name:header, field=text, field:=json or field@file")
    }
    switch separator {
    case "==": self = .query(name, value)
    case "==@": self = .query(name, try Self.text(of: value))
    case ":": self = value.isEmpty ? .removedHeader(try OptionText.removedHeader(name)) : .header(name, value)
    case ":@": self = .header(name, try Self.text(of: value))
    case ";": self = .header(name, "")
    case "=": self = .field(name, .string(value))
    case "=@": self = .field(name, .string(Template.escaping(try Self.text(of: value))))
    case ":=": self = .field(name, try Self.json(value, typed))
    case ":=@": self = .field(name, try Self.json(try Self.text(of: value), typed))
    default:
      let (path, type) = value.cut(at: ";").map { (String($0), String($1)) } ?? (value, "")
      _ = try TypedBody.contents(path)
      let attribute = "type="
      self = .file(
        name, path: path,
        type: type.startsExactly(with: attribute) ? String(type.unicodeScalars.dropFirst(attribute.count)) : nil)
    }
  }

  /// Splits at the first separator, the longest of those that begin there. A backslash makes the next character a part
  /// of the name.
  private static func split(_ typed: String) -> (name: String, separator: String, value: String)? {
    var name = String.UnicodeScalarView()
    var rest = typed.unicodeScalars[...]
    while let scalar = rest.first {
      if let separator = separators.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        return (String(name), separator, String(rest.dropFirst(separator.unicodeScalars.count)))
      }
      rest = rest.dropFirst()
      name.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
    }
    return nil
  }

  private static func text(of path: String) throws -> String {
    let text = try TypedBody.text(try TypedBody.contents(path), of: path)
    return text.hasSuffix("\n") ? String(text.unicodeScalars.dropLast()) : text
  }

  private static func json(_ text: String, _ typed: String) throws -> JSONValue {
    try CommandExit.failing(with: CommandExit.usage, "The JSON of \"\(typed)\" cannot be read: ") {
      try JSONText(text).value
    }
  }
}

extension RequestItem {
  var isInBody: Bool {
    switch self {
    case .field, .file: true
    case .query, .header, .removedHeader: false
    }
  }

  /// The text before the separator.
  var name: String {
    switch self {
    case .query(let name, _), .header(let name, _), .removedHeader(let name), .field(let name, _),
      .file(let name, _, _):
      name
    }
  }

  /// The named file, which needs no permission.
  var source: OutsideSource? {
    if case .file(_, let path, _) = self { OutsideSource.typed(path) } else { nil }
  }

  /// Changes a request, replacing its parts with the same names. A request without a body gets a JSON body, or a form
  /// if there is a file.
  static func apply(_ items: [RequestItem], to request: inout SavedRequest) throws {
    for case .query(let name, _) in items { request.query.removeAll { $0.name == name } }
    for item in items {
      switch item {
      case .query(let name, let value): request.query.append(Parameter(name, value))
      case .removedHeader(let name):
        request.headers.removeAll { $0.name.lowercased() == name.lowercased() }
        request.options.omittedHeaders.append(name)
      case .header(let name, let value):
        request.headers.removeAll { $0.name.lowercased() == name.lowercased() }
        request.headers.append(Parameter(name, value))
      case .field, .file: break
      }
    }
    let content = items.filter(\.isInBody)
    if !content.isEmpty { request.body = try body(with: content, in: request.body) }
  }

  private static func body(with items: [RequestItem], in body: RequestBody?) throws -> RequestBody {
    let hasFile = items.contains { if case .file = $0 { true } else { false } }
    let body = body ?? (hasFile ? .multipart([]) : .json(.object([:])))
    if let json = body["json"] { return .json(try object(json, with: items)) }
    for name in ["multipart", "form"] where body.kind.name == name {
      if name == "form", hasFile { break }
      return rows(of: body, name, with: items)
    }
    throw CommandExit.usageError(
      hasFile
        ? "A file can only be a field of a multipart form, and the request's body is of another kind"
        : "Fields can only be set in JSON and in forms, and the request's body is of another kind — use -d")
  }

  private static func object(_ json: JSONValue, with items: [RequestItem]) throws -> JSONValue {
    guard var object = json.object else {
      throw CommandExit.usageError("The request's body is not a JSON object, so it has no fields — use -d")
    }
    for item in items {
      guard case .field(let name, let value) = item else {
        throw CommandExit.usageError("A file can only be a field of a multipart form, and the request's body is JSON")
      }
      object[name] = value
    }
    return .object(object)
  }

  private static func rows(of body: RequestBody, _ name: String, with items: [RequestItem]) -> RequestBody {
    var rows = body.rows(name)
    rows.removeAll { row in items.contains { $0.name == row.name } }
    rows += items.compactMap(\.row)
    return name == "form" ? .form(rows) : .multipart(rows)
  }

  private var row: Parameter? {
    switch self {
    case .field(let name, let value): return Parameter(name, value.string ?? value.compact)
    case .file(let name, let path, let type):
      var row = Parameter(document: [
        "name": .string(name), "file": .string(Template.escaping(URL(fileURLWithPath: path).path)),
      ])
      if let type { row.document["type"] = .string(type) }
      return row
    case .query, .header, .removedHeader: return nil
    }
  }
}
