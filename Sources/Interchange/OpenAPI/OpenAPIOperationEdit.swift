/// Changes an operation where its request differs from a new import of it.
struct OpenAPIOperationEdit {
  let operation: OpenAPIOperation
  let state: OpenAPIImport
  let version: OpenAPIVersion
  /// The request as a new import would produce it.
  let before: OpenAPIPlacedRequest
  let now: OpenAPIPlacedRequest
  /// The operation as the document will have it.
  var value: JSONObject

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
    if let rest = OpenAPIDocs.rest(of: text, before: OpenAPIDocs.after(operation, segments)) { text = rest }
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

  // MARK: Parameters

  var parameters: [OpenAPIParameter] { operation.parameters.compactMap { OpenAPIParameter($0, state) } }

  private mutating func editPath() {
    let (old, new) = (before.document["path"]?.object, now.document["path"]?.object)
    guard old != new else { return }
    for parameter in parameters where parameter.place == "path" {
      guard let text = new?.text(parameter.name), text != old?.text(parameter.name) else { continue }
      value["parameters"] = changedParameters(parameter.name, "path") { object in
        if let example = example(of: parameter, [(parameter.name, text)]) { setExample(example, in: &object) }
      }
    }
  }

  /// Each parameter has one or more rows. Rows of none are further parameters.
  private mutating func editRows(_ member: String, in place: String) {
    let (old, new) = (before.document[member].objects, now.document[member].objects)
    guard old != new else { return }
    let owners = parameters.filter { $0.place == place }
    let names = owners.map { owner in
      let rows = place == "query" ? owner.queryRows.compactMap(\.object) : [owner.headerRow.object ?? [:]]
      return Set(rows.map { Self.key($0, place) })
    }
    let all = names.reduce(into: Set<String>()) { $0.formUnion($1) }
    var owned: Set<String> = all
    for (owner, names) in zip(owners, names) {
      func isOwn(_ row: JSONObject) -> Bool {
        let name = Self.key(row, place)
        return names.contains(name) || !all.contains(name) && owner.mayHaveRow(name)
      }
      let (earlier, own) = (old.filter(isOwn), new.filter(isOwn))
      let renamed = own.isEmpty ? renamedRow(earlier, old, new, all, place) : nil
      let rows = renamed.map { [$0] } ?? own
      owned.formUnion(rows.map { Self.key($0, place) })
      edit(owner, earlier, rows)
    }
    let known = owned.union(old.map { Self.key($0, place) })
    let added = new.filter { !known.contains(Self.key($0, place)) }.map(JSONValue.object)
    let further = OpenAPIWriter.rows(place == "header" ? added.filter(OpenAPIWriter.isParameter) : added, in: place)
    for parameter in further { value.append(version.parameter(parameter), to: "parameters") }
  }

  /// The row of another name that has the place of the only row of a parameter.
  private func renamedRow(
    _ rows: [JSONObject], _ old: [JSONObject], _ new: [JSONObject], _ known: Set<String>, _ place: String
  ) -> JSONObject? {
    guard rows.count == 1, let index = old.firstIndex(of: rows[0]), new.indices.contains(index) else { return nil }
    let name = Self.key(new[index], place)
    let isNew = !name.isEmpty && !known.contains(name) && !old.contains { Self.key($0, place) == name }
    return isNew && (old.count == new.count || new[index]["value"] == rows[0]["value"]) ? new[index] : nil
  }

  private static func key(_ row: JSONObject, _ place: String) -> String {
    let name = row.text("name") ?? ""
    return place == "header" ? name.lowercased() : name
  }

  private mutating func edit(_ parameter: OpenAPIParameter, _ old: [JSONObject], _ new: [JSONObject]) {
    guard old != new else { return }
    guard !new.isEmpty else { return remove(parameter.name, parameter.place) }
    value["parameters"] = changedParameters(parameter.name, parameter.place) { object in
      if old.count == 1, new.count == 1, old[0]["name"] != new[0]["name"], parameter.isNamed(old[0]) {
        object["name"] = .string(OpenAPIText.unescaped(new[0].text("name") ?? ""))
      }
      let isSent = new.contains { !$0.flag("off") }
      if isSent != old.contains(where: { !$0.flag("off") }) { object["required"] = isSent ? true : nil }
      editDescription(of: &object, old, new)
      // Rows that are switched on or off beside others are elements or members of the value, or none any more.
      let isSwitched = old.count > 1 && old.contains { $0.isSwitched(in: new) }
      let sent = isSent && isSwitched ? new.filter { !$0.flag("off") } : new
      let isRenamed = object.text("name") != parameter.name
      let hasNewValue = old.map { $0["value"] } != sent.map { $0["value"] }
      let hasNewNames = !isRenamed && old.map { $0["name"] } != sent.map { $0["name"] }
      if hasNewValue || hasNewNames, let example = example(of: parameter, sent.map(Self.pair)) {
        setExample(example, in: &object)
      }
    }
  }

  /// The first row has the description of its parameter.
  private func editDescription(of object: inout JSONObject, _ old: [JSONObject], _ new: [JSONObject]) {
    guard let first = old.first else { return }
    let isRenamed = old.count == 1 && new.count == 1
    guard let row = isRenamed ? new.first : new.first(where: { $0["name"] == first["name"] }) else { return }
    let description = row.text("description") ?? ""
    guard description != first.text("description") ?? "" else { return }
    let text = object.flag("deprecated") ? Self.withoutDeprecation(description) : description
    object["description"] = text.isEmpty ? nil : .string(text)
  }

  private static func pair(_ row: JSONObject) -> Row { (row.text("name") ?? "", row.text("value") ?? "") }

  private static func withoutDeprecation(_ text: String) -> String {
    text == "Deprecated" ? "" : text.removingExactly(prefix: "Deprecated. ") ?? text
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

  /// Sets the first example, which an import uses as the value.
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

extension JSONObject {
  /// Whether a row is on that was off, or the other way round.
  fileprivate func isSwitched(in rows: [JSONObject]) -> Bool {
    rows.contains { $0["name"] == self["name"] && $0.flag("off") != flag("off") }
  }
}

extension OpenAPIParameter {
  /// Whether a row has the parameter's own name and not the name of a member of its value.
  fileprivate func isNamed(_ row: JSONObject) -> Bool { row.text("name") == Template.escaping(name) }

  /// Whether a further row of the query is a member of its value.
  fileprivate func mayHaveRow(_ name: String) -> Bool {
    guard place == "query", contentType == nil else { return false }
    if style.name == "deepObject" { return name.hasPrefix(self.name + "[") }
    return style.explodes && schema?.type == "object" && schema?.property(name) != nil
  }
}
