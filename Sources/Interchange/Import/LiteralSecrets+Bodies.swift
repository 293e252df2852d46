/// Moves credentials out of bodies, and names what else may be a secret in them and in saved responses.
extension LiteralSecrets {
  /// Text is sent with the bytes that it had. What only looks like a credential stays: it may be anything.
  mutating func body(_ value: JSONValue, _ headers: JSONValue?) -> JSONValue {
    guard var body = value.object else { return value }
    var noted: [NamedTexts.Pair] = []
    let type = Self.contentType(headers) ?? body.text("type")
    moves = []
    let mayHaveSecrets = body["text"].map(CredentialNames.orTokensMayBe) != false
    if mayHaveSecrets {
      let text = body["text"].flatMap { Self.text(of: $0) }
      if movesBodies { moveSecrets(of: &body, text, type) }
      noted = namedSecrets(in: body, type)
    }
    for kind in ["form", "multipart"] where body[kind] != nil {
      body[kind] = rows(body[kind] ?? .null) { moving, row in
        guard let name = row.text("name"), let text = row["value"]?.string, Self.isLiteral(text) else { return row }
        let isMoved = moving.movesBodies && moving.isCredential(name, text)
        guard isMoved || moving.isSecret(name) else { return row }
        guard isMoved || row["off"] == true else {
          noted.append((name, text))
          return row
        }
        var row = row
        row["value"] = .string(moving.variable(for: text, like: name))
        return row
      }
    }
    for move in moves { context.note(.changed, "Body: \(move.name) is now the secret variable \(move.variable)") }
    let tokens = mayHaveSecrets ? TokenShape.names(in: body, besides: noted.map(\.value)) : []
    for name in noted.map(\.name) + tokens {
      context.note(.changed, "Body: \(name) may be a secret and is kept in the file")
    }
    return .object(body)
  }

  /// Cookies and tokens that the server once sent are as good as the credentials of the request.
  mutating func noteSecrets(ofExample example: JSONObject) {
    var names: [String] = []
    for row in example["headers"].objects {
      guard let name = row.text("name"), let value = row.text("value"), Self.isLiteral(value) else { continue }
      if Self.headers.contains(name.lowercased()) || name.lowercased() == "set-cookie" { names.append(name) }
    }
    if let body = example["body"], CredentialNames.mayBe(in: body), let text = Self.text(of: body) {
      names += namedSecrets(inText: text, Self.contentType(example["headers"])).map(\.name)
    }
    for row in example["messages"].objects where row.text("type") != "binary" {
      names += row["value"].map { namedSecrets(inPart: $0).map(\.name) } ?? []
    }
    let title = example.text("name") ?? ""
    for name in names { context.note(.changed, "Example \(title): \(name) may be a secret and is kept in the file") }
  }

  /// The named secrets in a body that is not a table.
  private mutating func namedSecrets(in body: JSONObject, _ type: String?) -> [NamedTexts.Pair] {
    if let json = body["json"] { return namedSecrets(inJSON: json) }
    if let call = (body["graphql"] ?? body["jsonrpc"])?.object {
      return call.members.flatMap { namedSecrets(inPart: $0.value) }
    }
    guard let text = body["text"].flatMap({ Self.text(of: $0) }) else { return [] }
    return namedSecrets(inText: text, type)
  }

  /// The named secrets in a member of a call, which is JSON, its text, or a GraphQL query.
  private mutating func namedSecrets(inPart value: JSONValue) -> [NamedTexts.Pair] {
    guard let text = Self.text(of: value) else { return namedSecrets(inJSON: value) }
    return namedSecrets(inJSONText: text)
  }

  private mutating func namedSecrets(inJSON json: JSONValue) -> [NamedTexts.Pair] {
    var found: [NamedTexts.Pair] = []
    findSecrets(in: json, &found)
    return found
  }

  private mutating func namedSecrets(inText text: String, _ type: String?) -> [NamedTexts.Pair] {
    guard CredentialNames.mayBe(in: text) else { return [] }
    return switch Self.notation(of: text, type) {
    case .form: secrets(among: NamedTexts.form(text))
    case .json: namedSecrets(inJSONText: text)
    case .xml: secrets(among: NamedTexts.xml(text))
    case nil: []
    }
  }

  /// How a text names its values.
  enum Notation { case form, json, xml }

  /// - Parameter type: The `Content-Type`. Text without one, or with a wrong one, is known by its beginning.
  static func notation(of text: String, _ type: String?) -> Notation? {
    let type = String(type?.prefix { $0 != ";" } ?? "").trimmed.lowercased()
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let start = Array(text.utf8.lazy.filter { !blanks.contains($0) }.prefix(2))
    // curl sends any text with the type of a form.
    let isNoForm = start.first == UInt8(ascii: "<") || ["{\"", "[{", "[\""].contains { start.elementsEqual($0.utf8) }
    if !isNoForm, type == "application/x-www-form-urlencoded" { return .form }
    switch start.first {
    case nil: return nil
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"): return .json
    default: break
    }
    if type.hasSuffix("json") || type.hasSuffix("graphql") { return .json }
    return text.utf8.contains { $0 <= 0x20 } ? nil : .form
  }

  /// The named secrets in JSON. Text that becomes JSON only when its variables are replaced still has names before texts.
  private mutating func namedSecrets(inJSONText text: String) -> [NamedTexts.Pair] {
    if let json = try? JSONText(commented: text).value { return namedSecrets(inJSON: json) }
    return secrets(among: NamedTexts.json(text))
  }

  private mutating func secrets(among texts: [NamedTexts.Pair]) -> [NamedTexts.Pair] {
    var secrets: [NamedTexts.Pair] = []
    for (name, value) in texts where Self.isLiteral(value) {
      if Self.parameters.contains(name.lowercased()) || isSecret(name) { secrets.append((name, value)) }
    }
    return secrets
  }

  /// The media type that the headers of a message name.
  private static func contentType(_ headers: JSONValue?) -> String? {
    headers.objects.first(where: \.isSentContentType)?.text("value")
  }

  /// A string or lines; `nil` for other JSON.
  static func text(of value: JSONValue) -> String? {
    value.array?.isEmpty == true ? nil : value.wholeLines
  }
}
