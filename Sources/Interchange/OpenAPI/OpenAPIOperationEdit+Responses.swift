/// The responses of an operation, which the examples of a request come from.
extension OpenAPIOperationEdit {
  mutating func editResponses() {
    let (old, new) = (before.document["examples"].objects, now.document["examples"].objects)
    guard old != new else { return }
    var rest = old
    var added: [JSONObject] = []
    for row in new {
      // A row of another name that has the place and the status of an old one is that one.
      let same = rest.firstIndex { $0["name"] == row["name"] }
      let renamed = rest.firstIndex { was in
        was["status"] == row["status"] && !new.contains { $0["name"] == was["name"] }
      }
      guard let index = same ?? renamed else {
        added.append(row)
        continue
      }
      let was = rest.remove(at: index)
      if was != row { edit(was, row) }
    }
    for row in rest { remove(row, new) }
    for row in added { addResponse(row) }
  }

  /// The response that an example is of.
  private func response(of row: JSONObject) -> (code: String, node: OpenAPINode)? {
    let name = row.text("name") ?? ""
    return operation.responses.first { response in
      let base = OpenAPIResponses.name(response.code, response.node)
      return name == base || name.hasPrefix(base + ": ")
    }
  }

  private mutating func addResponse(_ row: JSONObject) {
    let made = OpenAPIResponseWriter.responses(["examples": [.object(row)]], nil)
    guard let code = made.keys.first else { return }
    // A response that is referred to is copied first.
    if value["responses"]?.object?[code] != nil { changeResponse(code) { _ in } }
    let adapted = version.operation(["responses": .object(made)])
    var whole: JSONObject = ["summary": "first", "responses": value["responses"] ?? [:]]
    let name = row.text("name") ?? ""
    let same = operation.responses.first { $0.code == code }
    let base = same.map { OpenAPIResponses.name($0.code, $0.node) + ": " } ?? ""
    whole = OpenAPIOperationMerge.merged(whole, adapted, name: name.removingExactly(prefix: base) ?? name)
    value["responses"] = whole["responses"]
    editHeaders(of: code, [:], row)
  }

  private mutating func remove(_ row: JSONObject, _ rest: [JSONObject]) {
    guard let (code, node) = response(of: row), var responses = value["responses"]?.object else { return }
    guard !rest.contains(where: { response(of: $0)?.code == code }) else {
      return changeMedia(code, node) { edit, media in
        let base = OpenAPIResponses.name(code, node)
        edit.changeExample(named: row.text("name") ?? "", base, in: &media) { $0 = nil }
      }
    }
    responses[code] = nil
    value["responses"] = .object(responses)
  }

  private mutating func edit(_ was: JSONObject, _ row: JSONObject) {
    guard let (code, node) = response(of: was) else { return }
    if was["headers"] != row["headers"] { editHeaders(of: code, was, row) }
    if was["body"] != row["body"] { editExample(code, node, was, row) }
    if was["name"] != row["name"] { rename(code, node, was, row) }
    if let status = row.text("status"), status != was.text("status") { move(code, to: status) }
  }

  /// Changes the edited response. Replaces a reference with a copy.
  private mutating func changeResponse(_ code: String, _ change: (inout JSONObject) -> Void) {
    var responses = value["responses"]?.object ?? JSONObject()
    var response = responses[code].map { operation.node.with($0).resolved.object } ?? JSONObject()
    change(&response)
    responses[code] = .object(response)
    value["responses"] = .object(responses)
  }

  /// A response of another status, unless there is one.
  private mutating func move(_ code: String, to status: String) {
    guard var responses = value["responses"]?.object, responses[status] == nil,
      let index = responses.members.lastIndex(where: { $0.key.means(code) })
    else { return }
    responses.members[index].key = JSONString(status)
    value["responses"] = .object(responses)
  }

  /// The name of an example has the description of the response, and the title of one of several examples.
  private mutating func rename(_ code: String, _ node: OpenAPINode, _ was: JSONObject, _ row: JSONObject) {
    let base = OpenAPIResponses.name(code, node)
    let name = row.text("name") ?? ""
    guard was.text("name") == base else {
      guard let title = name.removingExactly(prefix: base + ": ") else { return }
      return changeMedia(code, node) { edit, media in
        edit.changeExample(named: was.text("name") ?? "", base, in: &media) { $0?["summary"] = .string(title) }
      }
    }
    let prefix = code == "default" ? "Default: " : code + ": "
    let member = node.text("summary") == nil ? "description" : "summary"
    changeResponse(code) { $0[member] = .string(name.removingExactly(prefix: prefix) ?? name) }
  }

  // MARK: Bodies

  private mutating func editExample(_ code: String, _ node: OpenAPINode, _ was: JSONObject, _ row: JSONObject) {
    guard let type = preferredType(node) else { return }
    let text = OpenAPIWriter.text(row["body"]) ?? ""
    let isJSON = OpenAPIMediaType(type).kind == .json
    let parsed = isJSON ? (try? JSONText(text).value) : nil
    let example = parsed ?? .string(text)
    guard version != .swagger else {
      return changeResponse(code) { response in
        var examples = response["examples"]?.object ?? JSONObject()
        examples[type] = example
        response["examples"] = .object(examples)
      }
    }
    changeMedia(code, node) { edit, media in
      let base = OpenAPIResponses.name(code, node)
      edit.setExample(example, named: was.text("name") ?? "", base, in: &media)
    }
  }

