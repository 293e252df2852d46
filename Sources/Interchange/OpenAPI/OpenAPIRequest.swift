/// Reads an operation as a request.
struct OpenAPIRequest {
  private let operation: OpenAPIOperation
  private let state: OpenAPIImport
  private var document = JSONObject()

  /// The name of an operation: its summary, its ID, or its method and path.
  static func name(_ operation: OpenAPIOperation) -> String {
    let summary = OpenAPIText.oneLine(operation.node.text("summary") ?? "")
    let id = OpenAPIText.oneLine(operation.node.text("operationId") ?? "")
    // Some write whole paragraphs.
    if !summary.isEmpty, summary.count <= OpenAPIText.nameLimit || id.isEmpty { return OpenAPIText.name(summary) }
    return OpenAPIText.name(id.isEmpty ? operation.id : id, limit: 200)
  }

  /// - Parameter base: The variable that the URL begins with; the path of a webhook is only a name.
  static func read(
    _ operation: OpenAPIOperation, base: String, hasPath: Bool, security: OpenAPISecurity.Choice,
    _ state: OpenAPIImport
  ) -> PortableRequest {
    var reader = OpenAPIRequest(operation: operation, state: state)
    reader.read(base: base, hasPath: hasPath, security)
    var request = PortableRequest(name: name(operation), document: reader.document)
    request.sourceID = hasPath ? operation.id : "webhook " + operation.id
    return request
  }

  private mutating func read(base: String, hasPath: Bool, _ security: OpenAPISecurity.Choice) {
    let parameters = readParameters()
    document["method"] = .string(method)
    let line = OpenAPIAddressLine(hasPath ? operation.path : "", parameters.filter { $0.place == "path" }, state)
    document["url"] = .string("{{\(base)}}" + (hasPath ? line.text : "") + Self.wholeQuery(parameters))
    document.append("path", line.values.members.isEmpty ? nil : .object(line.values))
    let query = parameters.filter { $0.place == "query" }.flatMap(\.queryRows) + security.query
    let wholes = parameters.filter { $0.place == "querystring" }.flatMap(\.wholeQueryRows)
    document.append("query", .array(query + wholes))
    let body = operation.body.map { OpenAPIBody($0, state) }
    let responses = OpenAPIResponses(operation, state)
    document.append("headers", .array(headers(parameters, security, body, accepted: responses.accepted)))
    if let body = body?.body { document["body"] = body }
    if let auth = security.auth { document["auth"] = auth }
    let segments = Set(line.values.keys.map(ExactText.init))
    let described = parameters.filter { $0.place == "path" && segments.contains(ExactText($0.name)) }
    document.append("docs", OpenAPIDocs.of(operation, described))
    document.append("tags", .array(operation.node.texts("tags").filter { !$0.isEmpty }.map(JSONValue.string)))
    document.append("examples", .array(responses.rows))
    if operation.node["callbacks"]?.entries.isEmpty == false { state.notes.note(.dropped, "Callbacks") }
    // Kept for exports: a request says less.
    var kept: JSONObject = [KeptDocument.place: .string(operation.place)]
    kept.add(KeptDocument.operation, state.kept.operations[operation.place])
    document[KeptDocument.member] = .object(kept)
  }

  private var method: String {
    let method = operation.method
    if SavedRequest(method: method, url: "").hasUsableMethod { return method }
    state.notes.note(.changed, "Method \"\(method)\" is not valid: GET is used instead")
    return "GET"
  }

  // MARK: Parameters

  private static let places: Set = ["path", "query", "querystring", "header", "cookie"]

  private func readParameters() -> [OpenAPIParameter] {
    operation.parameters.compactMap { node in
      guard let parameter = OpenAPIParameter(node, state) else {
        state.notes.note(.dropped, "A parameter without \(node.text("name") == nil ? "a name" : "a place")")
        return nil
      }
      if Self.places.contains(parameter.place) { return parameter }
      state.notes.note(.dropped, "Parameter \"\(parameter.name)\" in \"\(parameter.place)\", which is unknown")
      return nil
    }
  }

  /// The parameter that is the whole query, if it is not a form.
  private static func wholeQuery(_ parameters: [OpenAPIParameter]) -> String {
    guard let whole = parameters.first(where: { $0.place == "querystring" && $0.wholeQueryRows.isEmpty }) else {
      return ""
    }
    let text = whole.text
    return text.isEmpty ? "" : "?" + PercentEncoding.component(text)
  }

  private func headers(
    _ parameters: [OpenAPIParameter], _ security: OpenAPISecurity.Choice, _ body: OpenAPIBody?, accepted: String?
  ) -> [JSONValue] {
    var rows: [JSONValue] = []
    var names: Set<String> = []
    for parameter in parameters where parameter.place == "header" {
      let name = parameter.name.lowercased()
      // The body has its own.
      if name == "content-type", body?.body != nil { continue }
      var row = parameter.headerRow.object ?? JSONObject()
      // The auth of the request sends this one.
      if name == "authorization", !security.isOpen, row["off"] == nil { row["off"] = true }
      if row["off"] == nil { names.insert(name) }
      rows.append(.object(row))
    }
    if let type = body?.contentType, !names.contains("content-type") {
      rows.insert(["name": "Content-Type", "value": .string(type)], at: 0)
    }
    if let accepted, !names.contains("accept") {
      rows.insert(["name": "Accept", "value": .string(accepted)], at: 0)
    }
    rows += security.headers
    rows += cookies(parameters.filter { $0.place == "cookie" })
    return rows
  }

