internal import RequestModel

/// Changes an operation where its request is not what an import would make of it.
struct OpenAPIOperationEdit {
  let operation: OpenAPIOperation
  let state: OpenAPIImport
  let version: OpenAPIVersion
  /// The request as an import would make it, and as it is.
  let before: OpenAPIPlacedRequest
  let now: OpenAPIPlacedRequest
  /// The operation as the document will have it.
  var value: JSONObject

  init(
    _ operation: OpenAPIOperation, _ state: OpenAPIImport, _ version: OpenAPIVersion, before: OpenAPIPlacedRequest,
    now: OpenAPIPlacedRequest
  ) {
    self.operation = operation
    self.state = state
    self.version = version
    self.before = before
    self.now = now
    value = operation.node.object
  }

  mutating func apply() {
    editTexts()
    editPath()
    editRows("query", in: "query")
    editRows("headers", in: "header")
    editBody()
    editResponses()
  }

  // MARK: Texts

  private mutating func editTexts() {
    if before.name != now.name { value["summary"] = .string(now.name) }
    if before.document["tags"] != now.document["tags"] { value["tags"] = now.document["tags"] }
    guard before.document["docs"] != now.document["docs"] else { return }
    var text = OpenAPIWriter.text(now.document["docs"]) ?? ""
    let isDeprecated = operation.node.flag("deprecated")
    if let rest = Self.rest(of: text, after: OpenAPIDocs.before(operation)) {
      text = rest
    } else if isDeprecated {
      value["deprecated"] = nil
    }
    if !isDeprecated, let rest = Self.rest(of: text, after: OpenAPIDocs.deprecation) {
      text = rest
      value["deprecated"] = true
    }
    if let rest = Self.rest(of: text, before: OpenAPIDocs.after(operation, segments)) { text = rest }
    value["description"] = text.isEmpty ? nil : .string(text)
  }

  /// The parameters that are whole segments of the path.
  private var segments: [OpenAPIParameter] {
    let values = before.document["path"]?.object
    return parameters.filter { $0.place == "path" && values?[$0.name] != nil }
  }

  /// - Returns: `nil` if the text does not begin with that paragraph.
  private static func rest(of text: String, after start: String) -> String? {
    if start.isEmpty { return text }
    return text == start ? "" : text.removingExactly(prefix: start + "\n\n")
  }

  private static func rest(of text: String, before end: String) -> String? {
    if end.isEmpty { return text }
    if text == end { return "" }
    return text.hasSuffix("\n\n" + end) ? String(text.dropLast(end.count + 2)) : nil
  }

  // MARK: Parameters

  var parameters: [OpenAPIParameter] { operation.parameters.compactMap { OpenAPIParameter($0, state) } }

  private mutating func editPath() {
    let (old, new) = (before.document["path"]?.object, now.document["path"]?.object)
    guard old != new else { return }
    for parameter in parameters where parameter.place == "path" {
      guard let text = new?.text(parameter.name), text != old?.text(parameter.name) else { continue }
      value["parameters"] = changedParameters(parameter.name, "path") { object in
        if let example = example(of: parameter, [text]) { setExample(example, in: &object) }
      }
    }
  }

  /// Each parameter has one or more rows. Rows of none are further parameters.
  private mutating func editRows(_ member: String, in place: String) {
    let (old, new) = (before.document[member]?.objects ?? [], now.document[member]?.objects ?? [])
    guard old != new else { return }
    func key(_ row: JSONObject) -> String {
      let name = row.text("name") ?? ""
      return place == "header" ? name.lowercased() : name
    }
    var owned: Set<String> = []
    for parameter in parameters where parameter.place == place {
      let rows = place == "query" ? parameter.queryRows.compactMap(\.object) : [parameter.headerRow.object ?? [:]]
      let names = Set(rows.map(key))
      owned.formUnion(names)
      edit(parameter, old.filter { names.contains(key($0)) }, new.filter { names.contains(key($0)) })
    }
    let known = owned.union(old.map(key))
    let added = new.filter { !known.contains(key($0)) }.map(JSONValue.object)
    let further = OpenAPIWriter.rows(place == "header" ? added.filter(OpenAPIWriter.isParameter) : added, in: place)
    for parameter in further { value.append(version.parameter(parameter), to: "parameters") }
  }