  private func preferredType(_ node: OpenAPINode) -> String? {
    let keys = (node["content"]?.object.keys ?? []).filter { !$0.hasPrefix("x-") }
    return OpenAPIMediaType.preferred(keys).map { keys[$0] }
  }

  /// Changes the media type of a response that an import takes.
  private mutating func changeMedia(
    _ code: String, _ node: OpenAPINode, _ change: (OpenAPIOperationEdit, inout JSONObject) -> Void
  ) {
    guard let type = preferredType(node), version != .swagger else { return }
    let edit = self
    changeResponse(code) { response in
      var content = response["content"]?.object ?? JSONObject()
      var media = content[type].map { edit.operation.node.with($0).resolved.object } ?? JSONObject()
      change(edit, &media)
      content[type] = .object(media)
      response["content"] = .object(content)
    }
  }

  /// Sets one of several examples, which has its title behind the name of the response.
  private func setExample(_ example: JSONValue, named name: String, _ base: String, in media: inout JSONObject) {
    guard media["examples"]?.object?.members.count ?? 0 > 1 else { return setExample(example, in: &media) }
    changeExample(named: name, base, in: &media) { $0?["value"] = example }
  }

  /// - Parameter change: Makes a new example of one, or none.
  private func changeExample(
    named name: String, _ base: String, in media: inout JSONObject, _ change: (inout JSONObject?) -> Void
  ) {
    guard let examples = media["examples"]?.object else { return }
    let changed = examples.members.compactMap { member -> JSONMember? in
      let object = operation.node.with(member.value).resolved.object
      let title = OpenAPIText.name(object.text("summary") ?? member.key.value, limit: 80)
      guard name == base + ": " + title else { return member }
      var entry: JSONObject? = object
      change(&entry)
      return entry.map { JSONMember(key: member.key, value: .object($0)) }
    }
    media["examples"] = .object(JSONObject(members: changed))
  }

  // MARK: Headers

  private mutating func editHeaders(of code: String, _ was: JSONObject, _ row: JSONObject) {
    let (old, new) = (Self.headers(was), Self.headers(row))
    let edit = self
    for header in new {
      let earlier = old.first { Self.name($0) == Self.name(header) }
      guard earlier != header else { continue }
      if Self.name(header) == "content-type" {
        if let earlier { moveContent(of: code, from: earlier.text("value") ?? "", to: header.text("value") ?? "") }
      } else {
        changeHeader(header.text("name") ?? "", of: code) { edit.changed($0, earlier, header) }
      }
    }
    let names = Set(new.map(Self.name))
    for header in old where !names.contains(Self.name(header)) && Self.name(header) != "content-type" {
      changeHeader(header.text("name") ?? "", of: code) { _ in nil }
    }
  }

  private static func headers(_ row: JSONObject) -> [JSONObject] {
    row["headers"].objects.filter { !$0.flag("off") && !($0.text("name") ?? "").isEmpty }
  }

  private static func name(_ header: JSONObject) -> String { (header.text("name") ?? "").lowercased() }

  /// - Parameter change: Returns the new header for the current one; `nil` if there is none, or to remove it.
  private mutating func changeHeader(
    _ name: String, of code: String, _ change: (JSONObject?) -> JSONObject?
  ) {
    let node = operation.node
    changeResponse(code) { response in
      var headers = response["headers"].map { node.with($0).resolved.object } ?? JSONObject()
      let key = headers.keys.last { $0.lowercased() == name.lowercased() } ?? name
      headers[key] = change(headers[key].map { node.with($0).resolved.object }).map(JSONValue.object)
      response["headers"] = headers.members.isEmpty ? nil : .object(headers)
    }
  }

  /// A header with the changes of its row. A new header gets the type of its value.
  private func changed(_ header: JSONObject?, _ was: JSONObject?, _ row: JSONObject) -> JSONObject {
    let text = row.text("value") ?? ""
    var changed = header ?? JSONObject()
    if header == nil {
      let schema = InferredSchema.of(text: text)
      if version == .swagger { changed = schema.object ?? changed } else { changed["schema"] = schema }
    }
    if row.text("description") != was?.text("description") { changed["description"] = row["description"] }
    guard text != was?.text("value") ?? "" else { return changed }
    let schema = version == .swagger ? operation.node.with(.object(changed)) : node(changed["schema"])
    let kind = schema.map(state.schemas.schema)
    if kind?.type == "array" {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { fitting(String($0), kind?.items) }
      setExample(.array(parts), in: &changed)
    } else {
      setExample(fitting(text, schema), in: &changed)
    }
    return changed
  }

  private func node(_ value: JSONValue?) -> OpenAPINode? { value.map { operation.node.with($0).resolved } }

  /// The content of a response whose header names another type.
  private mutating func moveContent(of code: String, from old: String, to new: String) {
    guard version != .swagger, !new.isEmpty else { return }
    changeResponse(code) { response in
      guard var content = response["content"]?.object, content[new] == nil,
        let index = content.members.lastIndex(where: { $0.key.means(old) })
      else { return }
      content.members[index].key = JSONString(new)
      response["content"] = .object(content)
    }
  }
}