  /// The cookies that are required in one header, each of the others in a row that is off.
  private func cookies(_ parameters: [OpenAPIParameter]) -> [JSONValue] {
    let pairs = parameters.map { parameter -> (text: String, isRequired: Bool, description: String?) in
      let name = state.variables.name(
        for: "cookie " + parameter.name, wanted: parameter.name, value: .string(Template.escaping(parameter.text)),
        description: parameter.description)
      return ("\(parameter.name)={{\(name)}}", parameter.isRequired, parameter.description)
    }
    let required = pairs.filter(\.isRequired).map(\.text).joined(separator: "; ")
    var rows: [JSONValue] = required.isEmpty ? [] : [["name": "Cookie", "value": .string(required)]]
    for pair in pairs where !pair.isRequired {
      var row: JSONObject = ["name": "Cookie", "value": .string(pair.text), "off": true]
      if let description = pair.description { row["description"] = .string(description) }
      rows.append(.object(row))
    }
    return rows
  }
}

extension OpenAPIParameter {
  /// The rows of a parameter that is the whole query and a form.
  var wholeQueryRows: [JSONValue] {
    guard contentType?.contains("x-www-form-urlencoded") == true else { return [] }
    let pairs =
      value.object?.members.map { ($0.key.value, $0.value.compactText) }
      ?? URLQuery.decoded(value.scalarText ?? "").map { ($0.name, $0.value) }
    return pairs.map { Self.row($0.0, $0.1, isOff: !isRequired, nil) }
  }
}

/// Notes in Markdown about parts of a document.
enum OpenAPIDocs {
  /// - Parameter segments: Parameters of the path, whose values have no place for descriptions.
  static func of(_ operation: OpenAPIOperation, _ segments: [OpenAPIParameter]) -> JSONValue? {
    let text = operation.node.text("description") ?? operation.pathNode.text("description") ?? ""
    return lines([before(operation), text, after(operation, segments)])
  }

  static let deprecation = "**Deprecated.**"

  /// The docs of a request before the description.
  static func before(_ operation: OpenAPIOperation) -> String {
    let summary = operation.node.text("summary") ?? ""
    let isLong = OpenAPIText.oneLine(summary).count > OpenAPIText.nameLimit
    return text([operation.node.flag("deprecated") ? deprecation : "", isLong ? summary : ""])
  }

  /// The docs of a request after the description.
  static func after(_ operation: OpenAPIOperation, _ segments: [OpenAPIParameter]) -> String {
    let rows = segments.compactMap { parameter in
      parameter.description.map { "- `\(parameter.name)`: " + OpenAPIText.oneLine($0) }
    }
    return text([rows.joined(separator: "\n"), link(operation.node["externalDocs"]) ?? ""])
  }

  /// A tag's.
  static func of(tag: OpenAPINode?) -> JSONValue? {
    lines([tag?.text("description") ?? "", link(tag?["externalDocs"]) ?? ""])
  }

  /// The document's own.
  static func of(_ root: OpenAPINode) -> JSONValue? {
    let info = root["info"]
    return lines([info?.text("summary") ?? "", info?.text("description") ?? "", facts(root)])
  }

  /// A Markdown list of a document's metadata, without its description.
  static func facts(_ root: OpenAPINode) -> String {
    let info = root["info"]
    var facts: [String] = []
    if let version = info?.text("version"), !version.isEmpty { facts.append("Version: \(version)") }
    for (member, title, identity) in [("contact", "Contact", "email"), ("license", "License", "identifier")] {
      let parts = ["name", identity, "url"].compactMap { info?[member]?.text($0) }.filter { !$0.isEmpty }
      if !parts.isEmpty { facts.append("\(title): " + parts.joined(separator: ", ")) }
    }
    if let terms = info?.text("termsOfService"), !terms.isEmpty { facts.append("Terms of service: \(terms)") }
    if let link = link(root["externalDocs"]) { facts.append(link) }
    return facts.map { "- " + $0 }.joined(separator: "\n")
  }

  static func link(_ docs: OpenAPINode?) -> String? {
    guard let url = docs?.text("url"), !url.isEmpty else { return nil }
    let title = OpenAPIText.oneLine(docs?.text("description") ?? "")
    return title.isEmpty ? "<\(url)>" : "[\(title)](\(url))"
  }

  private static func lines(_ parts: [String]) -> JSONValue? {
    let whole = text(parts)
    return whole.isEmpty ? nil : .textLines(whole)
  }

  /// Paragraphs without empty lines around them.
  private static func text(_ parts: [String]) -> String {
    let texts = parts.map { String($0.drop(while: \.isNewline)) }.map(OpenAPIText.trimmed).filter { !$0.isEmpty }
    return texts.joined(separator: "\n\n")
  }
}
