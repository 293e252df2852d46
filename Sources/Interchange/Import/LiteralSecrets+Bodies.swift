internal import RequestModel

/// Names what may be a secret in bodies and saved responses. Their values stay: each could be anything.
extension LiteralSecrets {
  /// Leaves rows that are sent alone: a value that looks like a password may be anything. Rows that are off lose theirs.
  mutating func body(_ value: JSONValue, _ headers: JSONValue?) -> JSONValue {
    guard var body = value.object else { return value }
    var names = namesOfSecrets(in: body, Self.contentType(headers) ?? body.text("type"))
    for kind in ["form", "multipart"] where body[kind] != nil {
      body[kind] = rows(body[kind] ?? .null) { moving, row in
        guard let name = row.text("name"), let text = row["value"]?.string, moving.isSecret(name),
          Self.isLiteral(text)
        else { return row }
        guard row["off"] == true else {
          names.append(name)
          return row
        }
        var row = row
        row["value"] = .string("{{" + moving.name(for: text, like: name) + "}}")
        return row
      }
    }
    for name in names { context.note(.changed, "Body: \(name) may be a secret and is kept in the file") }
    return .object(body)
  }

  /// Cookies and tokens that the server once sent are as good as the credentials of the request.
  mutating func noteSecrets(ofExample example: JSONObject) {
    var names: [String] = []
    for row in example["headers"]?.array?.compactMap(\.object) ?? [] {
      guard let name = row.text("name"), let value = row.text("value"), Self.isLiteral(value) else { continue }
      if Self.headers.contains(name.lowercased()) || name.lowercased() == "set-cookie" { names.append(name) }
    }
    if let text = example["body"].flatMap({ Self.text(of: $0) }) {
      names += namesOfSecrets(inText: text, Self.contentType(example["headers"]))
    }
    for row in example["messages"]?.array?.compactMap(\.object) ?? [] where row.text("type") != "binary" {
      names += row["value"].map { namesOfSecrets(inPart: $0) } ?? []
    }
    let title = example.text("name") ?? ""
    for name in names { context.note(.changed, "Example \(title): \(name) may be a secret and is kept in the file") }
  }

  /// The names in a body that is not a table.
  private mutating func namesOfSecrets(in body: JSONObject, _ type: String?) -> [String] {
    if let json = body["json"] { return namesOfSecrets(inJSON: json) }
    if let call = (body["graphql"] ?? body["jsonrpc"])?.object {
      return call.members.flatMap { namesOfSecrets(inPart: $0.value) }
    }
    guard let text = body["text"].flatMap({ Self.text(of: $0) }) else { return [] }
    return namesOfSecrets(inText: text, type)
  }

  /// The names in a member of a call, which is JSON, its text, or a GraphQL query.
  private mutating func namesOfSecrets(inPart value: JSONValue) -> [String] {
    guard let text = Self.text(of: value) else { return namesOfSecrets(inJSON: value) }
    return namesOfSecrets(inJSONText: text)
  }

  private mutating func namesOfSecrets(inJSON json: JSONValue) -> [String] {
    var found: [(name: String, value: JSONString)] = []
    findSecrets(in: json, &found)
    return found.map(\.name)
  }

  /// - Parameter type: The `Content-Type`. Text without one, or with a wrong one, is known by its beginning.
  private mutating func namesOfSecrets(inText text: String, _ type: String?) -> [String] {
    let type = String(type?.prefix { $0 != ";" } ?? "").trimmedSpaces.lowercased()
    if type == "application/x-www-form-urlencoded" { return secrets(among: NamedTexts.form(text)) }
    switch text.utf8.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case nil: return []
    case UInt8(ascii: "<"): return secrets(among: NamedTexts.xml(text))
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"): return namesOfSecrets(inJSONText: text)
    default: break
    }
    if type.hasSuffix("json") || type.hasSuffix("graphql") { return namesOfSecrets(inJSONText: text) }
    return text.utf8.contains { $0 <= 0x20 } ? [] : secrets(among: NamedTexts.form(text))
  }

  /// The names in JSON. Text that is none before its variables are replaced still has names before texts.
  private mutating func namesOfSecrets(inJSONText text: String) -> [String] {
    if let json = try? JSONText(commented: text).value { return namesOfSecrets(inJSON: json) }
    return secrets(among: NamedTexts.json(text))
  }

  private mutating func secrets(among texts: [NamedTexts.Pair]) -> [String] {
    var names: [String] = []
    for (name, value) in texts where Self.isLiteral(value) {
      if Self.parameters.contains(name.lowercased()) || isSecret(name) { names.append(name) }
    }
    return names
  }

  /// The media type that the headers of a message name.
  private static func contentType(_ headers: JSONValue?) -> String? {
    let rows = headers?.array?.compactMap(\.object) ?? []
    return rows.first { $0["off"] != true && $0.text("name")?.lowercased() == "content-type" }?.text("value")
  }

  /// A string or lines; `nil` for other JSON.
  private static func text(of value: JSONValue) -> String? {
    if let text = value.string { return text }
    guard let lines = value.array, !lines.isEmpty else { return nil }
    let texts = lines.compactMap(\.string)
    return texts.count == lines.count ? texts.joined(separator: "\n") : nil
  }
}