  private mutating func edit(_ parameter: OpenAPIParameter, _ old: [JSONObject], _ new: [JSONObject]) {
    guard old != new else { return }
    guard !new.isEmpty else { return remove(parameter.name, parameter.place) }
    value["parameters"] = changedParameters(parameter.name, parameter.place) { object in
      let isSent = new.contains { !$0.flag("off") }
      if isSent != old.contains(where: { !$0.flag("off") }) { object["required"] = isSent ? true : nil }
      let description = new[0].text("description") ?? ""
      if description != old.first?.text("description") ?? "" {
        let text = object.flag("deprecated") ? Self.withoutDeprecation(description) : description
        object["description"] = text.isEmpty ? nil : .string(text)
      }
      let rows = new.map { (name: $0.text("name") ?? "", text: $0.text("value") ?? "") }
      guard old.map({ $0.text("value") ?? "" }) != rows.map(\.text) else { return }
      if let example = example(of: parameter, rows.map(\.text), names: rows.map(\.name)) {
        setExample(example, in: &object)
      }
    }
  }

  private static func withoutDeprecation(_ text: String) -> String {
    text == "Deprecated" ? "" : text.removingExactly(prefix: "Deprecated. ") ?? text
  }

  /// The value that rows stand for; `nil` if it has variables or another shape than its schema.
  private func example(of parameter: OpenAPIParameter, _ texts: [String], names: [String] = []) -> JSONValue? {
    let plain = texts.map(OpenAPIText.unescaped)
    // A variable would come back as text.
    guard plain.map(OpenAPIText.escaped) == texts else { return nil }
    if parameter.contentType != nil {
      return plain.count == 1 ? (try? JSONText(plain[0]).value) ?? .string(plain[0]) : nil
    }
    let repeats = parameter.place == "query" && parameter.style.explodes
    switch parameter.schema?.type {
    case "array":
      let separator = parameter.style.separator
      let parts = repeats || plain[0].isEmpty ? plain : plain[0].components(separator)
      return .array(parts.map { fitting($0, parameter.schema?.items) })
    case "object":
      guard repeats else { return nil }
      return object(of: parameter, Array(zip(names, plain)))
    default: return plain.count == 1 ? fitting(plain[0], parameter.schema) : nil
    }
  }

  private func object(of parameter: OpenAPIParameter, _ rows: [(String, String)]) -> JSONValue? {
    var object = JSONObject()
    for (name, text) in rows {
      var key = name
      if parameter.style.name == "deepObject" {
        guard let inner = name.removingExactly(prefix: parameter.name + "["), inner.hasSuffix("]") else { return nil }
        key = String(inner.dropLast())
        // Objects in it have brackets too.
        if key.contains("[") { return nil }
      }
      object[key] = fitting(text, parameter.schema?.property(key))
    }
    return .object(object)
  }

  func fitting(_ text: String, _ node: OpenAPINode?) -> JSONValue { fitting(text, node.map(state.schemas.schema)) }

  private func fitting(_ text: String, _ schema: OpenAPISchema?) -> JSONValue {
    schema.map { OpenAPIExamples.fitting(.string(text), $0) } ?? .string(text)
  }

  // MARK: Members of the operation

  /// The parameters of the operation with another one in the place of one of them. One of the path, or one that is
  /// referred to, is copied.
  func changedParameters(
    _ name: String, _ place: String, _ change: (inout JSONObject) -> Void
  ) -> JSONValue? {
    func isMeant(_ node: OpenAPINode) -> Bool { node.text("name") == name && node.text("in") == place }
    var list = value["parameters"]?.array ?? []
    if let index = list.lastIndex(where: { isMeant(operation.node.with($0).resolved) }) {
      var object = operation.node.with(list[index]).resolved.object
      change(&object)
      list[index] = .object(object)
    } else if var object = operation.pathNode["parameters"]?.elements.last(where: isMeant)?.object {
      change(&object)
      list.append(.object(object))
    }
    return list.isEmpty ? nil : .array(list)
  }

  private mutating func remove(_ name: String, _ place: String) {
    let list = (value["parameters"]?.array ?? []).filter { element in
      let node = operation.node.with(element).resolved
      return node.text("name") != name || node.text("in") != place
    }
    value["parameters"] = list.isEmpty ? nil : .array(list)
  }

  /// Sets what an import takes as the value: the first example.
  func setExample(_ example: JSONValue, in object: inout JSONObject) {
    if var content = object["content"]?.object, !content.members.isEmpty {
      var media = content.members[0].value.object ?? JSONObject()
      setExample(example, in: &media)
      content.members[0].value = .object(media)
      object["content"] = .object(content)
    } else if var examples = object["examples"]?.object, object["example"] == nil, !examples.members.isEmpty {
      var first = operation.node.with(examples.members[0].value).resolved.object
      first["value"] = example
      examples.members[0].value = .object(first)
      object["examples"] = .object(examples)
    } else if version == .swagger, object["example"] == nil {
      object["x-example"] = example
    } else {
      object["examples"] = nil
      object["example"] = example
    }
  }
}

extension JSONValue {
  var objects: [JSONObject] { (array ?? []).compactMap(\.object) }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
